// Mark what changes on the board: for a moment after each change, or since an earlier version. The title of a thing says
// everything about it, so a thing has changed if its title has.

import { get, isAway } from "./api.js";
import { theme } from "./theme.js";

const MOMENT = 1_600; // milliseconds

const nameOf = ({ dataset: { kind, id, of } }) => JSON.stringify([kind, id, of]);
const things = (root) => [...root.querySelectorAll("[data-kind]")];
const titlesOf = (root) => new Map(things(root).map((each) => [nameOf(each), each.querySelector("title")?.textContent]));

export class Changes {
  // `roots`: the elements with the map and with the panels of the picture.
  constructor(roots, address) {
    Object.assign(this, { roots, address, then: null, asked: 0 });
    this.before = this.#titles();
    const observer = new MutationObserver(() => this.#drawn());
    roots.forEach((each) => observer.observe(each, { childList: true, subtree: true }));
  }

  get #things() {
    return this.roots.flatMap(things);
  }

  #titles() {
    return new Map(this.roots.flatMap((each) => [...titlesOf(each)]));
  }

  #changed(before) {
    return this.#things.filter((each) => before.get(nameOf(each)) !== each.querySelector("title")?.textContent);
  }

  // Call this after the picture of the board has changed: mark the new objects for a moment. Mark nothing in the first picture,
  // or if the board is another one.
  #drawn() {
    const changed = this.before.size ? this.#changed(this.before) : [];
    this.before = this.#titles();
    this.#markNews();
    if (changed.length > this.before.size / 2) return;
    changed.forEach((each) => each.setAttribute("data-changed", ""));
    setTimeout(() => changed.forEach((each) => each.removeAttribute("data-changed")), MOMENT);
  }

  // Mark what has changed since a version, or remove the marks (null). New pictures get the marks as well.
  async since(version) {
    const nth = ++this.asked;
    const text = version === null ? null : await get(`${this.address}?theme=${theme()}&version=${version}`).catch((error) => {
      if (!isAway(error)) throw error;
    });
    if (nth !== this.asked) return;
    this.then = text ? titlesOf(new DOMParser().parseFromString(text, "image/svg+xml").documentElement) : null;
    this.#markNews();
  }

  #markNews() {
    this.#things.forEach((each) => each.removeAttribute("data-news"));
    if (this.then) this.#changed(this.then).forEach((each) => each.setAttribute("data-news", ""));
  }
}
