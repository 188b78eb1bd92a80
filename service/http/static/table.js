// Around the board: who sits where, whose decision it is and until when, how to sit down, to invite, to play again.

import { post } from "./api.js";
import { required } from "./account.js";
import { orTold } from "./asking.js";
import { fill, h } from "./dom.js";
import { offerLink } from "./invitation.js";
import { say, texts, timeLeft, when } from "./words.js";

export class Table {
  constructor(element, { game, seats, decisions, onchange }) {
    Object.assign(this, { element, game, seats, decisions, onchange, notice: h("div", { role: "status" }) });
    setInterval(() => this.#tick(), 1000);
  }

  // `invited`: seats to which whoever looks is invited by their account.
  show(summary, invited) {
    Object.assign(this, { summary, invited });
    fill(this.element, this.#headline(), this.#seatList(), this.#after());
    this.#tick();
  }

  #headline() {
    const { status, decisions, result, paused } = this.summary;
    if (status === "finished") return h("h2", {}, say(texts.game.won, { who: result.filter((each) => each.rank === 1).map((each) => this.seats.label(each.seat)).join(", ") }));
    if (status !== "running") return h("h2", {}, texts.game.status[status]);
    return [...decisions.map((each) => this.#decision(each)), ...(paused ?? []).map((each) => this.#pause(each))];
  }

  #decision({ seat, kind, deadline }) {
    const mine = this.seats.mine.includes(seat);
    const text = say(mine ? texts.game.your_decision : texts.game.their_decision, { who: this.seats.label(seat) });
    return h("div", { class: mine ? "decision mine" : "decision" }, h("h2", {}, this.seats.sign(seat), " ", text),
      h("p", {}, this.decisions.get(kind) ?? ""), deadline && h("p", { class: "deadline", "data-until": deadline }));
  }

  #pause({ seat, until }) {
    const who = seat ? say(texts.game.vacation, { who: this.seats.label(seat) }) : texts.game.paused;
    return h("p", { class: "deadline" }, `${who} ${until ? say(texts.game.until, { until: when(until) }) : ""}`);
  }

  #tick() {
    this.element.querySelectorAll("[data-until]").forEach((each) => {
      each.textContent = say(texts.game.deadline, { left: timeLeft(each.dataset.until) });
    });
  }

  #seatList() {
    const { seats, turn_order: order, awaiting, result } = this.summary;
    const sorted = result?.length ? [...result].sort((a, b) => a.rank - b.rank).map((each) => each.seat) : order;
    const ordered = sorted.length ? sorted.map((seat) => seats.find((each) => each.seat === seat)) : seats;
    return h("ul", { class: "seats" }, ordered.map((each) => this.#seat(each, awaiting.includes(each.seat), result?.find(({ seat }) => seat === each.seat))));
  }

  #seat(each, isAwaited, end) {
    return h("li", { class: isAwaited ? "awaited" : "" }, end && h("span", { class: "rank" }, `${end.rank}.`), this.seats.sign(each.seat), " ",
      this.seats.label(each.seat), " ", end && h("strong", { class: "total" }, String(end.total)), this.#chair(each));
  }

  #chair({ seat, kind, mine }) {
    const button = (text, action) => h("button", { type: "button", onclick: () => orTold(this.notice, action) }, text);
    if (this.summary.status !== "open") return null;
    if ((kind === "open" && !mine) || this.invited.includes(seat)) return button(texts.game.sit, () => this.#join(seat));
    if (kind === "invited") return button(texts.game.invite, () => offerLink(this.notice, this.game, seat));
    return null;
  }

  #after() {
    const ended = this.summary.status === "finished" || this.summary.status === "aborted";
    const rematch = async () => {
      const made = await post(`${this.game}/rematch`);
      location.href = `/games/${made.id}`;
    };
    return [ended && this.seats.own.length > 0 && h("button", { type: "button", class: "primary", onclick: () => orTold(this.notice, rematch) }, texts.game.rematch), this.notice];
  }

  async #join(seat) {
    if (!(await required())) return;
    await this.onchange(await post(`${this.game}/seats/${seat}/join`));
  }
}
