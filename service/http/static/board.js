// The picture of the board: the server draws it, and this module puts it into the page and makes its things selectable. An
// element of a thing has its kind and id (`data-kind`, `data-id`; `data-of`: the thing that it is a part of).

import { Problem, get, isAway } from "./api.js";
import { isArrow, nextOf } from "./arrows.js";
import { fill, h, oneAtATime } from "./dom.js";
import { Picture } from "./picture.js";
import { ontheme, theme } from "./theme.js";
import { texts } from "./words.js";

const KEPT = 60; // cached pictures of past positions

const nameOf = ({ dataset: { kind, id, of } }) => JSON.stringify([kind, id, of]);

export class Board {
  // `panels`: the elements for the panels of the picture, by their names. Without them, the panels stay below the map.
  constructor(element, address, panels = null) {
    const isNear = (part, id) => (part === "desk" && Number(id) === this.own) || (part === "table" && this.picture.leavesRoom);
    const place = panels && ((part, id) => panels[isNear(part, id) ? "own" : part]);
    Object.assign(this, { element, address, own: null, picture: new Picture(element, place), onput: () => {}, offers: [], chosen: [], kept: new Map(), things: new Map(), version: null, reached: null });
    this.drawn = oneAtATime(() => this.#draw());
    this.roots = [...new Set([element, ...Object.values(panels ?? {})])];
    for (const each of this.roots) {
      each.addEventListener("click", (event) => this.#pick(event));
      each.addEventListener("keydown", (event) => this.#key(event));
    }
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

  // The desk of this seat is next to the actions.
  setOwn(seat) {
    if (seat === this.own) return;
    this.own = seat;
    this.picture.arrange();
  }

  #all(selector) {
    return this.roots.flatMap((each) => [...each.querySelectorAll(selector)]);
  }

  #replace(text) {
    this.picture.put(text);
    this.onput();
    this.things = new Map();
    for (const each of this.#all("[data-kind]")) {
      const name = `${each.dataset.kind} ${each.dataset.id}`;
      this.things.set(name, [...(this.things.get(name) ?? []), each]);
    }
    this.offer(this.offers, this.chosen);
  }

  // Keep the keyboard focus on the same thing, or on the board if the thing cannot be chosen any more.
  #staying(change) {
    const [thing] = this.#all("[data-kind]:focus-visible");
    change();
    if (!thing || thing.matches(":focus")) return;
    (this.#choosable.find((each) => nameOf(each) === nameOf(thing)) ?? this.element).focus({ preventScroll: true });
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
    this.#all("[data-chosen]").forEach((each) => each.removeAttribute("data-chosen"));
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
    this.roots.forEach((each) => each.classList.toggle("is-choosing", offers.length > 0));
    this.#reach(this.#choosable.find((each) => nameOf(each) === this.reached) ?? this.#choosable[0]);
  }

  get #choosable() {
    return this.#all("[data-choosable]");
  }

  // Tab goes to one of the selectable things, the last focused one. Arrow keys go on from there.
  #reach(element) {
    if (!element) return;
    this.#all("[data-choosable][tabindex='0']").forEach((each) => each.setAttribute("tabindex", "-1"));
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
    return this.#all(`[data-id="${CSS.escape(id)}"]:not([data-of])`);
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
