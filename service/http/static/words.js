// Words for what the API names. Every sentence of the pages stands in texts/en.json; here they are put together.

import texts from "./texts.js";

export { texts };

// "{n} of {m}" with its names filled in.
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

// Where people read a rule; the API's address of it has its text as data.
export const rulePage = (href) => href.replace(/^\/v1\/rulesets\/([^/]+)\/rules\/([^/]+)$/, "/rules/$1#$2");

export function when(stamp) {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(stamp));
}

export function timeLeft(stamp) {
  const seconds = Math.max(0, Math.round((new Date(stamp) - Date.now()) / 1000));
  const parts = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"]];
  const [size, unit] = parts.find(([each]) => seconds >= each) ?? [1, "s"];
  return `${Math.floor(seconds / size)} ${texts.units[unit]}`;
}
