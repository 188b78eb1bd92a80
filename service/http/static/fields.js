// The widgets of the form, one for each kind of open place. A widget passes its choice to `choose`, and calls `onedit` when
// the player starts to change it.

import { h } from "./dom.js";
import { bounds } from "./options.js";
import { human, say, texts, told } from "./words.js";

const MOST_BUTTONS = 10; // more choices become a list
const MOST_NUMBERS = 12;

export function field(open, label, choose, onedit) {
  if (open.amounts) return amounts(open.amounts, choose, onedit);
  if (open.branches) return buttons([[texts.form.fill, { fill: true }], [texts.form.leave, { fill: false }]], choose);
  if (open.isOnly) return buttons([[label(open.only) ?? texts.form.another, {}]], choose);
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
export function possible({ amounts: sets, total }) {
  const each = Object.entries(sets).map(([name, set]) => `${told(name)} ${between(bounds(set))}`);
  return say(texts.form.possible, { each: each.join(", "), total: between(total) });
}

// Several numbers at the same time: to give, to discard, to pay.
function amounts(sets, choose, onedit) {
  const inputs = Object.entries(sets).map(([name, set]) => {
    const [low, high] = bounds(set);
    const input = h("input", { type: "number", min: low, max: high, value: String(low), "aria-label": human(name), name, oninput: onedit });
    const step = (by) => () => {
      input.value = String(Math.max(low, Math.min(high, Number(input.value) + by)));
      onedit();
    };
    const button = (text, by) => h("button", { type: "button", tabIndex: -1, "aria-hidden": "true", onclick: step(by) }, text);
    return [name, input, h("div", { class: "amount" }, h("span", {}, told(name)), button("−", -1), input, button("+", 1))];
  });
  const take = () => inputs.every(([, input]) => input.reportValidity()) &&
    choose({ amounts: Object.fromEntries(inputs.map(([name, input]) => [name, Number(input.value)])) });
  return h("div", { class: "amounts" }, inputs.map(([, , row]) => row),
    h("button", { type: "button", class: "primary", onclick: take }, texts.form.take));
}
