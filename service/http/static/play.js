// Play: offer the legal commands on the board and in a form, build a command step by step, try it, and send it. The page
// decides nothing: every choice comes from legal-commands, every name from the schemas.

import { Problem, Unreachable, newKey, post } from "./api.js";
import { atOnceBox, sendsAtOnce } from "./at_once.js";
import { fill, h } from "./dom.js";
import { field, possible } from "./fields.js";
import { firstOffers } from "./first_offers.js";
import { Filling, ofType, scalars, typesOf } from "./options.js";
import { refusalBox } from "./refusal.js";
import { amountsInWords, labelsOf } from "./value_labels.js";
import { human, say, texts, told } from "./words.js";

const CLEARED = { type: null, filling: null, tried: null, refusal: null, several: null };
// On a narrow page the form covers much of the board: these parts are folded until the player opens them.
const FOLDED = { types: false, board: true, form: false };

export class Play {
  constructor(element, { game, schemas, board, seats, onsent }) {
    Object.assign(this, { element, game, board, seats, onsent, legal: [], seat: null, asked: 0, folded: { ...FOLDED } });
    this.fetched = schemas;
    document.addEventListener("keydown", (event) => this.#cancel(event));
    this.#begin();
  }

  // Set what each of my seats may do: [{seat, version, options}]. Keep an incomplete command while its options stay the same.
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
    const known = { order: this.schemas.order(type), isDistinct: (path) => this.schemas.isDistinct(type, path) };
    return new Filling(ofType(this.#mine().options, type), known);
  }

  #take(type, filling) {
    Object.assign(this, CLEARED, { type, filling });
    this.folded.form = false; // the board cannot ask for this
    this.#show();
    if (!filling.isComplete) return this.#focus();
    if (sendsAtOnce()) this.#send(); // a refusal is shown as well
    else this.#try();
  }

  #choose(choice) {
    const next = this.filling.chosen(choice);
    if (next) return this.#take(this.type, next);
    this.#forget();
    this.refusal = { detail: this.filling.open.amounts ? possible(this.filling.open) : texts.form.not_so };
    const box = refusalBox(this.refusal);
    this.element.querySelector(".step").after(box); // keep what the player has filled in
    box.scrollIntoView({ block: "nearest" });
  }

  // The player changes a value: remove the refusal.
  #forget() {
    this.refusal = null;
    this.element.querySelector(".refusal")?.remove();
  }

  #back() {
    if (this.filling?.before) this.#take(this.type, this.filling.before);
    else this.#begin();
  }

  // Escape cancels an incomplete command. In a dialog or a list it closes that.
  #cancel(event) {
    const isOther = event.defaultPrevented || event.target.closest?.("dialog, select");
    const isSent = !this.element.querySelector("#form"); // the form is gone while the command is on its way
    if (event.key !== "Escape" || isOther || isSent || !(this.filling || this.several)) return;
    this.#begin();
    this.#focus();
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
    fill(this.element, sending); // prevent sending twice
    if (wasHere) sending.focus();
    try {
      const once = { ifMatch: this.#mine().version, idempotencyKey: newKey() };
      const outcome = await post(`${this.game}/commands`, this.#body(), once);
      Object.assign(this, CLEARED, { legal: [] }); // the next update draws what is offered then
      await this.onsent(outcome);
    } catch (refused) {
      this.#refused(refused, filling);
      if (refused.status === 412 || refused.status === 409) await this.onsent();
    }
  }

  // Return the body with the seat that acts. It goes next to the command if the command has a field `seat` itself.
  #body(more = {}) {
    const command = { ...this.filling.command, ...more };
    return "seat" in command ? { seat: this.seat, commands: [command] } : { ...command, seat: this.seat };
  }

  #refused(refused, filling) {
    const isAway = refused instanceof Unreachable;
    if (!isAway && !(refused instanceof Problem)) throw refused;
    if (filling !== this.filling) return;
    this.tried = null;
    this.refusal = isAway ? { detail: texts.game.away } : refused.status === 412 ? { detail: texts.form.moved_on } : refused.body;
    this.#show();
  }

  // ---------------------------------------------------------------- showing

  #show() {
    const mine = this.#mine();
    this.element.hidden = !mine;
    this.board.offer(mine ? this.#offers() : [], mine ? this.#chosen() : []);
    const wasHere = this.#isReached;
    const form = mine && h("div", { id: "form" }, [this.#seatChoice(), this.#made(), this.#question(), this.refusal && refusalBox(this.refusal), this.#takeBack()]);
    fill(this.element, mine && [this.#fold(), form]);
    if (wasHere) this.#focus();
  }

  get #isReached() {
    return this.element.querySelector(":focus-visible") !== null;
  }

  // Keep the keyboard focus in the form after each step. Move it to the board when the form asks nothing more.
  #focus() {
    const wanted = [".step :is(button, select, input)", ".send, .types button, #form button", "button"];
    const found = wanted.flatMap((each) => [...this.element.querySelectorAll(each)]).find((each) => each.checkVisibility());
    (found ?? this.board.element).focus({ preventScroll: true });
  }

  // What the form asks: types of commands, a thing on the board, or something else.
  get #asks() {
    if (!this.filling && !this.several) return "types";
    return this.filling && !this.filling.isComplete && this.board.shows(this.#stepOffers()) ? "board" : "form";
  }

  // Fold the form if it would cover the board, or unfold it. Its question stays visible.
  #fold() {
    const asks = this.#asks;
    const name = asks === "board" ? this.#name(this.filling.open.path) : "";
    const title = asks === "types" ? texts.form.title : [this.type && human(this.type), name && human(name)].filter(Boolean).join(" · ");
    const set = (is) => {
      this.folded[asks] = is;
      this.element.toggleAttribute("data-folded", is);
      button.setAttribute("aria-expanded", String(!is));
    };
    const button = h("button", { type: "button", class: "fold", "aria-controls": "form", onclick: () => set(!this.folded[asks]) },
      title || texts.form.title, asks === "board" && h("small", { class: "on-board" }, texts.form.tap));
    set(this.folded[asks]);
    return h("h3", { class: "folds" }, button);
  }

  // Return the name of a place: the last of its keys that is a word.
  #name(path) {
    return [...path].reverse().find((each) => typeof each === "string") ?? "";
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

  // Show the command so far as text: the things that it uses, also the only possible ones, and the choices.
  #made() {
    if (!this.filling) return null;
    const line = (path, value) => {
      const name = human(this.#name(path));
      return h("li", {}, value.startsWith(name) ? value : [h("span", {}, name), " ", value]); // the title of a value may already contain the name
    };
    const settled = this.filling.settled.filter(({ path }) => this.schemas.kind(this.type, path)).map(({ path, value }) => line(path, this.#label(path)(value)));
    const chosen = this.filling.choices.filter(({ choice }) => !choice.end && !("fill" in choice)).map(({ open, choice }) =>
      line(open.path, this.#label(open.path)(open.isOnly ? open.only : choice.value) ?? amountsInWords(choice.amounts ?? {})));
    return h("div", { class: "made" }, h("h3", {}, human(this.type)), h("ol", {}, settled, chosen));
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
    return [h("h3", { class: "title" }, texts.form.title), h("ul", { class: "types" }, offered), atOnceBox()];
  }

  #severalShown() {
    const { what, matches } = this.several;
    return [h("h3", {}, say(texts.form.several, { what })), h("div", { class: "choices" }, matches.map(({ type, filling }) =>
      h("button", { type: "button", "data-type": type, onclick: () => this.#take(type, filling) }, human(type))))];
  }

  #step() {
    const { open } = this.filling;
    const about = this.schemas.description(this.type, open.path);
    const enough = open.ends && h("button", { type: "button", class: "enough", onclick: () => this.#choose({ end: true }) }, texts.form.enough);
    return h("div", { class: "step", "data-path": JSON.stringify(open.path) }, h("h4", {}, human(this.#name(open.path))), about && h("p", { class: "about" }, about),
      this.board.shows(this.#stepOffers()) && h("p", { class: "on-board" }, texts.form.on_board), field(open, this.#label(open.path), (choice) => this.#choose(choice), () => this.#forget()), enough);
  }

  #ready() {
    const send = h("button", { type: "button", class: "send primary", onclick: () => this.#send() }, texts.form.send);
    return [h("h3", {}, texts.form.ready), h("p", { class: "about" }, texts.form.effect),
      h("ul", { class: "effect" }, this.tried.events.map(({ sentence }) => h("li", {}, sentence))),
      this.tried.undetermined && h("p", { class: "about" }, texts.form.undetermined), send];
  }

  #takeBack() {
    if (!this.filling && !this.several) return null;
    const back = h("button", { type: "button", class: "back", onclick: () => this.#back() }, texts.form.back);
    const anew = h("button", { type: "button", class: "back", onclick: () => this.#begin() }, texts.form.anew);
    return h("div", { class: "row" }, back, this.filling?.before && anew);
  }

  // ---------------------------------------------------------------- on the board

  #label(path) {
    return labelsOf(this.type && this.schemas.kind(this.type, path), this.seats, this.board);
  }

  #offers() {
    if (this.filling?.isComplete) return [];
    return this.filling ? this.#stepOffers() : this.#firstOffers();
  }

  // Return the things on the board that the incomplete command uses.
  #chosen() {
    const within = this.filling ? scalars(this.filling.command) : new Set();
    return (this.filling?.choices ?? []).filter(({ choice }) => choice.value !== undefined && choice.value !== null).map(({ open, choice }) =>
      ({ kind: this.board.kindOf(this.schemas.kinds(this.type, open.path), choice.value), id: choice.value, within })).filter((each) => each.kind);
  }

  #stepOffers() {
    const { open } = this.filling;
    const kinds = this.schemas.kinds(this.type, open.path);
    if (!kinds.length || !open.values) return [];
    const within = scalars(this.filling.command);
    return open.values.filter((each) => each !== null).map((value) =>
      ({ kind: this.board.kindOf(kinds, value), id: value, within, label: human(this.type), pick: () => this.#choose({ value }) }));
  }

  #firstOffers() {
    return firstOffers(typesOf(this.#mine().options).map((type) => [type, this.#filled(type)]), this.schemas, this.board).map((each) =>
      ({ ...each, label: [...each.matches.keys()].map(human).join(", "), pick: () => this.#pickFirst(each) }));
  }

  #pickFirst({ id, matches }) {
    const fillings = [...matches].map(([type, next]) => ({ type, filling: next() })).filter((each) => each.filling);
    if (fillings.length === 1) return this.#take(fillings[0].type, fillings[0].filling);
    this.several = { what: told(id), matches: fillings };
    this.folded.form = false;
    this.#show();
    this.#focus();
  }
}
