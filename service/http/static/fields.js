// The widgets of the form, one for each kind of open place. A widget passes its choice to `choose`, and calls `onedit` when
// the player starts to change it.

import { bounds } from "./forms.js";
import { h } from "./dom.js";
import { say, texts } from "./words.js";

const MOST_BUTTONS = 10; // more choices become a list
const MOST_NUMBERS = 12;
const MOST_HELD = 15; // no player holds more cards, so a higher limit is not helpful
const SVG = "http://www.w3.org/2000/svg";

// `label`: a function that returns the label of a value. `labels`: the labels of the ruleset.
export function field(open, label, labels, choose, onedit) {
  if (open.amounts) return amountsForm(open, labels, choose, onedit);
  if (open.branches) return buttons([[texts.form.fill, { fill: true }], [texts.form.leave, { fill: false }]], choose);
  if (open.isOnly) return buttons([[open.only === undefined ? texts.form.another : label(open.only), {}]], choose);
  const numbers = open.ranges.reduce((sum, [low, high]) => sum + high - low + 1, 0);
  const listed = numbers <= MOST_NUMBERS ? open.ranges.flatMap(([low, high]) => range(low, high)) : [];
  const values = [...new Set([...open.values, ...listed])];
  const choices = values.map((value) => [label(value), { value }]);
  return h("div", { class: "field" },
    choices.length > MOST_BUTTONS ? list(choices, choose) : buttons(choices, choose),
    numbers > MOST_NUMBERS && number(open.ranges, choose));
}

const range = (low, high) => Array.from({ length: high - low + 1 }, (_, n) => low + n);

function buttons(choices, choose) {
  return h("div", { class: "choices" },
    choices.map(([text, choice]) => h("button", { type: "button", "data-choice": JSON.stringify(choice), onclick: () => choose(choice) }, text)));
}

function list(choices, choose) {
  const select = h("select", { "aria-label": texts.form.choose },
    choices.map(([text, choice], n) => h("option", { value: String(n), "data-choice": JSON.stringify(choice) }, text)));
  const take = h("button", { type: "button", onclick: () => choose(choices[Number(select.value)][1]) }, texts.form.choose);
  return h("div", { class: "row" }, select, take);
}

function number(ranges, choose) {
  const [low, high] = [Math.min(...ranges.map(([a]) => a)), Math.max(...ranges.map(([, b]) => b))];
  const input = h("input", { type: "number", min: low, max: high, value: String(low), "aria-label": say(texts.form.number, { low, high }) });
  const take = () => input.reportValidity() && choose({ value: Number(input.value) });
  return h("div", { class: "row" }, input, h("button", { type: "button", onclick: take }, texts.form.choose));
}

const between = ([low, high]) => (low === high ? String(low) : say(texts.form.between, { low, high }));

// Return the amounts that are allowed, for amounts that are not.
export function possible({ amounts: sets, total }, labels) {
  const each = Object.entries(sets).map(([name, set]) => `${labels.noun(name, 2)} ${between(bounds(set))}`);
  return say(texts.form.possible, { each: each.join(", "), total: between(total) });
}

// Return the icon of an amount, or nothing.
export function iconOf(name, labels) {
  const drawn = labels.icon(name);
  if (!drawn) return null;
  const [svg, path] = ["svg", "path"].map((tag) => document.createElementNS(SVG, tag));
  Object.entries({ viewBox: "0 0 16 16", class: "icon", "aria-hidden": "true" }).forEach(([key, value]) => svg.setAttribute(key, value));
  Object.entries({ d: drawn.path, fill: drawn.fill }).forEach(([key, value]) => path.setAttribute(key, value));
  svg.append(path);
  return svg;
}

// Return allowed start values: the lowest numbers, raised until their sum is large enough.
function start(sets, [least]) {
  const limits = sets.map(([, set]) => bounds(set));
  let missing = least - limits.reduce((sum, [low]) => sum + low, 0);
  return limits.map(([low, high]) => {
    const more = Math.max(0, Math.min(high - low, missing));
    missing -= more;
    return low + more;
  });
}

// Build a form for several amounts, for example to give, discard or pay. Return {element, read}. `read` returns the amounts, or
// null.
export function amountsField(sets, total, labels, onedit, title = "") {
  const entries = labels.inOrder(Object.entries(sets)), first = start(entries, total);
  const inputs = entries.map(([name, set], n) => {
    const [low, high] = bounds(set);
    const label = labels.noun(name, 2);
    const input = h("input", { type: "number", min: low, max: high, value: String(first[n]), "aria-label": title ? `${title}: ${label}` : label, name, oninput: onedit });
    const step = (by) => () => {
      input.value = String(Math.max(low, Math.min(high, Number(input.value) + by)));
      onedit();
    };
    const button = (text, by) => h("button", { type: "button", tabIndex: -1, "aria-hidden": "true", onclick: step(by) }, text);
    return { name, input, row: h("div", { class: "amount" }, h("span", {}, iconOf(name, labels), " ", label, high <= MOST_HELD && h("small", {}, ` / ${high}`)), button("−", -1), input, button("+", 1)) };
  });
  const read = () => (inputs.every(({ input }) => input.reportValidity()) ? Object.fromEntries(inputs.map(({ name, input }) => [name, Number(input.value)])) : null);
  return { element: h("div", { class: "amounts" }, title && h("h4", {}, title), inputs.map(({ row }) => row)), read };
}

function amountsForm({ amounts, total }, labels, choose, onedit) {
  const { element, read } = amountsField(amounts, total, labels, onedit);
  const take = () => {
    const found = read();
    if (found) choose({ amounts: found });
  };
  element.append(h("button", { type: "button", class: "primary", onclick: take }, texts.form.take));
  return element;
}
