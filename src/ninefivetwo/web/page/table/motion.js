// The motion of cards, which glide to their places at the chosen speed, or jump there.

/** @type {Record<Speed, Pace>} */
const PACES = {
  slow: {times: 1.7, beat: 500, hold: 1300},
  normal: {times: 1, beat: 160, hold: 700},
  fast: {times: 0.5, beat: 10, hold: 70},
  instant: {times: 0, beat: 0, hold: 0},
};
// Durations in ms at normal speed.
export const SLIDE = 160;
export const PLAY = 220;
export const SWEEP = 260;
export const FLIGHT = 380;
export const DEAL = 320;
const SETTLE = 160, TICK = 400;
const STILL = window.matchMedia("(prefers-reduced-motion: reduce)");
const ABOVE = 1000; // added to the z-index of moving cards

export class Motion {
  pace = PACES.instant; skipping = false; stops = /** @type {Set<() => void>} */ (new Set());

  set speed(/** @type {Speed} */ name) {
    this.pace = STILL.matches || document.hidden ? PACES.instant : PACES[name] || PACES.normal;
  }
  // End all motion at once, and skip all further motion until `skipping` is false again.
  skip() {
    this.skipping = true;
    for (const stop of this.stops) stop();
  }
  // Move pieces to `places`, which are for cards of this width; `stagger` is the delay in ms from piece to piece.
  glide(/** @type {Map<Piece, Spot>} */ places, /** @type {number} */ width, /** @type {number} */ ms, stagger = 0) {
    const times = this.skipping ? 0 : this.pace.times, ways = /** @type {Promise<void>[]} */ ([]);
    for (const [piece, place] of places) {
      const {element, transform: from} = piece, to = transformOf(place, width);
      element.style.setProperty("--seen", (place.seen / place.scale).toFixed(1) + "px");
      element.style.setProperty("--scale", place.scale.toFixed(3));
      element.classList.toggle("covered", place.seen < 0.9 * width * place.scale);
      element.style.zIndex = `${place.z}`;
      if (to === from) continue;
      element.style.transform = piece.transform = to;
      if (from && ms * times > 0) ways.push(this.way(piece, from, to, ms * times, stagger * times * ways.length));
    }
    return Promise.all(ways);
  }
  /** @type {MovePiece} */ way({element, place}, from, to, duration, delay) {
    const z = Number(element.style.zIndex), frames = {transform: [from, to], opacity: [1, place === "won" ? 0 : 1]};
    const moving = element.animate(frames, {duration, delay, easing: "cubic-bezier(.2,.8,.2,1)", fill: "backwards"});
    const stop = () => moving.finish();
    moving.currentTime = 16; // in ms, so that the motion is visible in the next frame
    element.style.zIndex = `${z + ABOVE}`;
    this.stops.add(stop);
    return moving.finished.then(() => {}, () => {}).then(() => {
      this.stops.delete(stop);
      if (Number(element.style.zIndex) === z + ABOVE) element.style.zIndex = `${z}`;
    });
  }
  // Let a card land a little larger than the others, and settle.
  settle(/** @type {HTMLElement} */ element) {
    const times = this.skipping ? 0 : this.pace.times;
    return times ? element.animate({scale: [1.06, 1]}, {duration: SETTLE * times, easing: "ease-out"}).finished.catch(() => {}) : null;
  }
  wait(/** @type {number} */ ms) {
    if (!ms || this.skipping) return Promise.resolve();
    return /** @type {Promise<void>} */ (new Promise(resolve => {
      const end = () => { this.stops.delete(end); resolve(); };
      this.stops.add(end);
      setTimeout(end, ms);
    }));
  }
}
/** Write a number that counts up or down to its new value; a score is counted at a deal's end. @type {CountTo} */
export function tick(element, before, now, write, speed) {
  const still = STILL.matches || document.hidden || before === undefined || speed === "instant", start = performance.now(), from = before ?? now;
  const step = (/** @type {number} */ time) => {
    const part = still ? 1 : Math.min(1, Math.max(0, time - start) / TICK);
    element.textContent = write(part < 1 ? Math.round(from + (now - from) * part) : now);
    if (part < 1) requestAnimationFrame(step);
  };
  step(start);
}
export function transformOf(/** @type {Pose} */ {x, y, turn, scale}, /** @type {number} */ width) {
  const left = (x - width / 2).toFixed(1), top = (y - width * 0.7).toFixed(1);
  return `translate(${left}px,${top}px) rotate(${turn.toFixed(2)}deg) scale(${scale.toFixed(3)})`;
}
