// Functions that all pages share: requests, notices, dialogs, keys.
import {el, button, say} from "./table/dom.js";

export const firstData = () => JSON.parse(document.getElementById("data").textContent);

// Send a request; `body` is an object or a file. `onLine` is called with each line of the answer; resolves to the last
// line as an object. Throws an Error with the server's message, or an AbortError if `signal` was aborted.
export async function post(path, body, {onLine, signal} = {}) {
  const file = body instanceof Blob, type = file ? "application/octet-stream" : "application/json";
  const answer = await fetch(path, {method: "POST", headers: {"Content-Type": type}, body: file ? body : JSON.stringify(body ?? {}), signal})
    .catch(gone);
  if (!(answer.headers.get("Content-Type") || "").includes("ndjson")) {
    const value = await answer.json().catch(() => ({error: say("SERVER_FAILED", {number: answer.status})}));
    return checked(value);
  }
  let last = null;
  for await (const line of lines(answer.body)) {
    last = checked(JSON.parse(line));
    if (onLine) onLine(last);
  }
  return last;
}
function gone(error) {
  throw error.name === "AbortError" ? error : new Error(say("SERVER_GONE"));
}
function checked(value) {
  if (value && value.error) throw new Error(value.error);
  return value;
}
async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const {value, done} = await reader.read().catch(gone);   // the connection may break in the middle of an answer
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop();
    yield* parts;
  }
  if (rest) yield rest;
}

// The user's date, which may differ from the server's.
export function here() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-");
}

// Write a record's own date or, without one, the local time at which the record was added.
const inWords = (when, how) => new Date(when).toLocaleString("en-GB", how);
export const timeText = when => inWords(when, {dateStyle: "medium", timeStyle: "short"});
export const dateText = ({played, added}) => (played ? inWords(`${played}T12:00`, {dateStyle: "medium"}) : timeText(added));

// The forms of an empty and of a loading page or panel, and the heading of a page with its actions.
export const empty = (words, ...ways) => el("div", {class: "panel empty"}, el("p", {}, words), ways.length ? el("div", {class: "row"}, ...ways) : null);
export const loading = words => el("p", {class: "loading soft", role: "status"}, words);
export function headed(...actions) {
  const title = document.querySelector("#main > h1"), head = el("div", {class: "row head"});
  title.before(head);
  head.append(title, ...actions);
}

// Remove a button; if it has the focus, the focus goes to `next`.
export function dropped(made, next) {
  const focused = made.contains(document.activeElement);
  made.remove();
  if (focused) focusOn(next);
}
export function focusOn(element) {
  if (!element.matches("button, a, input, select, summary")) element.tabIndex = -1;
  element.focus({preventScroll: true});
}

// Show a message for some seconds; `kind` is "" or "error". Screen readers read it aloud because its place was there before.
const notices = el("div", {id: "notices", role: "status"});
document.body.append(notices);
export function notify(words, kind = "") {
  const made = el("p", {class: "notice " + kind}, words);
  made.addEventListener("click", () => made.remove());
  notices.append(made);
  setTimeout(() => made.remove(), kind === "error" ? 9000 : 5000);
}
// Run `work`, and show an error message if it fails; resolves to whether `work` succeeded.
export async function attempt(work) {
  try { await work(); return true; } catch (error) {
    if (error.name !== "AbortError") notify(error.message, "error");
    return false;
  }
}

// Ask a question in a dialog; resolves to the name of the button pressed, or null if the dialog was closed.
export function ask(title, content, choices) {
  return new Promise(resolve => {
    const made = el("dialog", {"aria-label": title}, el("h2", {}, title), ...[content].flat());
    const close = name => { made.close(); made.remove(); resolve(name); };
    const row = el("div", {class: "row"});
    for (const [name, words, kind] of choices) row.append(button(words, () => close(name), {class: kind || ""}));
    made.append(row);
    made.addEventListener("cancel", event => { event.preventDefault(); close(null); });
    document.body.append(made);
    made.showModal();
  });
}

// Pressing a key clicks the button with this data-key, unless the user is typing in a field.
document.addEventListener("keydown", event => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
  const wanted = [...document.querySelectorAll("button[data-key]:not(:disabled)")].find(made => made.dataset.key === event.key.toLowerCase() && made.offsetParent);
  if (wanted) { wanted.click(); event.preventDefault(); }
});
