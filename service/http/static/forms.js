// Forms: values with open fields, as in the options of legal-commands. This module computes which values a form allows.

const isScalar = (form) => form === null || form === undefined || typeof form !== "object";
const isRange = (form) => !isScalar(form) && "range" in form;
export const isList = (form) => !isScalar(form) && (Array.isArray(form) || "list" in form || "$items" in form);
export const isChoice = (form) => !isScalar(form) && "one_of" in form;
export const isPlainChoice = (form) => isChoice(form) && form.one_of.every((each) => isScalar(each) || isRange(each));
export const isValues = (form) => isScalar(form) || isRange(form) || isPlainChoice(form);
export const isObject = (form) => !isScalar(form) && !isRange(form) && !isChoice(form) && !isList(form);

// ---------------------------------------------------------------- sets of values

// Return all values that the forms allow: `values` (null: left out) and `ranges` of integers.
export function allowed(forms) {
  const values = new Set(), ranges = new Map();
  const take = (form) => {
    if (isScalar(form)) values.add(form ?? null);
    else if (isRange(form)) ranges.set(String(form.range), form.range);
    else form.one_of.forEach(take);
  };
  forms.forEach(take);
  return { values: [...values], ranges: [...ranges.values()] };
}

// Return the lowest and the highest of these numbers. A missing number counts as 0.
export function bounds({ values, ranges }) {
  const all = [...values.map((each) => each ?? 0), ...ranges.flat()];
  return [Math.min(...all), Math.max(...all)];
}

export const isSettled = ({ values, ranges }) => ranges.length === 0 && values.length === 1;

export function allows(form, value) {
  if (isScalar(form)) return (form ?? null) === value;
  if (isRange(form)) return Number.isInteger(value) && form.range[0] <= value && value <= form.range[1];
  return isChoice(form) && form.one_of.some((each) => allows(each, value));
}

// ---------------------------------------------------------------- forms at places

export function at(form, path) {
  return path.reduce((found, key) => {
    if (isScalar(found)) return undefined;
    if (Array.isArray(found)) return found[key];
    return "$items" in found ? found.$items[key] : found[key];
  }, form);
}

export function put(form, [key, ...rest], value) {
  if (key === undefined) return value;
  if ("$items" in form) {
    const items = [...form.$items];
    items[key] = put(items[key], rest, value);
    return { ...form, $items: items };
  }
  return { ...form, [key]: put(form[key], rest, value) };
}

// A list that is not complete: the items so far, and the form of the items that may follow.
export function opened(form) {
  if (Array.isArray(form)) return { $items: form, rest: null, min: form.length, max: form.length };
  return "$items" in form ? form : { $items: [], rest: form.list, min: form.min, max: form.max };
}

export const mayGrow = (list, count) => list.$items.length > count || (list.rest !== null && list.max > count);
export const mayEnd = (list, count) => list.$items.length === count && count >= list.min;

export function grown(list, count) {
  return list.$items.length > count ? list : { ...list, $items: [...list.$items, list.rest] };
}

export function plain(form) {
  if (isScalar(form)) return form;
  if (isRange(form)) return form.range[0];
  if (isPlainChoice(form)) return plain(form.one_of[0]);
  if (isList(form)) return opened(form).$items.map(plain);
  const told = Object.entries(form).map(([key, value]) => [key, plain(value)]);
  return Object.fromEntries(told.filter(([, value]) => value !== null && value !== undefined));
}

export const OPEN_LIST = Symbol("a list of variable length");

// Yield each way to fill in a form; the highest number first.
export function* completions(form) {
  if (isScalar(form)) yield form;
  else if (isRange(form)) for (let n = form.range[1]; n >= form.range[0]; n--) yield n;
  else if (isChoice(form)) for (const each of form.one_of) yield* completions(each);
  else if (isList(form)) yield* mayGrow(opened(form), opened(form).$items.length) ? [OPEN_LIST] : products(opened(form).$items);
  else for (const values of products(Object.values(form))) yield values === OPEN_LIST ? OPEN_LIST : Object.fromEntries(Object.keys(form).map((key, n) => [key, values[n]]));
}

function* products([form, ...rest]) {
  if (form === undefined && rest.length === 0) return yield [];
  for (const first of completions(form)) {
    if (first === OPEN_LIST) return yield OPEN_LIST;
    for (const others of products(rest)) yield others === OPEN_LIST ? OPEN_LIST : [first, ...others];
  }
}
