// Three open hands: what every card leads to, the deal played over with undo, and what each seat is sure of.
import {el, button, sentence, SEATS, DENOMINATION} from "./table/dom.js";
import {Table} from "./table/table.js";
import {attempt, post} from "./ui.js";
import {settings} from "./settings.js";
import {Form, statusLine, signText, listed} from "./analyse_form.js";
import {Picker} from "./picker.js";
import {shareBox} from "./share.js";

const MOST = 17, DECK = 52;                      // cards of a hand, of the pack
const PLACES = [["dealer", "Dealer"], ["left", "Left"], ["right", "Right"], ["out", "Out of play"]];

export function layoutPage(main, data) {
  const form = new Form("/api/analyse/layout", data.told, drawn), status = statusLine();
  const picker = new Picker(PLACES.map(([name, label]) => ({name, label, most: name === "out" ? DECK : MOST})), names => edited(() => { for (const name of names) form.set(name, signText(picker.cards(name))); }));
  const place = el("div", {class: "analyse-table"}), table = new Table(place, {choose: card => play([...played(), card]), settings});
  const answers = el("div", {class: "panel", hidden: true}), share = el("div");
  let shown = data.shown, values = true, halt = null, solving = null, before = null;
  const lead = form.choice("lead", "Leads", SEATS.map(name => [name, name]), "left", () => rechosen("lead", () => shown.table.lead));
  const trump = form.choice("trump", "Trump", Object.entries(data.trumps), "S", () => rechosen("trump", () => shown.table.trump));
  const texts = PLACES.map(([name, label]) => editable(name, label)), trick = editable("table", "Cards on the table, in the order played");
  const back = button("Back", () => play(played().slice(0, -1)), {"data-key": "u"}), next = button("Next card played", () => play(listed(form.get("line")).slice(0, played().length + 1)), {"data-key": "n"});
  const toLine = button("Back to the line played", () => play(common()), {"data-key": "l"}), show = button("", () => { values = !values; bar(); ask(); }, {"data-key": "v"});
  const returns = button("Back to the deal as it was", () => { form.told = before; before = null; refill(); form.changed(); });
  const solve = button("Solve every trump", solved, {class: "main"});
  const hands = el("details", {class: "panel", open: !data.shown.table}, el("summary", {}, "The hands"), el("p", {class: "soft"}, "Change any card, at any moment of the play: the deal then goes on from there."),
    el("div", {class: "fields"}, ...texts, trick, lead), picker.element);
  main.append(el("div", {class: "analyse-open"}, el("section", {"aria-label": "The table"}, place, status.element, el("div", {class: "row"}, back, next, toLine, show, solve, trump, returns, share)), el("div", {class: "side"}, answers, hands)));
  drawn(data.shown);

  function editable(name, label) {
    const made = form.text(name, label, {class: "wide"}), input = made.querySelector("input");
    input.addEventListener("beforeinput", () => edited(null));
    return made;
  }
  function played() { return listed(form.get("played")); }
  function common() {                            // as far as the record was followed
    const line = listed(form.get("line")), here = played();
    let same = 0;
    while (same < line.length && here[same] === line[same]) same++;
    return line.slice(0, same);
  }
  function offLine() { return Boolean(form.get("line")) && common().length < played().length; }
  function play(cards) { form.set("played", cards.join(" ")); forget(); return form.changed(); }
  function forget() {                            // another moment: what is worked out is not of it
    if (halt) halt.abort();
    if (solving) solving.abort();
    halt = solving = null; answers.hidden = true; answers.replaceChildren();
  }
  // A change of the cards begins a layout of its own, from the moment that the table shows.
  function edited(change) {
    if (shown.table && (played().length || form.get("line"))) {
      before = before || {...form.told};
      SEATS.forEach((name, i) => form.set(name, signText(cardsOfSeat(i))));
      form.set("lead", shown.table.lead === "left" ? "" : shown.table.lead);
      form.set("table", shown.table.trick.join(" ")); form.set("played", ""); form.set("line", "");
      refill();
    }
    forget();
    if (change) { change(); form.changed(); }
  }
  function rechosen(name, was) {                 // a field that has just been chosen anew
    const chosen = form.get(name);
    if (shown.table) form.set(name, was());
    edited(() => form.set(name, chosen));
  }
  function cardsOfSeat(i) { return shown.table.seats[i].hand.split(".").flatMap((ranks, suit) => ranks === "-" ? [] : [...ranks].map(rank => "SHDC"[suit] + rank)); }
  function refill() {
    for (const [name, input] of form.inputs) if (input !== document.activeElement) input.value = form.get(name) || input.dataset.usual || "";
  }
  function drawn(now) {
    if (!now.hands) {                            // no answer at all: the table stays as it was
      status.say([now.fault.words], "warn");
      if (shown.table) table.show(shown.table);
      return;
    }
    shown = now;
    form.mark(now.fault);
    status.say(sentence(now.fault ? now.fault.words : now.table.over ? "All cards are played." : ""), now.fault ? "warn" : "soft");
    place.hidden = !now.table;
    if (now.table) { table.show(now.table); SEATS.forEach((name, i) => { const input = form.inputs.get(name); if (input !== document.activeElement) input.value = signText(cardsOfSeat(i)); }); }
    picker.put(now.table ? {...Object.fromEntries(SEATS.map((name, i) => [name, cardsOfSeat(i)])), out: now.hands.out} : now.hands, now.table ? [...now.table.trick, ...played().filter(card => !now.table.trick.includes(card))] : listed(form.get("table")));
    share.replaceChildren(...(now.code ? [shareBox(now.code)] : []));
    bar(); ask();
  }
  function bar() {
    back.disabled = !played().length;
    next.hidden = toLine.hidden = !form.get("line");
    next.disabled = offLine() || played().length >= listed(form.get("line")).length; toLine.disabled = !offLine();
    show.replaceChildren(values ? "Hide values" : "Show values");
    solve.disabled = show.disabled = !shown.table || shown.table.over;
    returns.hidden = !before;
  }
  async function ask() {                         // the value of every card of the turn, worked out anew for each moment
    if (halt) halt.abort();
    if (!values || !shown.table || shown.table.over) { table.mark({}); return; }
    const mine = halt = new AbortController(), at = shown.table.at;
    await attempt(async () => {
      const found = await post("/api/analyse/values", {told: form.told}, {signal: mine.signal});
      if (mine !== halt || at !== shown.table.at) return;
      table.mark({hinted: found.best, tags: Object.fromEntries(Object.entries(found.values).map(([card, tricks]) => [card, String(tricks)]))});
      status.say(["With all cards seen, sure of tricks in all: ", SEATS.map(seat => `${seat} ${found.sure[seat]}`).join(", "), "."], "soft");
    });
  }
  async function solved() {                      // trump by trump, as each is found out
    if (solving) solving.abort();
    const mine = solving = new AbortController(), rows = el("tbody"), working = el("p", {class: "soft", role: "status"}, "Working …"), stop = button("Stop", () => mine.abort(), {"data-key": "escape"});
    const heads = ["trump", ...SEATS, "nobody's"].map(name => el("th", {scope: "col"}, name));
    answers.hidden = false;
    answers.replaceChildren(el("h2", {}, "What is sure"), el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "What is sure"}, el("table", {}, el("thead", {}, el("tr", {}, ...heads)), rows)),
      el("p", {class: "soft"}, "Tricks that each seat can be sure of, whatever the other two do, and the most it gets if they take what they are sure of. Exact."), el("div", {class: "row"}, working, stop));
    const told = found => rows.append(el("tr", {}, el("th", {scope: "row"}, ...sentence(DENOMINATION[found.trump])), ...SEATS.map(seat => el("td", {}, found.ranges[seat].join(" – "))), el("td", {}, String(found.slack))));
    try {
      await post("/api/analyse/solve", {told: form.told}, {onLine: told, signal: mine.signal});
      working.textContent = "";
    } catch (error) { working.textContent = error.name === "AbortError" ? "Stopped." : error.message; }
    stop.remove();
  }
}
