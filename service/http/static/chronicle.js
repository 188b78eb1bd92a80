// What happened, page by page and only as far as somebody looks: a sentence an event, and which versions are settled. A game
// of thousands of events is never fetched whole.

import { get } from "./api.js";

const PAGE = 200;

export class Chronicle {
  // `newest`: the last version that is known; whatever comes after it is fetched by `follow`.
  constructor(game, newest = 0) {
    Object.assign(this, { game, newest, lines: new Map(), asked: new Map() });
  }

  // Whatever has happened since.
  async follow() {
    for (let next = this.#address(this.newest); next; ) {
      const page = await get(next);
      this.#keep(page.items);
      this.newest = Math.max(this.newest, page.items.at(-1)?.version ?? 0);
      next = page.next;
    }
  }

  // The last `count` lines up to a version, oldest first.
  async upTo(version, count) {
    const first = Math.max(1, version - count + 1);
    const wanted = Array.from({ length: Math.max(0, version - first + 1) }, (_, n) => first + n);
    for (const each of wanted) await this.#ensure(each);
    return wanted.map((each) => this.lines.get(each));
  }

  // The first settled version from there on.
  async settledFrom(version) {
    for (let at = Math.max(1, version); at < this.newest; at++) {
      if ((await this.#line(at)).settled) return at;
    }
    return this.newest;
  }

  // The last settled version before; the first of all if there is none.
  async settledBefore(version) {
    for (let at = version - 1; at > 0; at--) {
      if ((await this.#line(at)).settled) return at;
    }
    return this.settledFrom(1);
  }

  async #line(version) {
    await this.#ensure(version);
    return this.lines.get(version);
  }

  // The page that holds a version; whoever asks for it meanwhile waits for the same answer.
  #ensure(version) {
    if (this.lines.has(version)) return null;
    const after = Math.floor((version - 1) / PAGE) * PAGE;
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
