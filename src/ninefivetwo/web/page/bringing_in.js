// Adds files to the library one after another; each file has a progress bar, a stop button and a result.
import {el, button, say} from "./table/dom.js";
import {dropped, post} from "./ui.js";

const LIMIT = 20 << 20;                          // maximum bytes of a file, as on the server

// Return a button, a list of the added files, and a function that adds files; `changed` is called after each file.
export function bringIn(changed) {
  const input = el("input", {type: "file", multiple: true, accept: ".n52,.json,.sqlite,.txt", class: "hidden", tabindex: "-1", "aria-hidden": "true"});
  const files = el("ul", {class: "files", "aria-label": say("FILES_ADDED")}), choose = el("span", {}, button(say("ADD_FILES"), () => input.click()), input);
  files.hidden = true;
  input.addEventListener("change", () => { take([...input.files]); input.value = ""; });
  let last = Promise.resolve();
  const take = chosen => {
    for (const file of chosen) {
      const line = fileLine(file);
      files.prepend(line.element);
      files.hidden = false;
      last = last.then(() => line.send(changed));
    }
  };
  return {choose, files, take};
}

// Make the line that shows one file.
function fileLine(file) {
  const stopping = new AbortController();
  const bar = el("progress", {max: "1", "aria-label": say("FILE_PROGRESS", {file: file.name})}), state = el("span", {class: "soft", role: "status"}, say("WAITING"));
  const stop = button(say("STOP"), () => stopping.abort(), {"aria-label": say("STOP_FILE", {file: file.name})});
  const element = el("li", {}, el("b", {}, file.name), el("div", {class: "row"}, state, stop), bar);
  const end = (words, kind) => {
    state.className = kind;
    state.textContent = words;
    bar.remove();
    dropped(stop, state);
  };
  async function send(changed) {
    if (stopping.signal.aborted) return end(say("NOT_STARTED"), "soft");
    if (file.size > LIMIT) return end(say(file.name.endsWith(".sqlite") ? "LIBRARY_TOO_LARGE" : "FILE_TOO_LARGE", {number: LIMIT >> 20}), "warn");
    let stored = "";
    state.textContent = say("SENDING");
    try {
      const told = await post(`/api/library/import?name=${encodeURIComponent(file.name)}`, file, {signal: stopping.signal, onLine(step) {
        if (!step.of) return;
        bar.value = step.done / step.of;
        stored = step.storing ? step.words : "";
        state.textContent = step.words;
      }});
      end(say("ADDED", {deals: told.words}), "good");
      await changed();
    } catch (error) {
      if (error.name !== "AbortError") return end(`${say("REFUSED")} ${error.message}`, "warn");
      end(stored ? `${say("STOPPED")} ${stored}` : say("STOPPED_BEFORE"), "soft");
      await changed();
    }
  }
  return {element, send};
}
