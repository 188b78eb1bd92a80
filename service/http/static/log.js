// The game log, newest first: one sentence for each event, written by the ruleset.

import { fill, h } from "./dom.js";
import { rulePage, say, texts } from "./words.js";

const PAGE = 60; // lines to show first, and at each click for more

export class Log {
  constructor(element, { story, seats, onversion }) {
    Object.assign(this, { element, story, seats, onversion, most: PAGE, asked: 0 });
  }

  // Show the log up to a version (null: up to now).
  async show(version) {
    const nth = ++this.asked;
    this.version = version;
    const upTo = version ?? this.story.newest;
    const lines = await this.story.upTo(upTo, this.most);
    if (nth !== this.asked) return;
    const more = upTo > this.most && h("button", { type: "button", onclick: () => this.#more() }, texts.log.earlier);
    fill(this.element, h("ol", { class: "log", reversed: true }, lines.reverse().map((each) => this.#line(each))), more);
  }

  #more() {
    this.most += 10 * PAGE;
    this.show(this.version);
  }

  // With the sign of the seat that the sentence is about, which may not be the seat that acted.
  #line({ version, subject, sentence, rule, rule_href: href }) {
    const jump = h("button", { type: "button", class: "version", "aria-label": say(texts.score.version, { version }), onclick: () => this.onversion(version) }, String(version));
    return h("li", {}, jump, Number.isInteger(subject) ? this.seats.sign(subject) : h("span", { class: "sign" }), h("span", {}, sentence, rule && [" ", h("a", { href: rulePage(href), class: "rule" }, rule)]));
  }
}
