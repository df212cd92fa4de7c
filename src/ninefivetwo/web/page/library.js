// The library page, which searches, deletes and restores records; files can be dropped anywhere on the page.
import {count as numbered, el, button, say} from "./table/dom.js";
import {attempt, dateText, empty, firstData, focusOn, headed, notify, post, timeText} from "./ui.js";
import {bringIn} from "./bringing_in.js";

const data = firstData(), chosen = new Set(), others = new BroadcastChannel("n52");
const SORTS = [["date", say("NEWEST_FIRST")], ["loss", say("WORST_FIRST")], ["grade", say("BEST_FIRST")], ["player", say("BY_PLAYER")]];
const SEATS = ["DEALER_HEAD", "LEFT_HEAD", "RIGHT_HEAD"];
let wanted = data.wanted, records = [], asked = null;

const words = el("input", {type: "search", value: wanted.words, placeholder: say("SEARCH_HINT"), autocomplete: "off", spellcheck: "false"});
const rules = select([["", say("ANY_RULES")], ...data.rules.map(name => [name, name])], wanted.rules);
const sort = select(SORTS, wanted.sort);
const count = el("p", {class: "count", role: "status"}), none = el("div"), skipped = el("div"), undo = el("div", {role: "status"});
const head = el("thead", {}, el("tr", {}, column(say("SELECT"), "hidden"), column(say("DEAL")), ...SEATS.map(seat => column(say(seat))), column(say("ACTIONS"), "hidden")));
const list = el("tbody"), table = el("table", {class: "records"}, head, list);
const more = button(say("SHOW_MORE"), () => attempt(() => find(records.length)));
const remove = button(say("DELETE"), () => attempt(() => removeChosen([...chosen])), {class: "warn"});
const gone = el("details", {class: "panel"});
const incoming = bringIn(changed);

function column(title, kind) { return el("th", {scope: "col"}, el("span", {class: kind}, title)); }
function select(options, value) {
  const made = el("select", {}, ...options.map(([name, text]) => new Option(text, name)));
  made.value = value;
  return made;
}

headed(el("a", {class: "b", href: "/library/progress"}, say("YOUR_PROGRESS")), incoming.choose,
  el("a", {class: "b", href: "/library/export", download: "ninefivetwo-library.sqlite"}, say("DOWNLOAD_ALL")));
document.getElementById("main").append(
  el("p", {class: "soft"}, say("FILES_HELP")),
  incoming.files,
  el("form", {class: "panel row", role: "search", "aria-label": say("DEALS")},
    el("label", {class: "field wide"}, say("SEARCH"), words), el("label", {class: "field"}, say("RULES"), rules), el("label", {class: "field"}, say("SORT"), sort)),
  el("div", {class: "row between"}, count, remove), undo, skipped, none, table, more, gone);

document.querySelector("form").addEventListener("submit", event => event.preventDefault());
words.addEventListener("input", () => attempt(() => find(0)));
for (const field of [rules, sort]) field.addEventListener("change", () => attempt(() => find(0)));
others.addEventListener("message", event => { if (event.data?.library) attempt(() => find(0)); });
for (const name of ["dragover", "drop"]) {
  document.addEventListener(name, event => {
    if (![...event.dataTransfer.types].includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", name === "dragover");
    if (name === "drop") incoming.take([...event.dataTransfer.files]);
  });
}
document.addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
show(data.found, 0);

// Request records, leaving out the first `start`; an older request in progress is cancelled.
async function find(start) {
  asked?.abort();
  const mine = asked = new AbortController();
  wanted = {words: words.value, rules: rules.value, sort: sort.value};
  const found = await post("/api/library/list", {...wanted, start}, {signal: mine.signal});
  if (mine !== asked) return;
  const query = new URLSearchParams(Object.entries(wanted).filter(([key, value]) => value && !(key === "sort" && value === "date")));
  history.replaceState(null, "", query.size ? `/library?${query}` : "/library");
  show(found, start);
}

function show(found, start) {
  records = start ? [...records, ...found.records] : found.records;
  if (!start) list.replaceChildren();
  for (const id of [...chosen]) if (!records.some(record => record.id === id)) chosen.delete(id);
  list.append(...found.records.map(row));
  table.hidden = count.hidden = !records.length;
  none.replaceChildren(...(records.length ? [] : [empty(found.count)]));
  more.hidden = !found.more;
  count.textContent = found.count;
  skipped.replaceChildren(...found.skipped.map(why => el("p", {class: "warn"}, say("SKIPPED"), " ", why)));
  gone.hidden = !found.deletions.length;
  gone.replaceChildren(el("summary", {}, say("RECENTLY_DELETED")), ...found.deletions.map(deletion));
  choose();
}

function deletion(each) {
  const all = each.more + 1, date = dateText(each), time = timeText(each.at);
  const words = say(each.more ? "DELETIONS" : "DELETION", {event: each.title, number: each.number, players: each.names, date, all, time});
  return el("div", {class: "row between"}, el("p", {}, words), button(say("RESTORE"), () => attempt(() => putBack(each.at)), {"aria-label": say("RESTORE_ONE", {event: each.title, number: each.number})}));
}

function row(record) {
  const box = el("input", {type: "checkbox", "aria-label": say("SELECT_DEAL", {event: record.title, number: record.number})});
  box.checked = chosen.has(record.id);
  box.addEventListener("change", () => { if (box.checked) chosen.add(record.id); else chosen.delete(record.id); choose(); });
  const title = say("DEAL_OF_EVENT", {event: record.title, number: record.number});
  return el("tr", {"data-id": record.id},
    el("td", {class: "box"}, el("label", {}, box)),
    el("th", {scope: "row"}, title, el("small", {}, [dateText(record), record.rules, record.over ? "" : say("UNFINISHED")].filter(Boolean).join(" · "))),
    ...record.players.map((player, i) => playerCell(player, say(SEATS[i]))),
    el("td", {class: "acts"},
      el("span", {class: record.reviewed ? "good" : "soft"}, say(record.reviewed ? "REVIEWED" : record.outdated ? "OUTDATED" : "NOT_REVIEWED")),
      el("a", {href: `/review/${record.id}`}, say(record.reviewed ? "SHOW_REVIEW" : "REVIEW")), record.alone ? null : el("a", {href: `/match/${record.id}`}, say("WHOLE_MATCH")), el("br"),
      el("a", {href: `/analyse?record=${record.id}`}, say("ANALYSE")), el("a", {href: `/library/record/${record.id}`, download: `${record.id}.n52`}, say("SAVE")),
      button(say("DELETE"), () => attempt(() => removeChosen([record.id])), {class: "link", "aria-label": say("DELETE_DEAL", {event: record.title, number: record.number})})));
}

// Make the cell with a player's name, tricks, points and accuracy.
function playerCell(player, seat) {
  return el("td", {class: "player", "data-seat": seat}, el("b", {}, player.name || seat.toLowerCase()),
    player.result && el("span", {class: player.down ? "result warn" : "result"}, player.result), player.grade && el("small", {}, player.grade));
}

function choose() {
  remove.hidden = !chosen.size;
  remove.textContent = say("DELETE_SELECTED", {number: numbered(chosen.size)});
}

async function removeChosen(ids) {
  const deletion = await post("/api/library/delete", {ids});
  ids.forEach(id => chosen.delete(id));
  undo.replaceChildren(el("p", {class: "panel row between"}, deletion.words, button(say("UNDO"), () => attempt(() => putBack(deletion.at)))));
  await changed();
  undo.querySelector("button").focus({preventScroll: true});
}
async function putBack(at) {
  const told = await post("/api/library/restore", {at});
  undo.replaceChildren();
  notify(told.words);
  await changed();
  focusOn(count);
}
async function changed() {
  others.postMessage({library: true});
  await find(0);
}
