// A slider through all settled versions (the ends of commits), with keys. Settled versions are loaded where they are needed.

import { fill, h } from "./dom.js";
import { say, texts } from "./words.js";

export class Timeline {
  constructor(element, { story, onmove }) {
    Object.assign(this, { element, story, onmove, at: 0, follows: true, asked: 0 });
    this.slider = h("input", { type: "range", min: 1, max: 1, "aria-label": texts.timeline.label, title: texts.timeline.keys,
      oninput: () => this.toVersion(Number(this.slider.value)) });
    this.told = h("output", {});
    const button = (text, label, go) => h("button", { type: "button", "aria-label": label, title: label, onclick: go }, text);
    fill(element, button("«", texts.timeline.first, () => this.toVersion(1)), button("‹", texts.timeline.back, () => this.#back()), this.slider,
      button("›", texts.timeline.on, () => this.#on()), button("»", texts.timeline.last, () => this.now()), this.told);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  // The version that is shown; null: now.
  get version() {
    return this.follows ? null : this.at;
  }

  // The game has a new version.
  extend() {
    if (this.follows) this.at = this.story.newest;
    this.#show(this.at);
  }

  toVersion(version) {
    this.#show(version);
    return this.#go(this.story.settledFrom(version));
  }

  now() {
    return this.#go(this.story.newest);
  }

  #back() {
    return this.#go(this.story.settledBefore(this.at));
  }

  #on() {
    return this.#go(this.story.settledFrom(this.at + 1));
  }

  // Go to a version, which may have to be loaded first. The last call wins.
  async #go(wanted) {
    const nth = ++this.asked;
    const at = await wanted;
    if (nth !== this.asked) return;
    const was = this.version;
    this.follows = at === this.story.newest;
    this.at = at;
    this.#show(at);
    if (was !== this.version || this.follows) this.onmove(this.version);
  }

  #show(version) {
    this.slider.max = String(Math.max(1, this.story.newest));
    this.slider.value = String(version);
    const text = say(texts.timeline.value, { version, last: this.story.newest });
    this.slider.setAttribute("aria-valuetext", text);
    this.told.textContent = text;
  }

  #key(event) {
    const keys = { ArrowLeft: () => this.#back(), ArrowRight: () => this.#on(), Home: () => this.toVersion(1), End: () => this.now() };
    const isTaken = event.target.closest("input:not([type=range]), select, textarea, button, [role=button], a, dialog");
    if (isTaken || event.altKey || event.ctrlKey || event.metaKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
  }
}
