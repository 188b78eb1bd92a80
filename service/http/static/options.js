// Fill an option: turn the options of legal-commands (commands with open fields, docs/contract/commands.md) into one complete
// command, one choice at a time. This module does not depend on a ruleset, the page or the network.
//
// A place in a command is a path: ["reward", "city"], ["moves", 0, "to"]. `candidates` are the options that are still possible,
// with plain values at chosen places. The next open place is the first one at which the candidates differ.

import { OPEN_LIST, allowed, allows, at, bounds, completions, grown, isChoice, isList, isObject, isPlainChoice, isSettled, isValues, mayEnd, mayGrow, opened, plain, put } from "./forms.js";

// ---------------------------------------------------------------- the next open place

// Split candidates so that each has one form at the path, instead of a choice among forms.
function spread(candidates, path) {
  return candidates.flatMap((each) => {
    const form = at(each, path);
    if (isChoice(form) && !isPlainChoice(form)) {
      return spread(form.one_of.map((one) => put(each, path, one)), path);
    }
    return [isList(form) ? put(each, path, opened(form)) : each];
  });
}

// Return the first open place at or below the path: {path, …} with one of
//   values, ranges   any of these values (null in values: left out)
//   amounts, total   an object of numbers: {key: {values, ranges}}, and the limits of their sum: [least, most]
//   branches         whether to fill in an object or a list at all
// and `ends`: the path of a list that may also end here; `only`: the one value that could follow there, or undefined if it
// is not a plain value. Return null if no place is open. `order` has the keys in the order of the questions. The candidates are returned
// too, because the search splits them.
function openPlace(candidates, path, order) {
  candidates = spread(candidates, path);
  const forms = candidates.map((each) => at(each, path));
  if (forms.every(isValues)) {
    const found = allowed(forms);
    return { candidates, open: isSettled(found) ? null : { path, ...found } };
  }
  if (forms.some(isValues)) return { candidates, open: { path, branches: true } };
  if (forms.every(isList)) return openItem(candidates, path, order);
  const keys = order(path, [...new Set(forms.flatMap(Object.keys))]);
  if (path.length > 0 && areAmounts(forms)) return openAmounts(candidates, path, keys);
  return openKey(candidates, path, keys, order);
}

function openKey(candidates, path, keys, order) {
  for (const key of keys) {
    const found = openPlace(candidates, [...path, key], order);
    if (found.open) return found;
    candidates = found.candidates;
  }
  return { candidates, open: null };
}

const isAmount = (value) => value === null || Number.isInteger(value);
const areAmounts = (forms) =>
  forms.every((form) => Object.values(form).every((each) => isValues(each) && allowed([each]).values.every(isAmount)));

function together(candidates, path, keys) {
  const totals = candidates.map((each) => keys.map((key) => bounds(allowed([at(each, [...path, key])]))));
  const sums = (n) => totals.map((each) => each.reduce((sum, bound) => sum + bound[n], 0));
  return [Math.min(...sums(0)), Math.max(...sums(1))];
}

function openAmounts(candidates, path, keys) {
  const amounts = Object.fromEntries(keys.map((key) => [key, allowed(candidates.map((each) => at(each, [...path, key])))]));
  return { candidates, open: Object.values(amounts).every(isSettled) ? null : { path, amounts, total: together(candidates, path, keys) } };
}

// Remove the values that an earlier item of the same list has at the same place.
function withoutUsed(open, [candidate], isDistinct) {
  const { path, values } = open ?? {}, depth = path?.findLastIndex(Number.isInteger) ?? -1;
  if (depth < 0 || !values || !isDistinct(path)) return open;
  const used = Array.from({ length: path[depth] }, (_, n) => at(candidate, path.with(depth, n)));
  return { ...open, values: values.filter((each) => !used.includes(each)) };
}

const onlyValue = (form) => (isValues(form) ? allowed([form]).values[0] : undefined);

function openItem(candidates, path, order) {
  for (let count = 0; ; count++) {
    const grow = candidates.filter((each) => mayGrow(at(each, path), count));
    const end = candidates.filter((each) => mayEnd(at(each, path), count));
    if (grow.length === 0) return { candidates, open: null };
    const longer = grow.map((each) => put(each, path, grown(at(each, path), count)));
    const found = openPlace(longer, [...path, count], order);
    const undecided = end.some((each) => at(each, path).rest !== null) || (end.length > 0 && grow.length > 0);
    if (undecided) {
      const item = [...path, count];
      const open = found.open ?? { path: item, isOnly: true, only: onlyValue(at(found.candidates[0], item)) };
      return { candidates, open: { ...open, ends: path, count } };
    }
    if (found.open) return found;
    candidates = found.candidates;
  }
}

// ---------------------------------------------------------------- choices

function narrowed(candidates, open, choice, { order, isDistinct }) {
  if (choice.end) {
    return candidates
      .filter((each) => mayEnd(at(each, open.ends), open.count))
      .map((each) => put(each, open.ends, { ...at(each, open.ends), rest: null, max: open.count }));
  }
  if (open.ends) {
    const list = (each) => at(each, open.ends);
    const grow = candidates.filter((each) => mayGrow(list(each), open.count));
    candidates = grow.map((each) => put(each, open.ends, grown(list(each), open.count)));
    candidates = openPlace(candidates, [...open.ends, open.count], order).candidates;
    if (open.isOnly) return isDistinct(open.ends) ? candidates.map((each) => named(each, open.path)) : candidates;
  }
  if (open.branches) return candidates.filter((each) => isValues(at(each, open.path)) !== choice.fill);
  if (open.amounts) return withAmounts(candidates, open, choice.amounts);
  const fits = candidates.filter((each) => allows(at(each, open.path), choice.value));
  const placed = fits.map((each) => put(each, open.path, choice.value));
  return isDistinct(open.path.slice(0, -1)) ? placed.map((each) => named(each, open.path)) : placed;
}

// The same for a list in which an item may not occur twice.
function named(candidate, path) {
  const list = at(candidate, path.slice(0, -1));
  if (list.rest === null) return candidate;
  const { values, ranges } = allowed([list.rest]);
  const left = values.filter((each) => !allows(at(candidate, path), each));
  const rest = left.length + ranges.length > 0 ? { one_of: [...left, ...ranges.map((range) => ({ range }))] } : null;
  return put(candidate, path.slice(0, -1), { ...list, rest });
}

function withAmounts(candidates, open, amounts) {
  const keys = Object.keys(open.amounts);
  const wanted = (key) => amounts[key] || null; // an amount of 0 may be 0 or left out
  const fits = (form, key) => allows(form[key], wanted(key)) || (wanted(key) === null && allows(form[key], 0));
  const settle = (form) => Object.fromEntries(keys.map((key) => [key, allows(form[key], wanted(key)) ? wanted(key) : 0]));
  return candidates
    .filter((each) => keys.every((key) => fits(at(each, open.path), key)))
    .map((each) => put(each, open.path, settle(at(each, open.path))));
}

// ---------------------------------------------------------------- filling

// What is known about the places of a command: the order of their keys, and lists in which no item occurs twice.
const UNKNOWN = { order: (_path, keys) => keys, isDistinct: () => false };

// An incomplete command. It is immutable: each step returns a new one, and `back` returns the previous one.
export class Filling {
  constructor(options, known = UNKNOWN, choices = [], before = null) {
    const found = openPlace(options, [], known.order);
    const open = withoutUsed(found.open, found.candidates, known.isDistinct);
    Object.assign(this, { known, choices, before, candidates: found.candidates, open });
  }

  get isComplete() {
    return this.open === null;
  }

  get command() {
    return plain(this.candidates[0]);
  }

  // Return the filling after a choice, or null if no option allows it. A choice is {value}, {amounts}, {fill: bool}, {end: true}
  // or, to add the only possible item to a list, {}.
  chosen(choice) {
    const left = narrowed(this.candidates, this.open, choice, this.known);
    return left.length === 0 ? null : new Filling(left, this.known, [...this.choices, { open: this.open, choice }], this);
  }

  // The same for any place that has a value in every candidate, also out of order.
  placed(path, value) {
    const spreadOut = path.reduce((found, _, n) => spread(found, path.slice(0, n + 1)), this.candidates);
    const left = spreadOut.filter((each) => isValues(at(each, path)) && allows(at(each, path), value));
    if (left.length === 0) return null;
    const open = { path, ...allowed([value]) };
    const settled = left.map((each) => put(each, path, value));
    return new Filling(settled, this.known, [...this.choices, { open, choice: { value } }], this);
  }

  // Return the filling of a complete command, or null if no option allows it.
  filledBy(command) {
    let filling = this;
    while (filling?.open) {
      const { open } = filling, value = at(command, open.path);
      const isEnd = open.ends && at(command, [...open.ends, open.count]) === undefined;
      filling = filling.chosen(isEnd ? { end: true } : open.isOnly ? {} : open.branches ? { fill: (value ?? null) !== null } :
        open.amounts ? { amounts: value ?? {} } : { value: value ?? null });
    }
    return filling;
  }

  // Return all complete commands that are left, or none if there are more than `most`, or if a list has no fixed length.
  few(most) {
    const found = new Map();
    for (const each of this.candidates) {
      for (const one of completions(each)) {
        const command = one === OPEN_LIST ? null : plain(one);
        if (command === null || found.size > most) return [];
        found.set(JSON.stringify(command), command);
      }
    }
    return found.size > most ? [] : [...found.values()];
  }

  // Return what may be filled in at a field of the command: {amounts}, or {items} of a list.
  fieldAt(name) {
    const flat = (form) => (isChoice(form) && !isPlainChoice(form) ? form.one_of.flatMap(flat) : [form]);
    const forms = this.candidates.flatMap((each) => flat(each[name])).filter((each) => each !== null && each !== undefined);
    const lists = forms.filter(isList);
    if (lists.length) return { items: allowed(lists.map((each) => opened(each).rest).filter(isValues)).values };
    const keys = [...new Set(forms.flatMap(Object.keys))];
    return { amounts: Object.fromEntries(keys.map((key) => [key, allowed(forms.map((each) => each[key]))])) };
  }

  // Return the places outside lists that have only one possible value: [{path, value}].
  get settled() {
    const isChosen = (path) => this.choices.some(({ open }) => open.path.every((key, n) => key === path[n]));
    return this.places().map(({ path, values: [value] }) => ({ path, value })).filter(({ path, value }) =>
      value !== null && !isChosen(path) && this.candidates.every((each) => at(each, path) === value));
  }

  // Return all places outside lists with their possible values: [{path, values, ranges}]. The board uses them.
  places() {
    const found = [];
    const look = (forms, path) => {
      const flat = forms.flatMap((form) => (isChoice(form) && !isPlainChoice(form) ? form.one_of : [form]));
      const values = flat.filter((form) => isValues(form) && form !== undefined);
      if (values.length) found.push({ path, ...allowed(values) });
      const objects = flat.filter(isObject);
      for (const key of new Set(objects.flatMap(Object.keys))) look(objects.map((each) => each[key]), [...path, key]);
    };
    look(this.candidates, []);
    return found;
  }
}

export const typesOf = (options) => [...new Set(options.map((each) => each.type))];
export const ofType = (options, type) => options.filter((each) => each.type === type);

// Return all plain values in a command, as texts.
export function scalars(value, found = new Set()) {
  if (value !== null && typeof value === "object") Object.values(value).forEach((each) => scalars(each, found));
  else if (value !== null && value !== undefined) found.add(String(value));
  return found;
}
