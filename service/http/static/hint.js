// A hint in a practice game: a worker runs a bot, and its answer is shown as text.

import { post } from "./api.js";
import { fill, h } from "./dom.js";
import { ended } from "./jobs.js";
import { commandTold, human, hundredths, say, texts, told } from "./words.js";

export class Hint {
  constructor(game) {
    Object.assign(this, { game, asked: 0, element: h("div", { class: "hint", "aria-live": "polite" }) });
  }

  // The game has changed: the hint is obsolete, also one that is still being computed.
  clear() {
    this.asked++;
    fill(this.element);
  }

  async ask(seat) {
    const nth = ++this.asked;
    fill(this.element, h("p", {}, texts.hint.thinking));
    const job = await ended(await post(`${this.game}/hints`, { seat }));
    if (nth === this.asked) fill(this.element, job.hint ? this.#shown(job.hint) : h("p", { class: "bad" }, job.why));
  }

  #shown({ bot, command, reasons }) {
    const { type, ...rest } = command ?? {};
    return [h("p", {}, h("strong", {}, command ? say(texts.hint.would, { bot: human(bot), what: human(type) }) : say(texts.hint.waits, { bot: human(bot) }))),
      h("ul", {}, Object.entries(rest).map(([name, value]) => h("li", {}, `${human(name)}: ${told(value)}`))),
      reasons && this.#reasons(reasons)];
  }

  // The commands that the bot compared, best first.
  #reasons({ because, unit, candidates, considered }) {
    const value = (each) => each.value !== null && h("b", {}, hundredths(each.value, unit));
    const compared = candidates.map((each) => h("li", {}, commandTold(each.command), " ", value(each), each.wins && ` ${texts.hint.wins}`));
    return h("details", {}, h("summary", {}, texts.hint.why), h("p", { class: "about" }, because),
      candidates.length > 1 && [h("p", { class: "about" }, say(texts.hint.compared, { count: considered })), h("ol", {}, compared)]);
  }
}
