// Acting: what the server has listed is offered, on the board and beside it, built step by step, tried out, and sent. The page
// decides nothing: every choice comes from legal-commands, every name from the schemas.

import { Refused, post } from "./api.js";
import { fill, h } from "./dom.js";
import { field } from "./fields.js";
import { Filling, ofType, typesOf } from "./options.js";
import { human, rulePage, say, texts, told } from "./words.js";

const AT_ONCE = "kontor.at-once";
const CLEARED = { type: null, filling: null, tried: null, refusal: null, several: null };

export class Play {
  constructor(element, { game, schemas, board, seats, onsent }) {
    Object.assign(this, { element, game, board, seats, onsent, legal: [], seat: null, asked: 0 });
    this.fetched = schemas;
    this.#begin();
  }

  // What each of my seats may do: [{seat, version, options}]. A command in the making stays as long as its options do.
  async offer(legal) {
    const nth = ++this.asked;
    const open = legal.filter((each) => each.options.length > 0);
    if (open.length) this.schemas = await this.fetched();
    if (nth !== this.asked) return;
    const before = this.#mine();
    this.legal = open;
    const isAwaited = (each) => each?.awaiting.includes(each.seat);
    if (!this.#mine() || (!this.filling && !isAwaited(this.#mine()))) this.seat = (open.find(isAwaited) ?? open[0])?.seat ?? null;
    const now = this.#mine();
    if (before && now && before.seat === now.seat && JSON.stringify(before.options) === JSON.stringify(now.options)) return;
    this.#begin();
  }

  #mine() {
    return this.legal.find((each) => each.seat === this.seat);
  }

  #begin() {
    Object.assign(this, CLEARED);
    this.#show();
  }

  // ---------------------------------------------------------------- steps

  #filled(type) {
    return new Filling(ofType(this.#mine().options, type), this.schemas.order(type));
  }

  #take(type, filling) {
    Object.assign(this, { type, filling, tried: null, refusal: null, several: null });
    this.#show();
    if (!filling.isComplete) return this.#focus();
    if (localStorage.getItem(AT_ONCE)) this.#send(); // whatever it is refused for is told all the same
    else this.#try();
  }

  #choose(choice) {
    const next = this.filling.chosen(choice);
    if (next) return this.#take(this.type, next);
    this.refusal = { detail: texts.form.not_so };
    this.#show();
  }

  #back() {
    if (this.filling?.before) this.#take(this.type, this.filling.before);
    else this.#begin();
  }

  // ---------------------------------------------------------------- trying and sending

  async #try() {
    const filling = this.filling;
    try {
      const tried = await post(`${this.game}/commands`, this.#body({ dry_run: true }));
      if (filling !== this.filling) return;
      this.tried = tried;
      this.#show();
      this.element.querySelector(".send")?.focus();
    } catch (refused) {
      this.#refused(refused, filling);
    }
  }

  async #send() {
    const filling = this.filling;
    const wasHere = this.#isReached;
    const sending = h("p", { role: "status", tabIndex: -1 }, texts.form.sending);
    fill(this.element, sending); // nobody sends it twice
    if (wasHere) sending.focus();
    try {
      const headers = { "If-Match": `"${this.#mine().version}"`, "Idempotency-Key": crypto.randomUUID() };
      const outcome = await post(`${this.game}/commands`, this.#body(), { headers });
      Object.assign(this, CLEARED, { legal: [] }); // whatever is offered next is drawn then, and once
      await this.onsent(outcome);
    } catch (refused) {
      this.#refused(refused, filling);
      if (refused.status === 412 || refused.status === 409) await this.onsent();
    }
  }

  // With the seat that acts; beside the command where that has a field of this name itself.
  #body(more = {}) {
    const command = { ...this.filling.command, ...more };
    return "seat" in command ? { seat: this.seat, commands: [command] } : { ...command, seat: this.seat };
  }

  #refused(refused, filling) {
    const isAway = refused instanceof TypeError; // what fetch throws where nobody answers
    if (!isAway && !(refused instanceof Refused)) throw refused;
    if (filling !== this.filling) return;
    this.tried = null;
    this.refusal = isAway ? { detail: texts.game.away } : refused.status === 412 ? { detail: texts.form.moved_on } : refused.problem;
    this.#show();
  }

  // ---------------------------------------------------------------- what is shown

  #show() {
    const mine = this.#mine();
    this.element.hidden = !mine;
    this.board.offer(mine ? this.#offers() : [], mine ? this.#chosen() : []);
    const wasHere = this.#isReached;
    fill(this.element, mine && [this.#seatChoice(), this.#made(), this.#question(), this.#refusalShown(), this.#takeBack()]);
    if (wasHere) this.#focus();
  }

  get #isReached() {
    return this.element.querySelector(":focus-visible") !== null;
  }

  // Whoever is at a form by keyboard stays there, whatever it asks next; and goes to the board where it asks nothing any more.
  #focus() {
    const next = this.element.querySelector(".step :is(button, select, input)") ?? this.element.querySelector(".send, .types button, button");
    (next ?? this.board.element).focus({ preventScroll: true });
  }

  #seatChoice() {
    if (this.legal.length < 2) return null;
    const choose = (seat) => () => {
      this.seat = seat;
      this.#begin();
    };
    return h("div", { class: "seat-choice", role: "group", "aria-label": texts.form.seat_choice }, this.legal.map(({ seat }) =>
      h("button", { type: "button", "data-seat": seat, "aria-pressed": String(seat === this.seat), onclick: choose(seat) }, this.seats.label(seat))));
  }

  // The command so far, in words.
  #made() {
    if (!this.filling) return null;
    const said = this.filling.choices.map(({ open, choice }) => {
      const name = [...open.path].reverse().find((each) => typeof each === "string");
      const value = choice.end ? texts.form.enough : told(choice.value ?? choice.amounts ?? null);
      return choice.end || "fill" in choice ? null : h("li", {}, h("span", {}, human(name ?? "")), " ", this.#label(open.path)(choice.value) ?? value);
    });
    return h("div", { class: "made" }, h("h3", {}, human(this.type)), h("ol", {}, said));
  }

  #question() {
    if (this.several) return this.#severalShown();
    if (!this.filling) return this.#types();
    if (!this.filling.isComplete) return this.#step();
    if (!this.tried) return this.refusal ? null : h("p", { role: "status" }, texts.form.trying);
    return this.#ready();
  }

  #types() {
    const types = typesOf(this.#mine().options);
    const offered = types.map((type) => h("li", {},
      h("button", { type: "button", "data-type": type, onclick: () => this.#take(type, this.#filled(type)) }, human(type)),
      h("small", {}, this.schemas.description(type, []))));
    return [h("h3", {}, texts.form.title), h("ul", { class: "types" }, offered), this.#atOnce()];
  }

  #severalShown() {
    const { what, matches } = this.several;
    return [h("h3", {}, say(texts.form.several, { what })), h("div", { class: "choices" }, matches.map(({ type, filling }) =>
      h("button", { type: "button", "data-type": type, onclick: () => this.#take(type, filling) }, human(type))))];
  }

  #step() {
    const { open } = this.filling;
    const name = [...open.path].reverse().find((each) => typeof each === "string") ?? "";
    const about = this.schemas.description(this.type, open.path);
    const enough = open.ends && h("button", { type: "button", class: "enough", onclick: () => this.#choose({ end: true }) }, texts.form.enough);
    return h("div", { class: "step", "data-path": JSON.stringify(open.path) }, h("h4", {}, human(name)), about && h("p", { class: "about" }, about),
      this.board.shows(this.#stepOffers()) && h("p", { class: "on-board" }, texts.form.on_board), field(open, this.#label(open.path), (choice) => this.#choose(choice)), enough);
  }

  #ready() {
    const send = h("button", { type: "button", class: "send primary", onclick: () => this.#send() }, texts.form.send);
    return [h("h3", {}, texts.form.ready), h("p", { class: "about" }, texts.form.effect),
      h("ul", { class: "effect" }, this.tried.events.map(({ sentence }) => h("li", {}, sentence))),
      this.tried.undetermined && h("p", { class: "about" }, texts.form.undetermined), send];
  }

  #refusalShown() {
    if (!this.refusal) return null;
    const { rule, rule_href: href, detail } = this.refusal;
    const box = h("div", { class: "refusal", role: "alert" }, rule && h("strong", {}, texts.form.refused), h("p", {}, detail));
    if (rule) this.#ruleShown(box, href, rule);
    return box;
  }

  async #ruleShown(box, href, rule) {
    const found = await fetch(href).then((answer) => answer.json());
    box.append(h("blockquote", {}, h("a", { href: rulePage(href) }, say(texts.form.rule, { rule })), " ", found.text ?? ""));
  }

  #takeBack() {
    if (!this.filling && !this.several) return null;
    const back = h("button", { type: "button", class: "back", onclick: () => this.#back() }, texts.form.back);
    const anew = h("button", { type: "button", class: "back", onclick: () => this.#begin() }, texts.form.anew);
    return h("div", { class: "row" }, back, this.filling?.before && anew);
  }

  #atOnce() {
    const set = (event) => (event.target.checked ? localStorage.setItem(AT_ONCE, "1") : localStorage.removeItem(AT_ONCE));
    const box = h("input", { type: "checkbox", checked: Boolean(localStorage.getItem(AT_ONCE)), onchange: set });
    return h("label", { class: "at-once" }, box, " ", texts.form.at_once);
  }

  // ---------------------------------------------------------------- on the board

  // Names of values: seats by who sits there, everything else as commands call it.
  #label(path) {
    const kind = this.type && this.schemas.kind(this.type, path);
    return (value) => (value === undefined ? null : kind === "seat" && value !== null ? this.seats.label(value) : this.#called(kind, value));
  }

  // By what the board calls it, and by its id where that is another: several may be called alike.
  #called(kind, value) {
    const name = kind && typeof value === "string" ? this.board.named(value) : null;
    return name === null || name.includes(value) ? told(value) : `${name} (${value})`;
  }

  #offers() {
    if (this.filling?.isComplete) return [];
    return this.filling ? this.#stepOffers() : this.#firstOffers();
  }

  // What the command in the making is about, as far as it lies on the board.
  #chosen() {
    const within = this.filling ? scalars(this.filling.command) : new Set();
    return (this.filling?.choices ?? []).filter(({ choice }) => choice.value !== undefined && choice.value !== null).map(({ open, choice }) =>
      ({ kind: this.schemas.kind(this.type, open.path), id: choice.value, within })).filter((each) => each.kind);
  }

  #stepOffers() {
    const { open } = this.filling;
    const kind = this.schemas.kind(this.type, open.path);
    if (!kind || !open.values) return [];
    const within = scalars(this.filling.command);
    return open.values.filter((each) => each !== null).map((value) =>
      ({ kind, id: value, within, label: human(this.type), pick: () => this.#choose({ value }) }));
  }

  // Before anything is chosen: whatever any command could be about. A thing that several could be about asks which one.
  #firstOffers() {
    const found = new Map();
    for (const type of typesOf(this.#mine().options)) {
      const filling = this.#filled(type);
      for (const { kind, value, next } of [...this.#placesOf(type, filling), ...this.#firstOf(type, filling)]) {
        const name = JSON.stringify([kind, value]);
        const offered = found.get(name) ?? { kind, id: value, within: new Set(), matches: new Map() };
        if (!offered.matches.has(type)) offered.matches.set(type, next);
        found.set(name, offered);
      }
    }
    return [...found.values()].map((each) => ({ ...each, label: [...each.matches.keys()].map(human).join(", "), pick: () => this.#pickFirst(each) }));
  }

  #placesOf(type, filling) {
    return filling.places().flatMap(({ path, values }) => {
      const kind = this.schemas.kind(type, path);
      return kind ? values.filter((each) => each !== null).map((value) => ({ kind, value, next: () => filling.placed(path, value) })) : [];
    });
  }

  #firstOf(type, filling) {
    const kind = filling.open?.values && this.schemas.kind(type, filling.open.path);
    return kind ? filling.open.values.filter((each) => each !== null).map((value) => ({ kind, value, next: () => filling.chosen({ value }) })) : [];
  }

  #pickFirst({ id, matches }) {
    const fillings = [...matches].map(([type, next]) => ({ type, filling: next() })).filter((each) => each.filling);
    if (fillings.length === 1) return this.#take(fillings[0].type, fillings[0].filling);
    this.several = { what: told(id), matches: fillings };
    this.#show();
    this.element.querySelector("button")?.focus();
  }
}

function scalars(value, found = new Set()) {
  if (value !== null && typeof value === "object") Object.values(value).forEach((each) => scalars(each, found));
  else if (value !== null && value !== undefined) found.add(String(value));
  return found;
}
