// A slider through all settled versions, the ends of commits, with keys.

import { fill, h } from "./dom.js";
import { say, texts } from "./words.js";

export class Timeline {
  constructor(element, onmove) {
    Object.assign(this, { element, onmove, versions: [], at: 0, follows: true });
    this.slider = h("input", { type: "range", min: 0, max: 0, "aria-label": texts.timeline.label, title: texts.timeline.keys,
      oninput: () => this.#go(Number(this.slider.value)) });
    this.told = h("output", {});
    const button = (text, label, to) => h("button", { type: "button", "aria-label": label, title: label, onclick: () => this.#go(to()) }, text);
    fill(element, button("«", texts.timeline.first, () => 0), button("‹", texts.timeline.back, () => this.at - 1), this.slider,
      button("›", texts.timeline.on, () => this.at + 1), button("»", texts.timeline.last, () => this.versions.length - 1), this.told);
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  // The version that is shown; null: now.
  get version() {
    return this.follows ? null : this.versions[this.at];
  }

  extend(versions) {
    this.versions.push(...versions);
    if (this.follows) this.at = Math.max(0, this.versions.length - 1);
    this.#show();
  }

  toVersion(version) {
    this.#go(this.versions.findIndex((each) => each >= version));
  }

  now() {
    this.#go(this.versions.length - 1);
  }

  #go(to) {
    const at = Math.max(0, Math.min(this.versions.length - 1, to));
    this.follows = at === this.versions.length - 1;
    if (at === this.at && !this.follows) return;
    this.at = at;
    this.#show();
    this.onmove(this.version);
  }

  #show() {
    this.slider.max = String(Math.max(0, this.versions.length - 1));
    this.slider.value = String(this.at);
    const text = say(texts.timeline.value, { version: this.versions[this.at] ?? 0, last: this.versions.at(-1) ?? 0 });
    this.slider.setAttribute("aria-valuetext", text);
    this.told.textContent = text;
  }

  #key(event) {
    const steps = { ArrowLeft: -1, ArrowRight: 1 };
    if (event.target.closest("input, select, textarea, button, [role=button], a") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key in steps) this.#go(this.at + steps[event.key]);
    else if (event.key === "Home") this.#go(0);
    else if (event.key === "End") this.now();
    else return;
    event.preventDefault();
  }
}
