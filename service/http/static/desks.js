// What lies before each seat, as far as whoever looks may see it: read off the view, whatever the ruleset puts there.

import { fill, h } from "./dom.js";
import { human, texts, told } from "./words.js";

export function showDesks(element, state, seats) {
  const desks = Array.isArray(state?.seats) ? state.seats.filter((each) => Number.isInteger(each.seat)) : [];
  element.closest("section").hidden = desks.length === 0;
  fill(element, desks.map((each) => desk(each, seats)));
}

function desk({ seat, colour: _, ...things }, seats) {
  const lines = Object.entries(things).filter(([, value]) => isThere(value)).flatMap(([name, value]) =>
    [h("dt", {}, human(name)), h("dd", {}, thing(value))]);
  return h("article", { class: "desk", "aria-label": seats.label(seat) },
    h("h3", {}, seats.sign(seat), " ", seats.label(seat)), h("dl", {}, lines));
}

const isThere = (value) => value !== null && !(Array.isArray(value) && value.length === 0) && !(typeof value === "object" && Object.keys(value).length === 0);

function thing(value) {
  if (Array.isArray(value)) return h("span", {}, value.map((each) => h("span", { class: "chip" }, told(each))));
  if (typeof value !== "object") return told(value);
  return h("span", {}, Object.entries(value).map(([name, each]) => h("span", { class: "chip" }, `${told(name)} `, h("b", {}, told(each)))));
}
