// The bar of a page that shows a past position. It stays visible while scrolling, and has buttons to go back to now and, where
// allowed, to play on from there.

import { post } from "./api.js";
import { orTold } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { say, texts } from "./words.js";

export class Past {
  constructor(element, { game, onnow, onchange }) {
    Object.assign(this, { element, game, onnow, onchange, summary: null, notice: h("span", { role: "status" }) });
  }

  show(version, summary = this.summary) {
    Object.assign(this, { version, summary });
    this.element.hidden = version === null;
    if (version === null) return;
    const button = (text, action) => h("button", { type: "button", onclick: () => orTold(this.notice, action) }, text);
    const { isSeated, isOver } = this.#standing();
    fill(this.element, h("span", { role: "status" }, say(texts.game.past, { version })), h("span", { class: "row" }, button(texts.game.now, this.onnow),
      isSeated && summary.status === "running" && button(summary.practice ? texts.past.undo : texts.past.ask, () => this.#undo()),
      (isOver || (isSeated && summary.practice)) && button(texts.past.branch, () => this.#branch())), this.notice);
  }

  #standing() {
    const isOver = this.summary?.status === "finished" || this.summary?.status === "aborted";
    return { isOver, isSeated: Boolean(this.summary?.seats.some((each) => each.mine && each.kind !== "bot")) };
  }

  // Undo for all seats. All players must agree, except in a practice game.
  async #undo() {
    const outcome = await post(`${this.game}/undo`, { to: this.version, together: true }).catch((refused) => {
      if (refused.kind !== "cannot-undo") throw refused; // its text is for programs
      fill(this.notice, h("p", { class: "bad" }, texts.past.cannot));
    });
    if (!outcome) return;
    await this.onchange(outcome);
    this.onnow();
  }

  async #branch() {
    const made = await post(`${this.game}/branches`, { version: this.version });
    location.href = `/games/${made.id}`;
  }
}
