// The game log, newest first: grouped by turns, one line for each action. The ruleset writes the sentences.

import { fill, h } from "./dom.js";
import { rulePage, say, texts } from "./words.js";

const PAGE = 60; // events to show first, and at each click for more
const RULES = "kontor.rules"; // whether this browser shows the ids of rules

export class Log {
  // `news`: the element for what others have done since the player's last action.
  constructor(element, { news, story, seats, onversion, onmark }) {
    Object.assign(this, { element, news, story, seats, onversion, onmark, most: PAGE, asked: 0, marked: null, marks: true });
  }

  // Show the log up to a version (null: up to now).
  async show(version) {
    const nth = ++this.asked;
    this.version = version;
    const upTo = version ?? this.story.newest;
    const lines = await this.story.upTo(upTo, this.most);
    if (nth !== this.asked) return;
    const more = upTo > this.most && h("button", { type: "button", onclick: () => this.#more() }, texts.log.earlier);
    const turns = turnsOf(actionsOf(lines)).reverse();
    fill(this.element, turns.map((each) => this.#turn(each)), more, this.#ruleBox());
    this.#since(lines, version);
  }

  #more() {
    this.most += 10 * PAGE;
    this.show(this.version);
  }

  // What other players have done since the player's last action: as a list, and as marks on the board.
  #since(lines, version) {
    const last = lines.findLastIndex(({ seat }) => this.seats.mine.includes(seat));
    const news = last < 0 || version !== null ? [] : actionsOf(lines.slice(last + 1)).filter(({ seat }) => seat !== null);
    this.news.hidden = news.length === 0;
    this.#mark(news.length ? lines[last].version : null);
    const toggle = h("button", { type: "button", class: "quiet", "aria-pressed": String(this.marks), onclick: () => this.#toggle() }, texts.log.mark);
    fill(this.news, news.length > 0 && [h("div", { class: "head" }, h("h2", {}, texts.log.since), toggle), h("ol", { class: "log" }, news.map((each) => this.#line(each)))]);
  }

  // Mark what has changed on the board since a version, or remove the marks (null).
  #mark(version) {
    if (version === this.marked) return;
    this.marked = version;
    this.onmark(this.marks ? version : null);
  }

  #toggle() {
    this.marks = !this.marks;
    this.news.querySelector("[aria-pressed]").setAttribute("aria-pressed", String(this.marks));
    this.onmark(this.marks ? this.marked : null);
  }

  #turn({ seat, actions }) {
    const name = seat === null ? null : h("h3", {}, this.seats.sign(seat), " ", this.seats.label(seat));
    return h("section", { class: "turn" }, name, h("ol", { class: "log", reversed: true }, actions.reverse().map((each) => this.#line(each))));
  }

  // An action: the sentences of its events, and the rules if the player wants to see them.
  #line({ version, subject, lines }) {
    const jump = h("button", { type: "button", class: "version", "aria-label": say(texts.score.version, { version }), onclick: () => this.onversion(version) }, String(version));
    const sign = Number.isInteger(subject) ? this.seats.sign(subject) : h("span", { class: "sign" });
    const told = lines.flatMap(({ sentence, rule, rule_href: href, note }) => [note === undefined ? sentence : this.#note(note), this.#showsRules && rule && [" ", h("a", { href: rulePage(href), class: "rule" }, rule)], " "]);
    return h("li", {}, jump, sign, h("span", {}, told));
  }

  get #showsRules() {
    return Boolean(localStorage.getItem(RULES));
  }

  #ruleBox() {
    const set = (event) => {
      if (event.target.checked) localStorage.setItem(RULES, "1");
      else localStorage.removeItem(RULES);
      this.show(this.version);
    };
    return h("label", { class: "log-box" }, h("input", { type: "checkbox", checked: this.#showsRules, onchange: set }), " ", texts.log.rules);
  }

  // A note of a player is any JSON; our bots write their reasons in `because`. It has its own element, so that its characters
  // cannot change the direction of other text.
  #note(note) {
    const text = typeof note === "string" ? note : typeof note?.because === "string" ? note.because : JSON.stringify(note);
    return h("small", { class: "note" }, h("bdi", {}, text));
  }
}

// Group the events of each command of a seat, as long as they are about one seat. Each event of the system is alone.
function actionsOf(lines) {
  const found = [];
  let open = null;
  for (const line of lines) {
    const isOther = open && open.subject !== null && line.subject !== null && line.subject !== open.subject;
    if (!open || isOther || line.seat === null) found.push((open = { seat: line.seat, subject: line.subject, lines: [] }));
    if (!line.minor || line.note !== undefined) open.lines.push(line);
    open.subject ??= line.subject;
    open.version = line.version; // the last event: players can look at the position after it
    if (line.settled) open = null;
  }
  return found.filter((each) => each.lines.length > 0);
}

// Group successive actions of the same seat. Events of the system belong to the turn before them.
function turnsOf(actions) {
  const found = [];
  for (const each of actions) {
    const turn = found.at(-1);
    if (turn && (each.seat === null || each.seat === turn.seat)) turn.actions.push(each);
    else found.push({ seat: each.seat, actions: [each] });
  }
  return found;
}
