// Words for names of the API. The sentences of the pages are in texts/en.json; this module fills them in.

import texts from "./texts.js";

export { texts };

// Fill in the names of "{n} of {m}".
export const say = (text, named = {}) => text.replace(/\{(\w+)\}/g, (_, name) => named[name] ?? "");

export function human(word) {
  const text = String(word).replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function told(value) {
  if (value === null || value === undefined) return texts.form.nothing;
  if (value === true) return texts.form.yes;
  if (value === false) return texts.form.no;
  if (Array.isArray(value)) return value.length ? value.map(told).join(", ") : texts.desk.none;
  if (typeof value === "object") {
    const there = Object.entries(value).filter(([, each]) => each !== null);
    return there.map(([name, each]) => `${name.replaceAll("_", " ")} ${told(each)}`).join(" · ");
  }
  return typeof value === "string" && /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/.test(value) ? value.replaceAll("_", " ") : String(value);
}

// Return a number in hundredths of a unit, with the name of the unit.
export const hundredths = (count, unit) => `${new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 }).format(count / 100)} ${unit}`;

// Return the address of a rule for people. The address of the API has it as data.
export const rulePage = (href) => href.replace(/^\/v1\/rulesets\/([^/]+)\/rules\/([^/]+)$/, "/rules/$1#$2");

export function when(stamp) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(stamp));
}

// A unit, and the smaller unit that is shown after it.
const UNITS = [["day", 86400, "hour", 3600], ["hour", 3600, "minute", 60], ["minute", 60, "minute", 60], ["second", 1, "second", 1]];

// Round to the nearest: a new clock of a day shows a day, not 23 hours.
export function timeLeft(stamp) {
  const seconds = Math.max(0, (new Date(stamp) - Date.now()) / 1000);
  const nearest = (size) => Math.round(seconds / size) * size;
  const [unit, size, lesser, small] = UNITS.find(([, size, , small]) => nearest(small) >= size) ?? UNITS.at(-1);
  const whole = Math.floor(nearest(small) / size), rest = (nearest(small) % size) / small;
  return rest > 0 ? `${amount(whole, unit)}, ${amount(rest, lesser)}` : amount(whole, unit);
}

export const amount = (count, unit) => new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "long" }).format(count);
