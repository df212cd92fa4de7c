// Functions that all pages share: requests, parts of pages, notices, dialogs, keys.
import {el, button, say} from "./table/dom.js";
import {settings} from "./settings.js";

export const $ = id => document.getElementById(id);
export const firstData = () => JSON.parse($("data").textContent);

// Send a request; `body` is an object or a file. `onLine` is called with each line of the answer; resolves to the last
// line as an object. Throws an Error with the server's message, or an AbortError if `signal` was aborted.
export async function post(path, body, {onLine, signal} = {}) {
  const file = body instanceof Blob, type = file ? "application/octet-stream" : "application/json";
  const answer = await fetch(path, {method: "POST", headers: {"Content-Type": type}, body: file ? body : JSON.stringify(body ?? {}), signal})
    .catch(gone);
  if (!(answer.headers.get("Content-Type") || "").includes("ndjson")) {
    return checked(await answer.json().catch(() => ({error: say("SERVER_FAILED", {number: answer.status})})));
  }
  let last = null;
  for await (const line of lines(answer.body)) {
    last = checked(JSON.parse(line));
    onLine?.(last);
  }
  return last;
}
function gone(error) {
  throw error.name === "AbortError" ? error : new Error(say("SERVER_GONE"));
}
function checked(value) {
  if (value?.error) throw new Error(value.error);
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
// Requests of which only the newest counts: each request and stop() abort the request in progress.
export class Requests {
  stop() {
    this.halt?.abort();
    this.halt = new AbortController();
  }
  post(path, body, onLine) {
    this.stop();
    return post(path, body, {onLine, signal: this.halt.signal});
  }
}

// The user's date, which may differ from the server's; Swedish dates are written as year, month and day.
export const here = () => new Date().toLocaleDateString("sv");
// Start or continue the deal of a day, by default of today.
export const playDay = (day = "") => attempt(async () => location.assign((await post("/api/today/play", {today: here(), day, name: settings.get("name")})).go));

// Write a record's own date or, without one, the local time at which the record was added.
const inWords = (when, how) => new Date(when).toLocaleString("en-GB", how);
export const timeText = when => inWords(when, {dateStyle: "medium", timeStyle: "short"});
export const dateText = ({played, added}) => (played ? inWords(`${played}T12:00`, {dateStyle: "medium"}) : timeText(added));

// Return the address of a page with those fields that are not empty.
export function addressOf(path, fields) {
  const given = new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
  return given.size ? `${path}?${given}` : path;
}

// Parts of pages: an empty or loading page or panel, a panel with a heading, and a part that scrolls sideways.
export const empty = (words, ...ways) => el("div", {class: "panel empty"}, el("p", {}, words), ways.length ? el("div", {class: "row"}, ...ways) : null);
export const loading = words => el("p", {class: "loading soft", role: "status"}, words);
export const panel = (id, title, ...children) => el("section", {class: "panel", "aria-labelledby": id}, el("h2", {id}, title), ...children);
export const scrolled = (label, child) => el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, child);

// Show a value in a field; a select field gets a new option for an unknown value.
export function put(field, value) {
  if (field.options && ![...field.options].some(option => option.value === value)) field.append(new Option(value));
  field[field.type === "checkbox" ? "checked" : "value"] = value;
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
  made.onclick = () => made.remove();
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

// Ask a question in a dialog; resolves to the value of the button pressed, or to "" if the dialog was closed.
export function ask(title, content, choices) {
  const row = choices.map(([value, words, kind]) => el("button", {value, class: kind}, words));
  const made = el("dialog", {"aria-label": title}, el("form", {method: "dialog"}, el("h2", {}, title), content, el("div", {class: "row"}, ...row)));
  document.body.append(made);
  made.showModal();
  return new Promise(resolve => made.addEventListener("close", () => { made.remove(); resolve(made.returnValue); }));
}
// Ask whether to go on; the arguments are names of texts.
export const confirmed = async (title, words, yes, no) => await ask(say(title), el("p", {}, say(words)), [["yes", say(yes), "main"], ["no", say(no)]]) === "yes";

// Pressing a key clicks the button with this data-key, unless the user is typing in a field.
document.addEventListener("keydown", event => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && event.target.matches("button, a, summary")) return;
  const wanted = [...document.querySelectorAll("button[data-key]:not(:disabled)")].find(made => made.dataset.key === event.key.toLowerCase() && made.offsetParent);
  if (wanted) { wanted.click(); event.preventDefault(); }
});
