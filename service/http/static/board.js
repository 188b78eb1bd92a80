// The picture of the board: the server draws it, and this module puts it into the page and makes its things selectable. An
// element of a thing has its kind and id (`data-kind`, `data-id`; `data-of`: the thing that it is a part of).

import { Problem, get, isAway } from "./api.js";
import { isArrow, nextOf } from "./arrows.js";
import { fill, h, oneAtATime } from "./dom.js";
import { ontheme, theme } from "./theme.js";
import { texts } from "./words.js";

const KEPT = 60; // cached pictures of past positions

const nameOf = ({ dataset: { kind, id, of } }) => JSON.stringify([kind, id, of]);

function picture(text) {
  const svg = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  svg.setAttribute("role", "group"); // not an image, because its things can be chosen
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
    ontheme(() => this.drawOrKeep(this.version));
  }

  // Draw the position at a version (null: now). If versions change quickly, skip those that are out of date.
  draw(version = null) {
    this.version = version;
    return this.drawn();
  }

  // Draw, or keep the picture while the server is unavailable.
  async drawOrKeep(version = null) {
    await this.draw(version).catch((error) => {
      if (!isAway(error)) throw error;
    });
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

  // Keep the keyboard focus on the same thing, or on the board if the thing cannot be chosen any more.
  #staying(change) {
    const thing = this.element.querySelector("[data-kind]:focus-visible");
    change();
    if (!thing || thing.matches(":focus")) return;
    (this.#choosable.find((each) => nameOf(each) === nameOf(thing)) ?? this.element).focus({ preventScroll: true });
  }

  // Replace the picture. If the old one is similar, replace only the parts that differ, which the browser draws faster. Keep the
  // received picture unchanged, to compare it with the next one: the page changes its copies.
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
    try {
      const text = await get(path);
      if (past) this.kept.set(path, text);
      if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value);
      return text;
    } catch (refused) {
      if (!(refused instanceof Problem && refused.status === 404)) throw refused;
      return null;
    }
  }

  // Set the things that can be chosen: [{kind, id, within, label, pick}]. `within`: what was chosen before, for parts of things.
  // Also set what has been chosen: [{kind, id, within}].
  offer(offers, chosen = []) {
    Object.assign(this, { offers, chosen });
    this.#staying(() => this.#mark(offers, chosen));
  }

  #mark(offers, chosen) {
    this.element.querySelectorAll("[data-chosen]").forEach((each) => each.removeAttribute("data-chosen"));
    chosen.flatMap((each) => this.#elements(each)).forEach((each) => each.setAttribute("data-chosen", ""));
    const offered = new Map(offers.flatMap((one) => this.#elements(one).map((each) => [each, one])));
    // Only from things that are not offered any more: an element without `tabindex` loses the focus.
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

  // Tab goes to one of the selectable things, the last focused one. Arrow keys go on from there.
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

  // Return whether any of these things is on the board.
  shows(offers) {
    return offers.some((each) => this.#elements(each).length > 0);
  }

  // Return the name of a thing on the board that is not a part of another thing: the first part of its title. Null: not there.
  named(id) {
    const found = this.#places(id);
    return found.length === 1 ? (found[0].querySelector("title")?.textContent.split(/[:,]/)[0] ?? null) : null;
  }

  // Return the whole title of a thing on the board, or null if it is not there.
  titled(kind, id) {
    return this.things.get(`${kind} ${id}`)?.[0].querySelector("title")?.textContent ?? null;
  }

  // Return the kind of a thing on the board, of several possible kinds. Null: none is possible.
  kindOf(kinds, id) {
    return kinds.find((each) => this.things.has(`${each} ${id}`)) ?? kinds[0] ?? null;
  }

  // Mark a thing on the board, or remove the mark.
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
