// A hint in a practice game: a worker runs a bot, and its answer is shown as text and as an arrow on the board.

import { post } from "./api.js";
import { BoardArrow } from "./board_arrow.js";
import { fill, h } from "./dom.js";
import { followed } from "./jobs.js";
import { playButton } from "./suggestion.js";
import { hundredths, say, texts } from "./words.js";

export class Hint {
  constructor(game, board, labels, onsent) {
    Object.assign(this, { game, labels, onsent, asked: 0, arrow: new BoardArrow(board), element: h("div", { class: "hint", "aria-live": "polite" }) });
  }

  // The game has changed: the hint is obsolete, also one that is still being computed.
  clear() {
    this.asked++;
    this.stopping?.abort();
    fill(this.element);
    this.arrow.clear();
  }

  // `milliseconds`: how long bots think in this game.
  async ask(seat, milliseconds) {
    this.clear();
    const nth = this.asked, stopping = new AbortController();
    const waiting = await post(`${this.game}/hints`, { seat });
    this.stopping = stopping;
    if (nth !== this.asked) stopping.abort();
    const job = await followed(this.element, waiting, () => texts.hint.thinking, milliseconds, stopping);
    this.stopping = null;
    if (nth !== this.asked) return;
    fill(this.element);
    if (!job) return;
    fill(this.element, job.hint ? this.#shown(job.hint, seat) : h("p", { class: "bad" }, job.why));
    this.arrow.show(job.hint?.command);
  }

  #shown({ command, reasons }, seat) {
    const notice = h("div", { role: "alert" });
    return [h("p", {}, h("strong", {}, command ? say(texts.hint.would, { what: this.labels.sentence(command) }) : texts.hint.waits)),
      command && h("p", {}, playButton(texts.hint.play, { game: this.game, seat, command, notice, onsent: this.onsent })), notice,
      reasons && this.#reasons(reasons)];
  }

  // The commands that the bot compared, best first.
  #reasons({ because, unit, candidates, considered }) {
    const value = (each) => each.value !== null && h("b", {}, hundredths(each.value, unit));
    const compared = candidates.map((each) => h("li", {}, this.labels.sentence(each.command), " ", value(each), each.wins && ` ${texts.hint.wins}`));
    return h("details", {}, h("summary", {}, texts.hint.why), h("p", { class: "about" }, because),
      candidates.length > 1 && [h("p", { class: "about" }, say(texts.hint.compared, { count: considered })), h("ol", {}, compared)]);
  }
}
