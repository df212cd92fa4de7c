// The match as the server tells it: what the person asks for is sent, what comes is drawn in order, other tabs are followed.
import {post} from "./ui.js";

const BACK = ["undo", "leave"];                  // what may be asked for while computers act
const TRIES = 3;                                 // two computers may have acted before the server knew that nobody waits for them

export class MatchLink {
  // table: which of the browser's matches; draw(match, line): draws a state, null for no match, and resolves when it is seen.
  // `followed` is called when what another tab has done is drawn.
  constructor(table, match, version, draw) {
    Object.assign(this, {table, match, version, draw, run: 0, halt: null, heard: null, drawn: Promise.resolve(), release: () => {}, followed: () => {}});
    this.channel = new BroadcastChannel("n52");
    this.channel.addEventListener("message", event => { if (event.data.match === table && event.data.version !== this.version) this.follow(); });
    window.addEventListener("focus", () => this.follow());
  }
  get busy() { return this.halt !== null; }

  // Ask for a change; resolves when all that followed has been drawn.  Throws the server's one line.
  async send(what, more = {}) {
    const waited = this.busy && BACK.includes(what);
    if (waited && !await this.underWay() && what === "undo") return;   // what was to be taken back was refused
    const before = this.match, run = this.leave();
    const halt = this.halt = new AbortController(), hears = this.hears(what);
    try {
      for (let tries = waited ? TRIES : 1; tries > 0; tries--) {
        let stale = null;
        const onLine = line => { hears(true); if (line.stale && tries > 1 && sameDeal(line.match, before)) stale = line.match; else this.take(line, run); };
        await post(`/api/match/${what}`, {version: this.version, table: this.table, ...more}, {onLine, signal: halt.signal});
        if (!stale) break;
        Object.assign(this, {match: stale, version: stale.version});   // only computers have acted: what is to be taken back, or left, is the same
      }
    } finally {
      hears(false);
      if (this.halt === halt) this.halt = null;
      this.channel.postMessage({match: this.table, version: this.version});
    }
    if (run === this.run) await this.drawn;
  }
  // Waits until the server has begun to answer all that is under way, and tells whether it did the last of it: before
  // that, what is to be taken back may not be done, and an earlier choice would go in its place.
  async underWay() {
    let heard, done;
    do done = await (heard = this.heard); while (heard !== this.heard);
    return done;
  }
  // To be called with whether the server did what is asked; of computers that go on nothing is waited for.
  hears(what) {
    let found;
    this.heard = new Promise(resolve => { found = resolve; });
    if (what === "go-on") found(true);
    return found;
  }
  // Nothing that is under way is waited for or drawn any more.
  leave() {
    if (this.halt) this.halt.abort();
    this.halt = null;
    this.release();
    return ++this.run;
  }
  take(line, run) {
    if (run !== this.run) return;
    const match = "match" in line ? line.match : this.match;
    this.match = match;
    this.version = match && match.version;
    this.drawn = this.drawn.then(() => run === this.run ? this.draw(match, line) : null);
  }
  // Show what another tab has done, and go on where nobody does.
  async follow() {
    if (this.busy) return;
    const run = this.run, found = await post("/api/match/state", {table: this.table}).catch(() => null);
    if (!found) return;                          // the server is gone: what the person does next will say so
    const {match} = found;
    if (run !== this.run || this.busy) return;
    if ((match && match.version) === this.version) return;
    this.take({match}, run);
    await this.drawn;
    if (run === this.run) this.followed();
  }
}

const sameDeal = (one, other) => Boolean(one && other && one.number === other.number && one.events > other.events);
