// Play: offer the legal commands on the board and in a form, build a command step by step, try it, and send it. The page
// makes no decision: every choice comes from legal-commands, every text from the labels of the ruleset.

import { Problem, Unreachable, newKey, post } from "./api.js";
import { sendsAtOnce } from "./at_once.js";
import { madeSoFar, readyForm, seatChoice, severalForm, stepForm, typesForm } from "./command_form.js";
import { fill, h } from "./dom.js";
import { possible } from "./fields.js";
import { foldButton } from "./fold.js";
import { firstOffers } from "./first_offers.js";
import { wordsOf } from "./labels.js";
import { thingsChosen, thingsToChoose } from "./on_board.js";
import { Filling, ofType, scalars, typesOf } from "./options.js";
import { Pointing } from "./pointing.js";
import { refusalBox } from "./refusal.js";
import { UsualValues } from "./usual_values.js";
import { texts } from "./words.js";

const CLEARED = { type: null, filling: null, tried: null, refusal: null, several: null, usual: null };

// On a narrow page the form covers much of the board: these parts are folded until the player opens them.
const FOLDED = { types: false, board: true, form: false };

export class Play {
  constructor(element, { game, schemas, labels, board, seats, onsent }) {
    Object.assign(this, { element, game, labels, board, seats, onsent, legal: [], seat: null, asked: 0, folded: { ...FOLDED } });
    this.fetched = schemas;
    document.addEventListener("keydown", (event) => this.#cancel(event));
    this.pointing = new Pointing(element, board);
    this.usualValues = new UsualValues(labels);
    this.#begin();
  }

  // Set what each of my seats may do: [{seat, version, options, names}]. Keep an incomplete command while its options stay the
  // same.
  async offer(legal) {
    const nth = ++this.asked;
    const open = legal.filter((each) => each.options.length > 0);
    if (open.length) this.schemas = await this.fetched();
    if (nth !== this.asked) return;
    const before = this.#mine();
    this.legal = open;
    const isAwaited = (each) => Boolean(each?.awaiting.includes(each.seat));
    if (!this.#mine() || (!this.filling && !isAwaited(this.#mine()))) this.seat = (open.find(isAwaited) ?? open[0])?.seat ?? null;
    const now = this.#mine();
    if (before && now && before.seat === now.seat && JSON.stringify(before.options) === JSON.stringify(now.options)) return;
    this.#begin();
    if (isAwaited(now) && !isAwaited(before)) this.element.scrollIntoView({ block: "nearest" });
  }

  #mine() {
    return this.legal.find((each) => each.seat === this.seat);
  }

  // Offer all commands. If only one kind is possible, open it.
  #begin() {
    Object.assign(this, CLEARED);
    this.usualValues.clear();
    const mine = this.#mine();
    if (mine) this.labels.names = mine.names ?? {};
    const types = mine ? typesOf(mine.options) : [];
    const only = types.length === 1 ? this.#filled(types[0]) : null;
    if (only && !only.isComplete) Object.assign(this, { type: types[0], filling: only });
    this.#show();
  }

  // ---------------------------------------------------------------- steps

  #filled(type) {
    const isDistinct = (path) => this.labels.isDistinct(type, path) || this.schemas.isDistinct(type, path);
    return new Filling(ofType(this.#mine().options, type), { order: this.schemas.order(type), isDistinct });
  }

  #take(type, filling) {
    Object.assign(this, CLEARED, { type, ...this.usualValues.filled(type, filling) });
    this.folded.form = false; // the board cannot ask for this
    this.#show();
    if (!this.filling.isComplete) return this.#focus();
    if (sendsAtOnce()) this.#send(); // a refusal is shown as well
    else this.#try();
  }

  // Return the complete commands that do not have the usual value.
  get #others() {
    if (!this.usual || !this.filling?.isComplete) return [];
    return this.usual.open.values.map((value) => this.usual.chosen({ value })).filter((each) => each?.isComplete && JSON.stringify(each.command) !== JSON.stringify(this.filling.command));
  }

  #choose(choice) {
    const next = this.filling.chosen(choice);
    if (next) this.#take(this.type, next);
    else this.#refuse(this.filling.open.amounts ? possible(this.filling.open, this.labels) : texts.form.not_so);
  }

  // Call this when a form has made a complete command.
  #complete(command, whenComplete) {
    const next = this.filling.filledBy(command);
    const isSame = next && [...scalars(command)].every((each) => scalars(next.command).has(each));
    if (isSame) whenComplete(next);
    else this.#refuse(texts.form.not_so);
  }

  // Show why a choice is not possible. Keep what the player has filled in.
  #refuse(detail) {
    this.#forget();
    this.refusal = { detail };
    const box = refusalBox(this.refusal);
    this.element.querySelector(".step, .together").after(box);
    box.scrollIntoView({ block: "nearest" });
  }

  // The player changes a value: remove the refusal.
  #forget() {
    this.refusal = null;
    this.element.querySelector(".refusal")?.remove();
  }

  #back() {
    const before = (this.usual ?? this.filling)?.before;
    if (before) this.#take(this.type, before);
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

  #sendThis(type, filling) {
    Object.assign(this, CLEARED, { type, filling });
    return this.#send();
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
    this.pointing.at(null);
    const mine = this.#mine();
    this.element.hidden = !mine;
    this.board.offer(mine ? this.#offers() : [], mine ? this.#chosen() : []);
    const wasHere = this.#isReached;
    const form = mine && h("div", { id: "form" }, [this.#seatChoice(), this.filling && madeSoFar(this.type, this.filling, this.schemas, this.labels, (path) => this.#label(path)), this.#question(), this.refusal && refusalBox(this.refusal), this.#takeBack()]);
    fill(this.element, mine && [this.#fold(), form]);
    if (wasHere) this.#focus();
  }

  get #isReached() {
    return this.element.querySelector(":focus-visible") !== null;
  }

  // Keep the keyboard focus in the form after each step. Move it to the board when the form asks nothing more.
  #focus() {
    const wanted = [":is(.step, .together) :is(button, select, input)", ".send, .types button, #form button", "button"];
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
    const question = asks === "board" ? this.labels.question(this.type, this.filling.open.path) : "";
    const title = asks === "types" ? texts.form.title : [this.type && this.labels.title(this.type), question].filter(Boolean).join(" · ");
    return foldButton(this.element, this.folded, asks, title || texts.form.title);
  }

  #seatChoice() {
    const choose = (seat) => {
      this.seat = seat;
      this.#begin();
    };
    return this.legal.length < 2 ? null : seatChoice(this.legal, this.seat, this.seats, choose);
  }

  #question() {
    const { labels, type, filling, tried } = this;
    const take = (kind, found) => this.#take(kind, found), send = (kind, found) => this.#sendThis(kind, found);
    if (this.several) return severalForm({ ...this.several, labels, take, send });
    if (!filling) return typesForm({ labels, filled: (kind) => this.#filled(kind), take, send, options: this.#mine().options, usual: (kind, found) => this.usualValues.choices(kind, found, () => this.#show()) });
    if (filling.isComplete) return this.refusal ? null : readyForm({ filling, tried, others: this.#others.map((each) => each.command), labels, send: () => this.#send(), take: () => this.#swap() });
    return stepForm({ type, filling, labels, label: (path) => this.#label(path), isOnBoard: this.board.shows(this.#stepOffers()),
      choose: (choice) => this.#choose(choice), forget: () => this.#forget(),
      complete: (command) => this.#complete(command, (next) => this.#take(type, next)), send: (command) => this.#complete(command, (next) => this.#sendThis(type, next)) });
  }

  #takeBack() {
    const isAlone = this.#mine() && typesOf(this.#mine().options).length === 1 && !this.filling?.before;
    if ((!this.filling && !this.several) || isAlone) return null;
    const back = h("button", { type: "button", class: "back", onclick: () => this.#back() }, texts.form.back);
    const anew = h("button", { type: "button", class: "back", onclick: () => this.#begin() }, texts.form.anew);
    return h("div", { class: "row" }, back, this.filling?.before && anew);
  }

  // ---------------------------------------------------------------- on the board

  // Return a function that returns the label of a value at this place.
  #label(path) {
    const kind = this.type && this.schemas.kind(this.type, path), name = wordsOf(path).at(-1);
    return (value) => (kind === "seat" && Number.isInteger(value) ? this.seats.label(value) : this.labels.value(name, value));
  }

  #offers() {
    if (this.filling?.isComplete) return this.#swaps();
    return this.filling ? this.#stepOffers() : this.#firstOffers();
  }

  // A second click on the same thing gives the other command.
  #swaps() {
    const [last] = this.#chosen().slice(0, 1);
    return last && this.#others.length ? [{ ...last, label: this.labels.sentence(this.#others[0].command), pick: () => this.#swap() }] : [];
  }

  #swap() {
    const [next] = this.#others;
    Object.assign(this, { filling: next, tried: null, refusal: null });
    this.#show();
    this.#try();
  }

  #chosen() {
    return this.filling ? thingsChosen(this.type, this.filling, this.schemas, this.board) : [];
  }

  #stepOffers() {
    return thingsToChoose(this.type, this.filling, this.schemas, this.board).map((each) =>
      ({ ...each, label: this.labels.title(this.type), pick: () => this.#choose({ value: each.id }) }));
  }

  #firstOffers() {
    return firstOffers(typesOf(this.#mine().options).map((type) => [type, this.#filled(type)]), this.schemas, this.board).map((each) =>
      ({ ...each, label: [...each.matches.keys()].map((type) => this.labels.title(type)).join(", "), pick: () => this.#pickFirst(each) }));
  }

  #pickFirst({ id, matches }) {
    const fillings = new Map([...matches].map(([type, next]) => [type, next()]).filter(([, filling]) => filling));
    if (fillings.size === 1) return this.#take(...[...fillings][0]);
    this.several = { what: this.labels.value("", id), matches: fillings };
    this.folded.form = false;
    this.#show();
    this.#focus();
  }
}
