// Adds files to the library one after another; each file has a progress bar, a stop button and a result.
import {$, el, button, say, inRow} from "./table/dom.js";
import {attempt, dropped, post, reason} from "./ui.js";

const LIMIT = 20 << 20; // maximum bytes of a file, as on the server
let last = Promise.resolve();

// Add files; `changed` is called after each file.
export function bringIn(/** @type {Iterable<File>} */ files, /** @type {() => unknown} */ changed) {
  for (const file of files) {
    const send = fileLine(file);
    last = last.then(send).then(async () => { await attempt(changed); });
  }
}

// Show a file in the list. Returns a function that sends the file and shows the result.
function fileLine(/** @type {File} */ file) {
  const halt = new AbortController(), {signal} = halt;
  const bar = el("progress", {max: "1", "aria-label": say("Progress of {file}", {file: file.name})}), state = el("span", {class: "soft", role: "status"}, "Waiting");
  const stop = button("Stop", () => halt.abort(), {"aria-label": say("Stop {file}", {file: file.name})});
  $("files").prepend(el("li", {}, el("b", {}, file.name), inRow(state, stop), bar));
  $("files").hidden = false;
  return async () => {
    [state.textContent, state.className] = await sent(file, signal, (words, part) => {
      state.textContent = words;
      if (part) bar.value = part;
    });
    bar.remove();
    dropped(stop, state);
  };
}

/** Send a file, and report the progress to `told`. Resolves to the result in words and its CSS class. @type {SendFile} */
async function sent(file, signal, told) {
  if (signal.aborted) return ["✗ Not started.", "soft"];
  if (file.size > LIMIT) return [say(file.name.endsWith(".sqlite") ? "✗ Refused: larger than {number} MiB. Add the library with n52 library import." : "✗ Refused: larger than {number} MiB. Add the file with n52 library add.", {number: LIMIT >> 20}), "warn"];
  let stored = "";
  const onLine = (/** @type {ImportLine} */ line) => {
    if (!line.of) return;
    stored = line.storing ? line.words : "";
    told(line.words, line.done / line.of);
  };
  told("Sending");
  try {
    const {words} = await post(`/api/library/import?name=${encodeURIComponent(file.name)}`, file, {signal, onLine});
    return [say("✓ Done: {deals}", {deals: words}), "good"];
  } catch (error) {
    const words = reason(error);
    return words ? [`✗ Refused: ${words}`, "warn"] : [`Stopped. ${stored || "Nothing was added."}`, "soft"];
  }
}
