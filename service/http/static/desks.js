// The table in front of each seat, as the viewer may see it: built from the view, for any ruleset.

import { fill, h } from "./dom.js";
import { human, texts, told } from "./words.js";

export function showDesks(element, state, seats, board) {
  const desks = Array.isArray(state?.seats) ? state.seats.filter((each) => Number.isInteger(each.seat)) : [];
  element.closest("details").hidden = desks.length === 0;
  fill(element, desks.map((each) => desk(each, seats, board)));
}

function desk({ seat, colour: _, ...things }, seats, board) {
  const lines = Object.entries(things).filter(([, value]) => isThere(value)).flatMap(([name, value]) =>
    [h("dt", {}, human(name)), h("dd", {}, thing(value, board))]);
  return h("article", { class: "desk", "aria-label": seats.label(seat) },
    h("h3", {}, seats.sign(seat), " ", seats.label(seat)), h("dl", {}, lines));
}

const isThere = (value) => value !== null && !(Array.isArray(value) && value.length === 0) && !(typeof value === "object" && Object.keys(value).length === 0);

function thing(value, board) {
  if (Array.isArray(value)) return h("span", {}, value.map((each) => h("span", { class: "chip" }, words(each, board))));
  if (typeof value !== "object") return words(value, board);
  return h("span", {}, Object.entries(value).map(([name, each]) => h("span", { class: "chip" }, `${told(name)} `, h("b", {}, words(each, board)))));
}

const called = (value, board) => (typeof value === "string" ? board.named(value) : null);

// Return a value as text. A place on the board has its name there, and pointing at it marks the place.
function words(value, board) {
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const there = Object.entries(value).filter(([, each]) => isThere(each));
    return h("span", {}, there.map(([name, each], n) => [n > 0 && " · ", called(each, board) === null && `${told(name)} `, words(each, board)]));
  }
  const name = called(value, board);
  if (name === null) return told(value);
  const point = (is) => () => board.point(value, is);
  return h("button", { type: "button", class: "place", title: value, onmouseenter: point(true), onfocus: point(true), onmouseleave: point(false), onblur: point(false) }, name);
}
