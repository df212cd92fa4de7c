// The connection to the match on the server: sends the user's actions, draws the answers, and follows other tabs.
import {post} from "./ui.js";

const BACK = ["undo", "leave"]; // actions that the user can take while computers act
const TRIES = 3; // maximum number of attempts for undo and leave, because two computers may act in the meantime

export class MatchLink {
  run = 0; halt = /** @type {AbortController | null} */ (null);
  heard = /** @type {Promise<boolean> | null} */ (null); // whether the server accepted the last request
  drawn = /** @type {Promise<unknown>} */ (Promise.resolve());
  release = () => {};
  followed = () => {};
  // `table` is the name of the match (TableName in web/play_match.py). `followed` is called when the actions of another
  // tab have been drawn.
  constructor(/** @type {TableName} */ table, /** @type {MatchShown | null} */ match, /** @type {DrawMatch} */ draw) {
    this.table = table; this.match = match; this.draw = draw;
    this.channel = new BroadcastChannel("n52");
    this.channel.addEventListener("message", (/** @type {MessageEvent<ToTabs>} */ {data: told}) => { if (told.match === table && told.version !== this.version) this.follow(); });
    window.addEventListener("focus", () => this.follow());
  }
  get busy() { return this.halt !== null; }
  get version() { return this.match && this.match.version; }

  // Request a change of the match; resolves when all answers are drawn. Throws an Error with the server's message.
  async send(/** @type {MatchChange} */ what, more = {}) {
    const waited = this.busy && BACK.includes(what);
    if (waited && !await this.underWay() && what === "undo") return; // the server has refused the choice that undo would take back
    const before = this.match, run = this.leave();
    const halt = this.halt = new AbortController(), hears = this.hears(what);
    try {
      for (let tries = waited ? TRIES : 1; tries > 0; tries--) {
        const stale = /** @type {MatchShown[]} */ ([]);
        const onLine = (/** @type {MatchLine} */ line) => { hears(true); if (line.stale && tries > 1 && sameDeal(line.match, before)) stale.push(line.match); else this.take(line, run); };
        await post(`/api/match/${what}`, {version: this.version, table: this.table, ...more}, {onLine, signal: halt.signal});
        const found = stale.pop();
        if (!found) break;
        this.match = found; // only computers have acted, so undo and leave still do what the user wants
      }
    } finally {
      hears(false);
      if (this.halt === halt) this.halt = null;
      this.channel.postMessage({match: this.table, version: this.version});
    }
    if (run === this.run) await this.drawn;
  }
  // Wait until the server has begun to answer all requests in progress; resolves to whether it accepted the last
  // request. Otherwise, undo could take back an earlier choice while the user's last choice is still being sent.
  async underWay() {
    for (;;) {
      const {heard} = this, done = await heard;
      if (heard === this.heard) return done;
    }
  }
  // Return a function to call with whether the server accepted the request; go-on counts as accepted at once.
  hears(/** @type {MatchChange} */ what) {
    let found = (/** @type {boolean} */ _) => {};
    this.heard = new Promise(resolve => { found = resolve; });
    if (what === "go-on") found(true);
    return found;
  }
  // Stop waiting for the requests in progress, and draw no more of their answers.
  leave() {
    if (this.halt) this.halt.abort();
    this.halt = null;
    this.release();
    return ++this.run;
  }
  take(/** @type {MatchLine} */ line, /** @type {number} */ run) {
    if (run !== this.run) return;
    const match = this.match = line.match === undefined ? this.match : line.match;
    this.drawn = this.drawn.then(() => run === this.run ? this.draw(match, line) : null);
  }
  // Draw the actions of another tab, then call `followed`.
  async follow() {
    if (this.busy) return;
    const run = this.run, found = await post("/api/match/state", {table: this.table}).catch(() => null);
    if (!found || run !== this.run || this.busy) return; // if the server did not answer, the user's next action will report the error
    if ((found.match && found.match.version) === this.version) return;
    this.take({match: found.match}, run);
    await this.drawn;
    if (run === this.run) this.followed();
  }
}

/** @returns {one is MatchShown} */ const sameDeal = (/** @type {MatchShown | null | undefined} */ one, /** @type {MatchShown | null} */ other) => Boolean(one && other && one.number === other.number && one.events > other.events);
