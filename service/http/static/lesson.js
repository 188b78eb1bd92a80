// A guided first game: the page shows one instruction of the ruleset at a time, until the player continues alone. The log says
// which steps are done, so the lesson continues after a reload.

import { get } from "./api.js";
import { BoardArrow } from "./board_arrow.js";
import { fill, h } from "./dom.js";
import { covers, playButton } from "./suggestion.js";
import { say, texts } from "./words.js";

const KEY = "kontor.lesson"; // the game whose first turns are explained
const PAGE = 200;

export const begin = (game) => localStorage.setItem(KEY, game);

export class Lesson {
  constructor(element, { id, ruleset, game, seats, board, onsent }) {
    Object.assign(this, { element, id, ruleset, game, seats, onsent, read: 0, caused: [], arrow: new BoardArrow(board), notice: h("div", { role: "alert" }) });
  }

  get #isOn() {
    return localStorage.getItem(KEY) === this.id;
  }

  // Show the step that is next. `legal`: what each seat of the player may do now; none if the board shows a past position.
  async show(legal) {
    if (!this.#isOn) return;
    this.steps ??= (await get(`/rules/${this.ruleset}/first-game`)).steps;
    await this.#follow();
    this.#draw(this.#done(), legal.find(({ options }) => options.length > 0));
  }

  // Read what the player has caused since the last call. Steps that were undone are not done.
  async #follow() {
    for (let next = `${this.game}/events?after=${this.read}&limit=${PAGE}`; next; ) {
      const page = await get(next);
      for (const { version, envelope: { type, actor, data } } of page.items) {
        this.read = version;
        if (type === "commits_undone") this.caused = this.caused.filter((each) => each.version <= data.to);
        else if (this.seats.own.some((seat) => actor === `seat:${seat}`)) this.caused.push({ version, type });
      }
      next = page.next;
    }
  }

  #done() {
    let nth = 0;
    for (const { type } of this.caused) {
      if (this.steps[nth]?.until.includes(type)) nth++;
    }
    return nth;
  }

  #draw(nth, mine) {
    const step = this.steps[nth], count = this.steps.length;
    const isNew = this.element.dataset.step !== String(nth);
    if (isNew) fill(this.notice);
    this.element.hidden = false;
    this.element.dataset.step = String(nth);
    const close = h("button", { type: "button", class: "quiet", onclick: () => this.#close() }, step ? texts.lesson.skip : texts.lesson.close);
    const command = mine?.options.some((each) => covers(each, step?.command)) ? step.command : null;
    const show = command && playButton(texts.lesson.show, { game: this.game, seat: mine.seat, command, notice: this.notice, onsent: this.onsent });
    fill(this.element, h("h2", {}, step ? say(texts.lesson.step, { step: nth + 1, count }) : texts.lesson.title), h("progress", { max: count, value: nth, "aria-label": texts.lesson.title }),
      h("p", {}, !step ? texts.lesson.end : mine ? step.text : texts.lesson.wait), h("p", { class: "row" }, show, close), this.notice);
    this.arrow.show(command);
  }

  #close() {
    localStorage.removeItem(KEY);
    this.arrow.clear();
    this.element.hidden = true;
  }
}
