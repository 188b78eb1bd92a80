// Game actions besides commands: undo, pause clocks, resign, pass a seat on, abort; alone, or by a vote of all players.
// Open votes are shown to players who have not agreed yet. The server decides; its refusals are shown unchanged.

import { get, post } from "./api.js";
import { confirmBox } from "./at_once.js";
import { asked, choice, orTold } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { Hint } from "./hint.js";
import { offerLink } from "./invitation.js";
import { soundBox } from "./sound.js";
import { say, texts, when } from "./words.js";

const EVERY = 10_000; // milliseconds between two polls of votes, which are not events of the game
const A_DAY = 86_400_000;
const USUAL = 2000; // milliseconds for a hint, if the game does not say how long bots think
const LOOKED_BACK = 200; // the number of log lines in which the page searches the player's last command

export class GameActions {
  // `undo`: the element for the buttons that players need most, the hint and undo. `advice`: the element for a hint.
  constructor(element, { undo, advice, game, seats, labels, board, bots, onchange }) {
    Object.assign(this, { element, undo, advice, game, seats, bots, onchange, items: [], opened: false, started: Infinity, notice: h("div", { role: "status" }) });
    this.hint = new Hint(game, board, labels, onchange);
    setInterval(() => this.#look(), EVERY);
  }

  async show(summary, story) {
    if (this.summary && summary.version !== this.summary.version) this.#forget();
    this.summary = summary;
    const [items, undoable] = this.#isPlaying() ? await Promise.all([get(`${this.game}/agreements`).then((found) => found.items), this.#undoable(story)]) : [[], null];
    Object.assign(this, { items, undoable });
    this.#draw();
  }

  // A hint, a refusal or a link belongs to the version that it was made for.
  #forget() {
    fill(this.notice);
    this.hint.clear();
  }

  #isPlaying() {
    return this.summary?.status === "running" && this.seats.mine.length > 0;
  }

  async #look() {
    const others = this.summary?.seats.some((each) => each.kind === "participant" && !each.mine);
    if (document.hidden || !others || !this.#isPlaying()) return;
    const { items } = await get(`${this.game}/agreements`).catch(() => ({ items: this.items })); // offline: try again later
    if (JSON.stringify(items) === JSON.stringify(this.items)) return;
    this.items = items;
    this.#draw();
  }

  #draw() {
    const offered = this.#offered();
    this.element.hidden = offered.length === 0;
    const box = h("details", { open: this.opened, ontoggle: () => (this.opened = box.open) }, h("summary", {}, texts.affairs.title),
      h("div", { class: "choices" }, offered), confirmBox(), soundBox());
    const undo = this.undoable && this.#button("undo", null, () => this.#undo());
    const isAwaited = this.summary.status === "running" && this.summary.awaiting.some((seat) => this.seats.mine.includes(seat));
    fill(this.undo, this.summary.practice && isAwaited && this.#button("hint", null, () => this.#hint()), undo);
    if (this.hint.element.parentNode !== this.advice) fill(this.advice, this.hint.element);
    fill(this.element, this.items.map((each) => this.#vote(each)), box, this.notice);
  }

  // ---------------------------------------------------------------- buttons

  #offered() {
    const { status } = this.summary;
    const { own, mine } = this.seats;
    if (status === "open") return [...mine.map((seat) => this.#button("leave", seat, () => this.#seat(seat, "leave"))), this.summary.created_by_me && this.#button("abort", null, () => this.#abort())].filter(Boolean);
    if (status !== "running") return [];
    const back = own.filter((seat) => !mine.includes(seat)).map((seat) => this.#button("return", seat, () => this.#seat(seat, "return")));
    if (mine.length === 0) return back;
    return [...this.#clocks(), ...back,
      ...mine.flatMap((seat) => [this.#button("resign", seat, () => this.#resign(seat)), this.#button("pass", seat, () => offerLink(this.notice, this.game, seat))]),
      this.#button("abort", null, () => this.#abort())].filter(Boolean);
  }

  #clocks() {
    if (!this.summary.clock) return [];
    const paused = this.summary.paused ?? [];
    const rests = (seat) => paused.some((each) => each.seat === seat);
    const all = rests(undefined) ? this.#button("resume", null, () => this.#post("resume")) : this.#button("pause", null, () => this.#post("pause"));
    return [all, ...this.seats.mine.map((seat) => (rests(seat) ? this.#button("home", seat, () => this.#post("resume", { seat })) :
      this.#button("vacation", seat, () => this.#vacation(seat))))];
  }

  #button(name, seat, action) {
    const which = seat !== null && this.seats.own.length > 1 ? ` · ${this.seats.label(seat)}` : "";
    return h("button", { type: "button", "data-affair": name, onclick: () => orTold(this.notice, action) }, `${texts.affairs[name]}${which}`);
  }

  // Return the player's last command that counts, if they can undo it alone, or else null: {seat, to}. `to`: the version before
  // it. No other seat may have acted since then, except in a practice game. Undone commands do not count. No undo goes
  // back before a secret that was shown to everyone.
  async #undoable(story) {
    let found = null;
    for (let n = 0, at = story.newest; n < LOOKED_BACK && at > (found?.to ?? 0); n++) {
      const { seat, back_to: back, reveals } = await story.line(at);
      const isMine = back === undefined && this.seats.mine.includes(seat);
      if (reveals || !(found || isMine || back !== undefined || this.summary.practice)) return null;
      if (isMine) found ??= { seat, to: await story.settledBefore(at) };
      at = back ?? at - 1;
    }
    return found && (await this.#isStarted(found.to)) ? found : null;
  }

  // The player who sits down last starts the game, which is no command. Remember the first version known to be after the start.
  async #isStarted(version) {
    if (version >= this.started) return true;
    const isStarted = (await get(`${this.game}/state?version=${version}`)).status === "running";
    if (isStarted) this.started = version;
    return isStarted;
  }

  // ---------------------------------------------------------------- actions

  async #post(path, body) {
    await this.onchange(await post(`${this.game}/${path}`, body));
  }

  #seat(seat, what, body) {
    return this.#post(`seats/${seat}/${what}`, body);
  }

  #undo() {
    const { seat, to } = this.undoable;
    return this.#post("undo", this.summary.practice ? { to } : { seat });
  }

  async #hint() {
    await this.hint.ask(this.summary.awaiting.find((seat) => this.seats.mine.includes(seat)) ?? this.seats.mine[0], this.summary.bot_milliseconds ?? USUAL);
  }

  async #vacation(seat) {
    const days = choice(texts.affairs.days, Object.entries(texts.affairs.vacations));
    const chosen = await asked(texts.affairs.vacation_about, texts.affairs.vacation, days);
    if (chosen) await this.#post("pause", { seat, until: new Date(Date.now() + Number(chosen) * A_DAY).toISOString() });
  }

  async #resign(seat) {
    const bot = choice(texts.new.bot, this.bots.map((each) => [each, each]));
    const chosen = await asked(texts.affairs.resign_about, texts.affairs.resign, bot);
    if (chosen) await this.#seat(seat, "resign", { bot: chosen });
  }

  async #abort() {
    const isOpen = this.summary.status === "open";
    if (await asked(isOpen ? texts.affairs.abort_open : texts.affairs.abort_about, texts.affairs.abort)) await this.#post("abort");
  }

  // ---------------------------------------------------------------- votes

  #vote({ about, to, until, agreed, missing }) {
    const named = (seats) => seats.map((seat) => this.seats.label(seat)).join(", ");
    const again = { abort: () => this.#post("abort"), undo: () => this.#post("undo", { to, together: true }), pause: () => this.#post("pause", until ? { until } : {}) };
    const mine = missing.some((seat) => this.seats.mine.includes(seat));
    return h("div", { class: "vote", "data-vote": about }, h("p", {}, h("strong", {}, say(texts.votes[about], { to, until: until ? when(until) : "" })), h("br"),
      say(texts.votes.tally, { agreed: named(agreed), missing: named(missing) })),
      mine && h("button", { type: "button", class: "primary", onclick: () => orTold(this.notice, again[about]) }, texts.votes.agree));
  }
}
