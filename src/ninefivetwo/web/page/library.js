// The library page, which searches, deletes and restores records; files can be dropped anywhere on the page.
import {$, count as numbered, el, button, say, firstData} from "./table/dom.js";
import {addressOf, attempt, dateText, empty, focusOn, notify, post, put, Requests, timeText} from "./ui.js";
import {bringIn} from "./bringing_in.js";

const data = /** @type {LibraryData} */ (firstData()), [search] = document.forms, list = $("list"), requests = new Requests(), others = new BroadcastChannel("n52");
const SEATS = ["Dealer", "Left", "Right"];
const again = () => attempt(find), add = (/** @type {Iterable<File>} */ files) => bringIn(files, changed);
let chosen = /** @type {string[]} */ ([]); // the ids of the selected records

for (const field of search.querySelectorAll("[name]")) put(field, `${data.wanted[/** @type {keyof WantedRecords} */ (field.name)]}`);
search.addEventListener("input", again);
search.addEventListener("submit", event => event.preventDefault());
list.addEventListener("change", choose);
others.addEventListener("message", (/** @type {MessageEvent<ToTabs>} */ {data: told}) => { if (told?.library) again(); });
$("more").onclick = () => attempt(() => find(list.rows.length));
$("remove").onclick = () => removeAll(chosen);
$("add").onclick = () => $("input").click();
$("input").onchange = () => { add([...$("input").files || []]); $("input").value = ""; };
for (const name of /** @type {const} */ (["dragover", "drop"])) {
  document.addEventListener(name, event => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.toggle("dropping", name === "dragover");
    if (name === "drop") add(event.dataTransfer.files);
  });
}
document.addEventListener("dragleave", event => { if (!event.relatedTarget) document.body.classList.remove("dropping"); });
show(data.found, 0);

// Request records, leaving out the first `start`.
async function find(start = 0) {
  const wanted = /** @type {Texts} */ (Object.fromEntries(new FormData(search)));
  const found = await requests.post("/api/library/list", {...wanted, start});
  history.replaceState(null, "", addressOf("/library", {...wanted, sort: wanted.sort === "date" ? "" : wanted.sort}));
  show(found, start);
}

function show(/** @type {FoundRecords} */ found, /** @type {number} */ start) {
  if (!start) list.replaceChildren();
  list.append(...found.records.map(row));
  const some = list.rows.length > 0;
  $("records").hidden = $("count").hidden = !some;
  $("none").replaceChildren(some ? "" : empty(found.count));
  $("more").hidden = !found.more;
  $("count").textContent = found.count;
  $("skipped").replaceChildren(...found.skipped.map(why => el("p", {class: "warn"}, "Skipped:", " ", why)));
  $("gone").hidden = !found.deletions.length;
  $("deletions").replaceChildren(...found.deletions.map(deletion));
  choose();
}

function deletion(/** @type {DeletionLine} */ {title: event, number, names, more, at, ...when}) {
  const words = say(more ? "{event}, deal {number}: {players}, {date}; {all} deals in all. Deleted {time}." : "{event}, deal {number}: {players}, {date}. Deleted {time}.", {event, number, players: names, date: dateText(when), all: more + 1, time: timeText(at)});
  return el("div", {class: "row between"}, el("p", {}, words), button("Restore", () => putBack(at), {"aria-label": say("Restore {event}, deal {number}", {event, number})}));
}

function row(/** @type {RecordLine} */ {id, title: event, number, rules, over, reviewed, alone, players, ...when}) {
  const places = {event, number};
  return el("tr", {"data-id": id},
    el("td", {class: "box"}, el("label", {}, el("input", {type: "checkbox", value: id, checked: chosen.includes(id), "aria-label": say("Select {event}, deal {number}", places)}))),
    el("th", {scope: "row"}, say("{event}, deal {number}", places), el("small", {}, [dateText(when), rules, over ? "" : "unfinished"].filter(Boolean).join(" · "))),
    ...players.map((player, i) => playerCell(player, SEATS[i])),
    el("td", {class: "acts"},
      el("span", {class: reviewed ? "good" : "soft"}, reviewed ? "✓ reviewed" : "not reviewed"),
      el("a", {href: `/review/${id}`}, reviewed ? "Show review" : "Review"), alone ? null : el("a", {href: `/match/${id}`}, "Whole match"), el("br"),
      el("a", {href: `/analyse?record=${id}`}, "Analyse"), el("a", {href: `/library/record/${id}`, download: `${id}.n52`}, "Save"),
      button("Delete", () => removeAll([id]), {class: "link", "aria-label": say("Delete {event}, deal {number}", places)})));
}

function playerCell(/** @type {PlayerCell} */ {name, result, down, grade}, /** @type {string} */ seat) {
  return el("td", {class: "player", "data-seat": seat}, el("b", {}, name || seat.toLowerCase()),
    result && el("span", {class: down ? "result warn" : "result"}, result), grade && el("small", {}, grade));
}

function choose() {
  chosen = [...list.querySelectorAll(":checked")].map(box => box.value);
  $("remove").hidden = !chosen.length;
  $("remove").textContent = say("Delete {number} selected {number:deal|deals}", {number: numbered(chosen.length)});
}

const removeAll = (/** @type {string[]} */ ids) => attempt(async () => {
  const made = await post("/api/library/delete", {ids}), back = button("Undo", () => putBack(made.at));
  $("undo").replaceChildren(el("p", {class: "panel row between"}, made.words, back));
  await changed();
  focusOn(back);
});
const putBack = (/** @type {string} */ at) => attempt(async () => {
  const told = await post("/api/library/restore", {at});
  $("undo").replaceChildren();
  notify(told.words);
  await changed();
  focusOn($("count"));
});
async function changed() {
  others.postMessage({library: true});
  await find();
}
