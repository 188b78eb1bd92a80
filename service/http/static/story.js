// The story of a game, loaded page by page and only where it is needed: a sentence for each event, and which versions are
// settled. A game may have thousands of events, so it is never loaded as a whole.

import { get } from "./api.js";

const PAGE = 200;
const pageOf = (version) => Math.floor((version - 1) / PAGE) * PAGE;

export class Story {
  // `newest`: the last known version. `follow` loads later ones.
  constructor(game, newest = 0) {
    Object.assign(this, { game, newest, lines: new Map(), asked: new Map() });
  }

  // Load the events since the last known version.
  async follow() {
    for (let next = this.#address(this.newest); next; ) {
      const page = await get(next);
      this.#keep(page.items);
      this.newest = Math.max(this.newest, page.items.at(-1)?.version ?? 0);
      next = page.next;
    }
  }

  // Load the loaded lines again after the end of the game, because only then they have notes.
  async reload() {
    const pages = new Set([...this.lines.keys()].map(pageOf));
    for (const after of pages) this.#keep((await get(this.#address(after))).items);
  }

  // Return the last `count` lines up to a version, oldest first.
  async upTo(version, count) {
    const first = Math.max(1, version - count + 1);
    const wanted = Array.from({ length: Math.max(0, version - first + 1) }, (_, n) => first + n);
    for (const each of wanted) await this.#ensure(each);
    return wanted.map((each) => this.lines.get(each));
  }

  // Return the first settled version at or after this one.
  async settledFrom(version) {
    for (let at = Math.max(1, version); at < this.newest; at++) {
      if ((await this.line(at)).settled) return at;
    }
    return this.newest;
  }

  // Return the last settled version before this one, or the first of all.
  async settledBefore(version) {
    for (let at = version - 1; at > 0; at--) {
      if ((await this.line(at)).settled) return at;
    }
    return this.settledFrom(1);
  }

  async line(version) {
    await this.#ensure(version);
    return this.lines.get(version);
  }

  // Return the page of a version. Calls at the same time share one request.
  #ensure(version) {
    if (this.lines.has(version)) return null;
    const after = pageOf(version);
    if (!this.asked.has(after)) {
      this.asked.set(after, get(this.#address(after)).then(({ items }) => this.#keep(items)).finally(() => this.asked.delete(after)));
    }
    return this.asked.get(after);
  }

  #address(after) {
    return `${this.game}/story?after=${after}&limit=${PAGE}`;
  }

  #keep(items) {
    items.forEach((each) => this.lines.set(each.version, each));
  }
}
