// One form for several fields of a command, such as what to give, what to get and with whom.

import { amountsField } from "./fields.js";
import { h } from "./dom.js";
import { texts } from "./words.js";

const withoutZeros = (amounts) => Object.fromEntries(Object.entries(amounts).filter(([, count]) => count));

// Return a form with fields of amounts, and at most one list. `choose` gets a complete command. The first button of the list
// leaves the field out of the command.
export function togetherForm(type, filling, labels, label, choose, onedit) {
  const parts = labels.together(type).map((name) => ({ name, ...filling.fieldAt(name) })).map((each) =>
    (each.items ? listField(type, each, labels, label, onedit) : amountField(type, each, labels, onedit)));
  const take = () => {
    const read = parts.map((each) => [each.name, each.read()]);
    if (read.some(([, value]) => value === null)) return;
    choose({ ...filling.command, ...Object.fromEntries(parts.map(({ name }) => [name, undefined])), type, ...Object.fromEntries(read.filter(([, value]) => value !== undefined)) });
  };
  return h("div", { class: "together", "data-together": type }, parts.map(({ element }) => element),
    h("button", { type: "button", class: "primary", onclick: take }, labels.title(type)));
}

function amountField(type, { name, amounts }, labels, onedit) {
  const { element, read } = amountsField(optional(amounts), [0, 0], labels, onedit, labels.question(type, [name]));
  element.dataset.field = name;
  return { name, element, read: () => read() && withoutZeros(read()) };
}

// Each amount may be 0 here, because the other amounts of the same field may be enough.
const optional = (amounts) => Object.fromEntries(Object.entries(amounts).map(([name, { values, ranges }]) => [name, { values: [...values, null], ranges }]));

function listField(type, { name, items }, labels, label, onedit) {
  const chosen = new Set();
  const everybody = h("button", { type: "button", "aria-pressed": "true" }, labels.value(name, null));
  const each = items.map((value) => h("button", { type: "button", "aria-pressed": "false", "data-item": JSON.stringify(value) }, label([name, 0])(value)));
  const show = () => {
    everybody.setAttribute("aria-pressed", String(chosen.size === 0));
    each.forEach((button, n) => button.setAttribute("aria-pressed", String(chosen.has(items[n]))));
    onedit();
  };
  everybody.addEventListener("click", () => {
    chosen.clear();
    show();
  });
  each.forEach((button, n) => button.addEventListener("click", () => {
    if (!chosen.delete(items[n])) chosen.add(items[n]);
    show();
  }));
  const question = labels.question(type, [name]);
  const element = h("div", { "data-field": name }, h("h4", {}, question), h("div", { class: "choices", role: "group", "aria-label": question }, everybody, each));
  return { name, element, read: () => (chosen.size ? items.filter((value) => chosen.has(value)) : undefined) };
}

export const nothingFits = () => ({ detail: texts.form.not_so });
