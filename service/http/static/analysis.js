// The analysis of a finished game by the best bot. A worker computes it once, and the server stores it.

import { get, post } from "./api.js";
import { required } from "./account.js";
import { orTold } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { followed } from "./jobs.js";
import { human, hundredths, say, texts } from "./words.js";

const DEAREST = 10; // number of decisions that are shown first

export const isOver = ({ status }) => status === "finished" || status === "aborted";

const isDear = ({ cost, missed }) => missed !== null || cost > 0;
const dearest = (one, other) => (other.missed !== null) - (one.missed !== null) || other.cost - one.cost || one.version - other.version;

export class Analysis {
  constructor(element, { game, seats, labels, onversion }) {
    Object.assign(this, { element, game, seats, labels, onversion, known: null, all: false, notice: h("div", { role: "status" }) });
  }

  // Only for a finished game. A complete analysis does not change.
  async show(summary) {
    this.element.closest("section").hidden = !isOver(summary);
    if (!isOver(summary) || this.known) return;
    this.known = await this.#fetched();
    this.#draw();
  }

  async #fetched() {
    const found = await get(`${this.game}/analysis?limit=200`);
    for (let next = found.next; next; ) {
      const page = await get(next);
      found.items.push(...page.items);
      next = page.next;
    }
    return found;
  }

  async #ask() {
    if (!(await required())) return;
    const job = await followed(this.notice, await post(`${this.game}/analysis`), ({ done, of }) => say(texts.analysis.thinking, { done, of: of || "…" }));
    fill(this.notice, job?.status === "failed" && h("p", { class: "bad" }, job.why));
    this.known = await this.#fetched();
    this.#draw();
  }

  #draw() {
    const { judge, judged, decisions } = this.known;
    const ask = judged < decisions || !judge ? h("button", { type: "button", onclick: () => orTold(this.notice, () => this.#ask()) }, texts.analysis.ask) : null;
    fill(this.element, h("p", { class: "about" }, judge ? say(texts.analysis.by, { bot: human(judge.bot) }) : texts.analysis.about), judged > 0 && [this.#sums(), this.#decisions()], ask, this.notice);
  }

  #sums() {
    const { seats, judge } = this.known;
    const row = (cells, tag) => h("tr", {}, cells.map((each) => h(tag, {}, each)));
    const rows = seats.map(({ seat, decisions, agreed, cost, missed }) =>
      row([h("span", {}, this.seats.sign(seat), " ", this.seats.label(seat)), String(decisions), String(agreed), hundredths(cost, judge.unit), String(missed)], "td"));
    return h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": texts.analysis.sums }, h("table", {}, h("thead", {}, row(texts.analysis.columns, "th")), h("tbody", {}, rows)));
  }

  // The most costly decisions first; all of them in the order of play.
  #decisions() {
    const dear = this.known.items.filter(isDear);
    if (dear.length === 0) return h("p", {}, texts.analysis.nothing);
    const shown = this.all ? dear : [...dear].sort(dearest).slice(0, DEAREST);
    const more = dear.length > DEAREST && h("button", { type: "button", "aria-expanded": String(this.all), onclick: () => this.#toggle() }, this.all ? texts.analysis.few : say(texts.analysis.all, { count: dear.length }));
    return [h("h3", {}, texts.analysis.dearest), h("ol", { class: "log" }, shown.map((each) => this.#decision(each))), more];
  }

  #toggle() {
    this.all = !this.all;
    this.#draw();
  }

  #decision({ version, seat, bot, sent, best, cost, missed }) {
    const { unit } = this.known.judge;
    const price = missed ? texts.analysis.missed[missed] : say(texts.analysis.cost, { cost: hundredths(cost, unit) });
    const who = bot ? `${this.seats.label(seat)} · ${human(bot)}` : this.seats.label(seat);
    return h("li", {}, h("button", { type: "button", class: "version", "aria-label": say(texts.score.version, { version }), onclick: () => this.onversion(version) }, String(version)),
      this.seats.sign(seat), h("span", {}, h("strong", {}, price), ` · ${who}`, h("br"), this.labels.sentence(sent), h("br"), h("small", {}, say(texts.analysis.better, { what: this.labels.sentence(best) }))));
  }
}
