// Cards dragged or flicked out of a hand with a finger, a pen or a mouse.
import {targetOf} from "./dom.js";

const SLOP = 8, // pixels that a press may move
  PULL = 60, // pixels upwards that take a dragged card out of the hand
  FAST = 0.5, // pixels per ms, from which a movement upwards is a flick
  SHORT = 300; // maximum duration of a flick in ms

/** Let cards in `layer` be dragged. movable(element) returns the piece to drag, or null; thrown(piece, flicked) is called
 * when a card leaves the hand upwards. @type {DragCards} */
export function dragging(layer, movable, thrown) {
  let held = /** @type {Held | null} */ (null);
  layer.addEventListener("pointerdown", event => {
    const element = targetOf(event).closest(".card"),
      piece = element && event.isPrimary && event.button === 0 ? movable(element) : null;
    held = piece && {piece, element: piece.element, x: event.clientX, y: event.clientY, at: event.timeStamp, id: event.pointerId, moved: false};
  });
  layer.addEventListener("pointermove", event => {
    if (!held || event.pointerId !== held.id) return;
    const across = event.clientX - held.x, down = event.clientY - held.y;
    if (!held.moved && Math.hypot(across, down) < SLOP) return;
    if (!held.moved) held.element.setPointerCapture(held.id);
    held.moved = true;
    held.element.classList.add("dragged");
    held.element.style.translate = `${across}px ${down}px`;
  });
  const end = (/** @type {PointerEvent} */ event) => {
    const now = held;
    held = null;
    if (!now || !now.moved) return;
    now.element.classList.remove("dragged");
    now.element.style.translate = "";
    layer.addEventListener("click", stopped, {capture: true, once: true}); // the click that follows is no press
    setTimeout(() => layer.removeEventListener("click", stopped, {capture: true}));
    const up = now.y - event.clientY, ms = event.timeStamp - now.at, flicked = ms < SHORT && up / ms > FAST;
    if (event.type === "pointerup" && (flicked || up > PULL)) thrown(now.piece, flicked);
  };
  layer.addEventListener("pointerup", end);
  layer.addEventListener("pointercancel", end);
}
const stopped = (/** @type {Event} */ event) => event.stopPropagation();
