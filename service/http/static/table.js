// The table around the board: seats, pending decisions and deadlines, and buttons to take a seat, to invite and for a rematch.

import { post } from "./api.js";
import { required } from "./account.js";
import { orTold } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { offerLink } from "./invitation.js";
import { typesOf } from "./options.js";
import { human, say, texts, timeLeft, when } from "./words.js";

export class Table {
  constructor(element, { game, seats, labels, decisions, onchange }) {
    Object.assign(this, { element, game, seats, labels, decisions, onchange, notice: h("div", { role: "status" }) });
    setInterval(() => this.#tick(), 1000);
  }

  // `invited`: seats to which the account of the viewer is invited. `legal`: what each seat of the viewer may do.
  update(summary, invited, legal) {
    Object.assign(this, { summary, invited, legal });
    const isUsed = this.linked && summary.seats.find(({ seat }) => seat === this.linked)?.kind !== "invited";
    if (isUsed) this.#link(null);
  }

  // Show a link for an invitation to this seat, or none.
  async #link(seat) {
    this.linked = seat;
    if (seat === null) fill(this.notice);
    else await offerLink(this.notice, this.game, seat);
  }

  show() {
    const { decisions, paused, awaiting, result } = this.summary;
    const running = () => [...decisions.map((each) => this.#decision(each)), ...this.#free(), ...(paused ?? []).map((each) => this.#pause(each))];
    fill(this.element, this.#headline(this.summary.status, running), this.#seatList(awaiting, result, true), this.#after());
    this.#tick();
  }

  // Show the awaited seats at a past version. Seats cannot be taken there, and there is no rematch.
  showPast({ status, awaiting }) {
    const running = () => awaiting.map((seat) => h("h2", {}, this.seats.sign(seat), " ", say(texts.game.past_decision, { who: this.seats.label(seat) })));
    fill(this.element, this.#headline(status, running), this.#seatList(awaiting, status === "finished" ? this.summary.result : [], false));
  }

  #headline(status, running) {
    const first = (this.summary.result ?? []).filter((each) => each.rank === 1).map((each) => this.seats.label(each.seat));
    if (status === "finished") return h("h2", {}, say(texts.game.won, { who: first.join(", ") }));
    return status === "running" ? running() : h("h2", {}, texts.game.status[status]);
  }

  // Return the seats of the viewer that are not awaited but may act: answer, offer.
  #free() {
    return this.legal.filter(({ seat, options }) => options.length > 0 && !this.summary.awaiting.includes(seat)).map(({ seat, options, answer_by: until }) =>
      h("p", { class: "free" }, until && h("strong", { "data-until": until }), until && " ", say(texts.game.may_act, { who: this.seats.label(seat), what: this.labels.sorted(typesOf(options)).map((type) => this.labels.title(type)).join(", ") })));
  }

  #decision({ seat, kind, deadline }) {
    const mine = this.seats.mine.includes(seat);
    const text = say(mine ? texts.game.your_decision : texts.game.their_decision, { who: mine ? human(this.seats.colour(seat) ?? "") : this.seats.label(seat) });
    return h("div", { class: mine ? "decision mine" : "decision" }, h("h2", {}, this.seats.sign(seat), " ", text),
      mine && h("p", {}, this.labels.decision(kind) ?? this.decisions.get(kind) ?? ""), deadline && h("p", { class: "deadline", "data-until": deadline }));
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

  #seatList(awaiting, result, isNow) {
    const { seats, turn_order: order } = this.summary;
    const sorted = result?.length ? [...result].sort((a, b) => a.rank - b.rank).map((each) => each.seat) : order;
    const ordered = sorted.length ? sorted.map((seat) => seats.find((each) => each.seat === seat)) : seats;
    return h("ul", { class: "seats" }, ordered.map((each) =>
      this.#seat(each, awaiting.includes(each.seat), result?.find(({ seat }) => seat === each.seat), isNow && this.#chair(each))));
  }

  #seat(each, isAwaited, end, chair) {
    return h("li", { class: isAwaited ? "awaited" : "" }, end && h("span", { class: "rank" }, `${end.rank}.`), this.seats.sign(each.seat), " ",
      this.seats.label(each.seat), " ", end && h("strong", { class: "total" }, String(end.total)), chair);
  }

  #chair({ seat, kind, mine }) {
    const button = (text, action) => h("button", { type: "button", onclick: () => orTold(this.notice, action) }, text);
    if (this.summary.status !== "open") return null;
    if ((kind === "open" && !mine) || this.invited.includes(seat)) return button(texts.game.sit, () => this.#join(seat));
    if (kind === "invited" && this.summary.created_by_me) return button(texts.game.invite, () => this.#link(seat));
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
