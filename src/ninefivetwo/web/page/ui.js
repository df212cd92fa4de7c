// Functions that all pages share: requests, parts of pages, notices, dialogs, keys.
import {el, say, SERVER_GONE, inRow, isModified, targetOf} from "./table/dom.js";
import {settings} from "./settings.js";

/** Send a request; `body` is an object or a file. `onLine` is called with each line of the answer; resolves to the last
 * line as an object. Throws an Error with the server's message, or an AbortError if `signal` was aborted. @type {Post} */
export async function post(path, body, {onLine, signal} = {}) {
  const file = body instanceof Blob, type = file ? "application/octet-stream" : "application/json";
  const answer = await fetch(path, {method: "POST", headers: {"Content-Type": type}, body: file ? body : JSON.stringify(body ?? {}), signal})
    .catch(gone);
  if (!(answer.headers.get("Content-Type") || "").includes("ndjson")) {
    return /** @type {Answers[typeof path]} */ (checked(await answer.json().catch(() => ({error: say("The server answered with error {number}.", {number: answer.status})}))));
  }
  let last = /** @type {Line<typeof path> | null} */ (null);
  for await (const line of lines(/** @type {Bytes} */ (answer.body))) {
    last = /** @type {Line<typeof path>} */ (checked(JSON.parse(line)));
    onLine?.(last);
  }
  return /** @type {Answers[typeof path]} */ (last);
}
/** @returns {never} */ function gone(/** @type {Error} */ error) {
  throw error.name === "AbortError" ? error : new Error(SERVER_GONE);
}
function checked(/** @type {{error?: string} | null} */ value) {
  if (value?.error) throw new Error(value.error);
  return /** @type {unknown} */ (value);
}
async function* lines(/** @type {Bytes} */ body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const {value, done} = await reader.read().catch(gone); // the connection may break in the middle of an answer
    if (done) break;
    const parts = (rest + value).split("\n");
    rest = parts.pop() || "";
    yield* parts;
  }
  if (rest) yield rest;
}
// Requests of which only the newest counts: each request and stop() abort the request in progress.
export class Requests {
  halt = new AbortController();
  stop() {
    this.halt.abort();
    this.halt = new AbortController();
  }
  /** @type {PostNewest} */ post(path, body, onLine) {
    this.stop();
    return post(path, body, {onLine, signal: this.halt.signal});
  }
}

// The user's date, which may differ from the server's; Swedish dates are written as year, month and day.
export const here = () => new Date().toLocaleDateString("sv");
// Start or continue the deal of a day, by default of today.
export const playDay = (day = "") => attempt(async () => location.assign((await post("/api/today/play", {today: here(), day, name: settings.get("name")})).address));

// Write a record's own date or, without one, the local time at which the record was added.
const inWords = (/** @type {string} */ when, /** @type {Intl.DateTimeFormatOptions} */ how) => new Date(when).toLocaleString("en-GB", how);
export const timeText = (/** @type {string} */ when) => inWords(when, {dateStyle: "medium", timeStyle: "short"});
export const dayText = (/** @type {string} */ date, /** @type {Intl.DateTimeFormatOptions} */ how) => inWords(`${date}T12:00`, how);
export const dateText = (/** @type {Dated} */ {played, added}) => played ? dayText(played, {dateStyle: "medium"}) : timeText(added);

// Return the address of a page with those fields that are not empty.
export function addressOf(/** @type {string} */ path, /** @type {Texts} */ fields) {
  const given = new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
  return given.size ? `${path}?${given}` : path;
}

// Parts of pages: an empty or loading page or panel, a panel with a heading, and a part that scrolls sideways.
export const empty = (/** @type {Child} */ words, /** @type {Child[]} */ ...ways) => el("div", {class: "panel empty"}, el("p", {}, words), ways.length ? inRow(...ways) : null);
export const loading = (/** @type {string} */ words) => el("p", {class: "loading soft", role: "status"}, words);
export const panel = (/** @type {string} */ id, /** @type {string} */ title, /** @type {Child[]} */ ...children) => el("section", {class: "panel", "aria-labelledby": id}, el("h2", {id}, title), ...children);
export const scrolled = (/** @type {string} */ label, /** @type {Child} */ child) => el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": label}, child);

// Show a value in a field; a select field gets a new option for an unknown value.
export function put(/** @type {Field} */ field, /** @type {string | boolean} */ value) {
  if (field instanceof HTMLSelectElement && ![...field.options].some(option => option.value === value)) field.append(new Option(`${value}`));
  if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = Boolean(value); else field.value = `${value}`;
}

// Remove a button; if it has the focus, the focus goes to `next`.
export function dropped(/** @type {HTMLElement} */ made, /** @type {HTMLElement} */ next) {
  const focused = made.contains(document.activeElement);
  made.remove();
  if (focused) focusOn(next);
}
export function focusOn(/** @type {HTMLElement} */ element) {
  if (!element.matches("button, a, input, select, summary")) element.tabIndex = -1;
  element.focus({preventScroll: true});
}

// Show a message for some seconds; `kind` is "" or "error". Screen readers read it aloud because its place was there before.
const notices = el("div", {id: "notices", role: "status"});
document.body.append(notices);
export function notify(/** @type {string} */ words, kind = "") {
  const made = el("p", {class: "notice " + kind}, words);
  made.onclick = () => made.remove();
  notices.append(made);
  setTimeout(() => made.remove(), kind === "error" ? 9000 : 5000);
}
// Run `work`, and show an error message if it fails; resolves to whether `work` succeeded.
export async function attempt(/** @type {() => unknown} */ work) {
  try { await work(); return true; } catch (error) {
    const words = reason(error);
    if (words) notify(words, "error");
    return false;
  }
}
// Return why a request failed, or "" if it was stopped.
export function reason(/** @type {unknown} */ error) {
  const {name, message} = /** @type {Error} */ (error);
  return name === "AbortError" ? "" : message;
}

/** Ask a question in a dialog; resolves to the value of the button pressed, or to "" if the dialog was closed. @type {Ask} */
export function ask(title, content, choices) {
  const buttons = choices.map(([value, words, kind]) => el("button", {value, class: kind}, words));
  const made = el("dialog", {"aria-label": title}, el("form", {method: "dialog"}, el("h2", {}, title), content, inRow(...buttons)));
  return opened(made);
}
/** Open a dialog; resolves like ask(). @type {(dialog: HTMLDialogElement) => Promise<string>} */
export function opened(dialog) {
  document.body.append(dialog);
  dialog.showModal();
  return new Promise(resolve => dialog.addEventListener("close", () => { dialog.remove(); resolve(dialog.returnValue); }));
}
/** Ask whether to go on. @type {Confirm} */
export const confirmed = async (title, words, yes, no) => await ask(title, el("p", {}, words), [["yes", yes, "main"], ["no", no]]) === "yes";
export const leaving = () => confirmed("Start another match?", "The current match ends here. Its finished deals stay in your library.", "End this match", "Keep playing");

// Pressing a key clicks the button with this data-key, unless the user is typing in a field.
document.addEventListener("keydown", event => {
  const target = targetOf(event);
  if (event.defaultPrevented || target.matches("input, textarea, select") || isModified(event) || document.querySelector("dialog[open]")) return;
  if (event.key === "Enter" && target.matches("button, a, summary")) return;
  const wanted = [...document.querySelectorAll("button[data-key]:not(:disabled)")].find(made => made.dataset.key === event.key.toLowerCase() && made.offsetParent);
  if (wanted) { wanted.click(); event.preventDefault(); }
});
