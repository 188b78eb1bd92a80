// What a bot would do in practice: a worker lets it think, and its answer is shown in words.

import { get, post } from "./api.js";
import { fill, h } from "./dom.js";
import { human, say, texts, told } from "./words.js";

const EVERY = 400; // milliseconds between looks at the job
const DONE = new Set(["done", "failed"]);

export class Hint {
  constructor(game) {
    Object.assign(this, { game, element: h("div", { class: "hint", "aria-live": "polite" }) });
  }

  async ask(seat) {
    fill(this.element, h("p", {}, texts.hint.thinking));
    let job = await post(`${this.game}/hints`, { seat });
    while (!DONE.has(job.status)) {
      await new Promise((done) => setTimeout(done, EVERY));
      job = await get(job.href);
    }
    fill(this.element, job.hint ? this.#shown(job.hint) : h("p", { class: "bad" }, job.why));
  }

  #shown({ bot, command, reasons }) {
    const { type, ...rest } = command ?? {};
    return [h("p", {}, h("strong", {}, command ? say(texts.hint.would, { bot, what: human(type) }) : say(texts.hint.waits, { bot }))),
      h("ul", {}, Object.entries(rest).map(([name, value]) => h("li", {}, `${human(name)}: ${told(value)}`))),
      reasons && h("p", { class: "about" }, told(reasons))];
  }
}
