// The picture of the board, drawn by the server, taken into the page; and its things made choosable. An element that stands
// for a thing says of which kind it is and which one (`data-kind`, `data-id`; `data-of`: of which other thing it is a part).

import { authorization } from "./api.js";
import { isArrow, nextOf } from "./arrows.js";
import { fill, h, oneAtATime } from "./dom.js";
import { ontheme, theme } from "./theme.js";
import { texts } from "./words.js";

const KEPT = 60; // pictures of past positions

const nameOf = ({ dataset: { kind, id, of } }) => JSON.stringify([kind, id, of]);

function picture(text) {
  const svg = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  svg.setAttribute("role", "group"); // its things can be chosen: it is more than an image
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.querySelectorAll("script, foreignObject, style").forEach((each) => each.remove());
  return svg;
}

export class Board {
  constructor(element, address) {
    Object.assign(this, { element, address, offers: [], chosen: [], kept: new Map(), things: new Map(), version: null, reached: null });
    this.drawn = oneAtATime(() => this.#draw());
    element.addEventListener("click", (event) => this.#pick(event));
    element.addEventListener("keydown", (event) => this.#key(event));
    ontheme(() => this.draw(this.version));
  }

  // Draws the position at a version (null: now). Whoever hurries through positions has those drawn for which there is time.
  draw(version = null) {
    this.version = version;
    return this.drawn();
  }

  async #draw() {
    const version = this.version;
    const text = await this.#text(version);
    if (version !== this.version || text === this.text) return;
    this.text = text;
    if (text === null) return fill(this.element, h("p", { class: "empty" }, texts.game.board_none));
    this.#staying(() => this.#replace(text));
  }

  #replace(text) {
    this.#put(picture(text));
    this.things = new Map();
    for (const each of this.element.querySelectorAll("[data-kind]")) {
      const name = `${each.dataset.kind} ${each.dataset.id}`;
      this.things.set(name, [...(this.things.get(name) ?? []), each]);
    }
    this.offer(this.offers, this.chosen);
  }

  // Whoever is on a thing by keyboard stays on it; on the board, where it can be chosen no more.
  #staying(change) {
    const thing = this.element.querySelector("[data-kind]:focus-visible");
    change();
    if (!thing || thing.matches(":focus")) return;
    (this.#choosable.find((each) => nameOf(each) === nameOf(thing)) ?? this.element).focus({ preventScroll: true });
  }

  // In place of the picture that is there: of one that is alike, only those parts that differ, so that a browser has little to
  // draw anew. What came is kept as it is, to be compared with the next: the page shows copies, and makes something of them.
  #put(svg) {
    const [was, there] = [this.came, this.element.querySelector("svg")];
    this.came = svg;
    if (!there || was.children.length !== svg.children.length || !was.cloneNode().isEqualNode(svg.cloneNode())) return fill(this.element, svg.cloneNode(true));
    const differ = [...svg.children].map((each, n) => [each, there.children[n], was.children[n]]).filter(([each, , before]) => !each.isEqualNode(before));
    differ.forEach(([each, before]) => before.replaceWith(each.cloneNode(true)));
  }

  async #text(version) {
    const past = version === null ? "" : `&version=${version}`;
    const path = `${this.address}?theme=${theme()}${past}`;
    if (past && this.kept.has(path)) return this.kept.get(path);
    const answer = await fetch(path, { headers: authorization() });
    if (answer.status === 404) return null;
    if (!answer.ok) return this.text; // the server is away or busy: what is there stays until it is asked again
    const text = await answer.text();
    if (past) this.kept.set(path, text);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
    return text;
  }

  // What can be chosen on the board: [{kind, id, within, label, pick}]. `within`: what else has been chosen, for parts of things.
  // And what has been chosen by now: [{kind, id, within}].
  offer(offers, chosen = []) {
    Object.assign(this, { offers, chosen });
    this.#staying(() => this.#mark(offers, chosen));
  }

  #mark(offers, chosen) {
    this.element.querySelectorAll("[data-chosen]").forEach((each) => each.removeAttribute("data-chosen"));
    chosen.flatMap((each) => this.#elements(each)).forEach((each) => each.setAttribute("data-chosen", ""));
    const offered = new Map(offers.flatMap((one) => this.#elements(one).map((each) => [each, one])));
    // Only from those that are no longer offered: an element without `tabindex` loses the focus at once.
    this.#choosable.filter((each) => !offered.has(each)).forEach((each) => {
      ["data-choosable", "tabindex", "role", "aria-label"].forEach((name) => each.removeAttribute(name));
    });
    for (const [each, one] of offered) {
      const told = each.querySelector("title")?.textContent ?? one.id;
      const given = { "data-choosable": "", tabindex: "-1", role: "button", "aria-label": `${told}: ${one.label}` };
      Object.entries(given).forEach(([name, value]) => each.setAttribute(name, value));
      each.offered = one;
    }
    this.element.classList.toggle("is-choosing", offers.length > 0);
    this.#reach(this.#choosable.find((each) => nameOf(each) === this.reached) ?? this.#choosable[0]);
  }

  get #choosable() {
    return [...this.element.querySelectorAll("[data-choosable]")];
  }

  // Tab leads to one of all things that can be chosen, the one where somebody was last; arrow keys lead on from there.
  #reach(element) {
    if (!element) return;
    this.element.querySelector("[data-choosable][tabindex='0']")?.setAttribute("tabindex", "-1");
    element.setAttribute("tabindex", "0");
  }

  #key(event) {
    const from = event.target.closest("[data-choosable]");
    if (event.key === "Enter" || event.key === " ") return this.#pick(event);
    if (!from || !isArrow(event.key)) return;
    event.preventDefault();
    const next = nextOf(from, this.#choosable, event.key) ?? from;
    this.reached = nameOf(next);
    this.#reach(next);
    next.focus();
  }

  // Whether any of that lies on the board.
  shows(offers) {
    return offers.some((each) => this.#elements(each).length > 0);
  }

  // What a thing is called that lies on the board and is no part of another: how it begins to tell of itself. Null: nothing.
  named(id) {
    const found = this.#places(id);
    return found.length === 1 ? (found[0].querySelector("title")?.textContent.split(/[:,]/)[0] ?? null) : null;
  }

  // All that a thing says of itself that lies on the board; null if it does not.
  titled(kind, id) {
    return this.things.get(`${kind} ${id}`)?.[0].querySelector("title")?.textContent ?? null;
  }

  // Marks where it lies, or no longer.
  point(id, is) {
    this.#places(id).forEach((each) => each.toggleAttribute("data-pointed", is));
  }

  #places(id) {
    return [...this.element.querySelectorAll(`[data-id="${CSS.escape(id)}"]:not([data-of])`)];
  }

  #elements({ kind, id, within }) {
    const found = this.things.get(`${kind} ${id}`) ?? [];
    return found.filter((each) => !each.dataset.of || within.has(each.dataset.of));
  }

  #pick(event) {
    const element = event.target.closest("[data-choosable]");
    if (!element) return;
    event.preventDefault();
    this.reached = nameOf(element);
    element.offered.pick();
  }
}
