// The score as stacked bars, and the ledger of each seat: which rule gave which points, and for what.

import { fill, h } from "./dom.js";
import { rulePage, say, texts, told } from "./words.js";

export class ScoreBars {
  constructor(element, { categories, seats, rulesHref, onversion }) {
    Object.assign(this, { element, categories, seats, rulesHref, onversion, opened: null });
  }

  // Show the score at a version (null: now). A score of null: there is none yet.
  show(score, version) {
    Object.assign(this, { score, version });
    this.#draw();
  }

  #draw() {
    const { score } = this;
    this.element.closest("section").hidden = !score;
    if (!score) return;
    const most = Math.max(1, ...score.seats.map((each) => each.total));
    const rows = [...score.seats].sort((a, b) => a.rank - b.rank || a.seat - b.seat).map((each) => this.#row(each, most));
    fill(this.element, h("p", { class: "about" }, this.#about()),
      h("div", { class: "bars" }, rows), this.#legend(), this.#ledger());
  }

  #about() {
    if (this.score.final) return texts.score.final;
    return this.version === null ? texts.score.provisional : say(texts.score.past, { version: this.version });
  }

  #row({ seat, total, breakdown }, most) {
    const parts = this.categories.filter(({ name }) => breakdown[name] > 0).map(({ name, title }) => {
      const label = `${title}: ${breakdown[name]}`;
      const part = h("button", { type: "button", class: `part part-${this.#nth(name)}`, title: label, "aria-label": `${this.seats.label(seat)}, ${label}`,
        "aria-expanded": String(this.#isOpen(seat, name)), onclick: () => this.#open(seat, name) }, String(breakdown[name]));
      part.style.flexGrow = String(breakdown[name]);
      return part;
    });
    const bar = h("div", { class: "bar" }, parts);
    bar.style.width = `${Math.max(4, (100 * total) / most)}%`;
    return h("div", { class: "score-row" }, h("span", { class: "score-who" }, this.seats.sign(seat), " ", this.seats.label(seat)),
      h("div", { class: "track" }, bar), h("strong", {}, String(total)));
  }

  #legend() {
    const used = this.categories.filter(({ name }) => this.score.seats.some(({ breakdown }) => breakdown[name] > 0));
    return h("ul", { class: "legend" }, used.map(({ name, title }) => h("li", {}, h("span", { class: `part part-${this.#nth(name)}` }), " ", title)));
  }

  #nth(name) {
    return this.categories.findIndex((each) => each.name === name) % 8;
  }

  #isOpen(seat, name) {
    return this.opened?.seat === seat && this.opened?.name === name;
  }

  #open(seat, name) {
    this.opened = this.#isOpen(seat, name) ? null : { seat, name };
    this.#draw();
    this.element.querySelector(`[aria-expanded=true]`)?.focus();
  }

  #ledger() {
    if (!this.opened) return h("p", { class: "about" }, this.score.ledger.length ? texts.score.all : texts.score.none);
    const { seat, name } = this.opened;
    const lines = this.score.ledger.filter((each) => each.seat === seat && each.category === name);
    const title = this.categories.find((each) => each.name === name).title;
    return h("table", { class: "ledger" }, h("caption", {}, say(texts.score.ledger, { who: this.seats.label(seat), category: title })),
      h("tbody", {}, lines.map((each) => this.#line(each))));
  }

  #line({ points, rule, version, about }) {
    const jump = version && h("button", { type: "button", class: "link", onclick: () => this.onversion(version) }, say(texts.score.version, { version }));
    return h("tr", {}, h("td", { class: "points" }, String(points)), h("td", {}, (about ?? []).map(told).join(", ")),
      h("td", {}, h("a", { href: rulePage(`${this.rulesHref}/${rule}`) }, rule)), h("td", {}, jump));
  }
}
