// The form for three open hands: the value of each card, play with undo, and the guaranteed tricks of each seat.
import {el, button, cardsOf, say, sentence, SEATS} from "./table/dom.js";
import {Table} from "./table/table.js";
import {attempt, post} from "./ui.js";
import {settings} from "./settings.js";
import {Form, statusLine, seatWords, signText, listed} from "./analyse_form.js";
import {solve} from "./analyse_solve.js";
import {Picker} from "./picker.js";
import {shareBox} from "./share.js";

const MOST = 17, DECK = 52;                      // maximum number of cards in a hand, number of cards in the deck
const PLACES = [["dealer", say("DEALER_HAND")], ["left", say("LEFT_HAND")], ["right", say("RIGHT_HAND")], ["out", say("OUT_OF_PLAY")]];

export function layoutPage(main, data) { new OpenTable(main, data); }

// `before` has the original deal's fields after cards are changed; `pricing` and `solving` are requests in progress.
class OpenTable {
  constructor(main, data) {
    Object.assign(this, {shown: data.shown, values: true, pricing: null, solving: null, before: null});
    this.form = new Form("/api/analyse/layout", data.told, shown => this.drawn(shown));
    this.status = statusLine();
    this.place = el("div", {class: "analyse-table"});
    this.table = new Table(this.place, {choose: card => this.play([...this.played, card]), settings});
    this.share = el("div");
    this.answers = el("div", {class: "panel", hidden: true});
    const trump = this.form.choice("trump", say("TRUMP"), Object.entries(data.trumps), "S", () => this.rechosen("trump"));
    const below = el("div", {class: "row"}, ...this.buttons(), trump, this.share);
    this.side = el("div", {class: "side"}, this.answers, this.hands());
    this.element = el("div", {class: "analyse-open"}, el("section", {"aria-label": say("TABLE")}, this.place, this.status.element, below), this.side);
    main.append(this.element);
    this.drawn(data.shown);
  }
  buttons() {
    this.back = button(say("PREVIOUS_CARD"), () => this.play(this.played.slice(0, -1)), {"data-key": "u"});
    this.next = button(say("NEXT_PLAYED"), () => this.play(this.line.slice(0, this.played.length + 1)), {"data-key": "n"});
    this.toLine = button(say("TO_RECORD"), () => this.play(this.common()), {"data-key": "l"});
    this.turns = button("", () => { this.values = !this.values; this.enable(); this.price(); }, {"data-key": "v"});
    this.solver = button(say("SOLVE_ALL"), () => { this.stop(); this.solving = solve(this.answers, this.form.told); }, {class: "main"});
    this.returns = button(say("RESTORE_DEAL"), () => this.restore());
    return [this.back, this.next, this.toLine, this.turns, this.solver, this.returns];
  }
  hands() {                                      // make the fields and the card picker for the hands
    const lead = this.form.choice("lead", say("ON_LEAD"), SEATS.map(name => [name, seatWords(name)]), "left", () => this.rechosen("lead"));
    const texts = [...PLACES, ["table", say("TRICK_CARDS")]].map(([name, label]) => this.editable(name, label));
    const places = PLACES.map(([name, label]) => ({name, label, most: name === "out" ? DECK : MOST}));
    this.picker = new Picker(places, names => this.edited(() => { for (const name of names) this.form.set(name, signText(this.picker.cards(name))); }));
    return this.typed = el("details", {class: "panel"}, el("summary", {}, say("HANDS")), el("p", {class: "soft"}, say("HANDS_HELP")),
      el("div", {class: "fields"}, ...texts, lead), this.picker.element);
  }
  editable(name, label) {
    const made = this.form.text(name, label, {class: "wide"});
    made.querySelector("input").addEventListener("beforeinput", () => this.rebase());
    return made;
  }

  // The cards played and the record's line.
  get played() { return listed(this.form.get("played")); }
  get line() { return listed(this.form.get("line")); }
  get offLine() { return this.line.length > 0 && this.common().length < this.played.length; }
  common() {                                     // the first cards of the play, as long as they follow the record
    const {line, played} = this;
    let same = 0;
    while (same < line.length && played[same] === line[same]) same++;
    return line.slice(0, same);
  }
  heldBy(i) { return cardsOf(this.shown.table.seats[i].hand); }
  play(cards) {
    this.stop();
    this.form.set("played", cards.join(" "));
    return this.form.changed();
  }

  // Changing a card makes a new layout, which starts from the position on the table.
  edited(change) {
    this.rebase();
    change();
    this.form.changed();
  }
  rechosen(name) {                               // called when the user has changed the field for trump or for the lead
    const {form} = this, chosen = form.get(name);
    if (this.shown.table) form.set(name, this.shown.table[name]);
    this.edited(() => form.set(name, chosen));
  }
  rebase() {
    const {form, shown: {table}} = this;
    this.stop();
    if (!table || !(this.played.length || this.line.length)) return;
    this.before = this.before || {...form.told};
    SEATS.forEach((name, i) => form.set(name, signText(this.heldBy(i))));
    for (const [name, text] of [["lead", table.lead === "left" ? "" : table.lead], ["table", table.trick.join(" ")], ["played", ""], ["line", ""]]) form.set(name, text);
  }
  restore() {
    this.stop();
    this.form.replace(this.before);
    this.before = null;
    this.form.changed();
  }
  stop() {                                       // cancel the requests for the position shown
    if (this.pricing) this.pricing.abort();
    if (this.solving) this.solving();
    this.pricing = this.solving = null;
    this.answers.hidden = true; this.answers.replaceChildren();
  }

  // Drawing.
  drawn(shown) {
    if (!shown.hands) {                          // without an answer from the server, the table stays as it is
      this.status.say([shown.fault.words], "warn");
      if (this.shown.table) this.table.show(this.shown.table);
      return;
    }
    this.shown = shown;
    const {fault, table} = shown;
    this.form.mark(fault);
    const none = Object.values(shown.hands).every(hand => hand && !hand.length);   // do not show an empty form as an error
    this.status.say(sentence(fault ? fault.words : table.over ? say("ALL_PLAYED") : ""), fault && !none ? "warn" : "soft");
    this.place.hidden = !table;
    this.element.classList.toggle("bare", !table);   // without a table, the hands take its space
    if (!table) this.typed.open = true;
    if (table) this.table.show(table);
    this.lay(shown);
    this.share.replaceChildren(...(shown.code ? [shareBox(shown.code, shown.after)] : []));
    this.enable();
    this.price();
  }
  lay({hands, table}) {                          // show the current hands in the picker and in the fields
    const held = table ? Object.fromEntries(SEATS.map((name, i) => [name, this.heldBy(i)])) : hands;
    this.picker.put({...held, out: hands.out}, table ? [...table.trick, ...this.played] : listed(this.form.get("table")));
    if (table) for (const [name, cards] of Object.entries(held)) this.form.write(name, signText(cards));
  }
  enable() {
    const {played, line, shown: {table}} = this;
    this.back.disabled = !played.length;
    this.next.hidden = this.toLine.hidden = !line.length;
    this.next.disabled = this.offLine || played.length >= line.length; this.toLine.disabled = !this.offLine;
    this.turns.replaceChildren(say(this.values ? "HIDE_VALUES" : "SHOW_VALUES"));
    this.solver.disabled = this.turns.disabled = !table || table.over;
    this.returns.hidden = !this.before;
  }
  async price() {                                // request the value of each card that can be played now
    const {table} = this.shown;
    if (this.pricing) this.pricing.abort();
    if (!this.values || !table || table.over) { this.table.mark({}); return; }
    const mine = this.pricing = new AbortController();
    await attempt(async () => {
      const found = await post("/api/analyse/values", {told: this.form.told}, {signal: mine.signal});
      if (mine !== this.pricing) return;
      this.table.mark({hinted: found.best, tags: Object.fromEntries(Object.entries(found.values).map(([card, tricks]) => [card, String(tricks)]))});
      this.status.say([say("GUARANTEES", found.sure)], "soft");
    });
  }
}
