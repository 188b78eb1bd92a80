// The words in which players read commands: the labels of the ruleset, and the names of choices at this moment. The server
// explains the form of a sentence: GET /v1/rulesets/{name}/labels.

import { human, told } from "./words.js";

const OPTIONAL = /\[([^\][]*)\]/g, FIELD = /\{([^{}]+)\}/g;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

// Return JSON with sorted keys, as the server writes it in the names of choices.
const canonical = (value) => JSON.stringify(value, (_, each) => (isObject(each) ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1))) : each));

// Return the words of a path, without the positions in lists.
export const wordsOf = (path) => path.filter((each) => typeof each === "string");

export class Labels {
  constructor(document, seats) {
    Object.assign(this, { document, seats, names: {} });
  }

  title(type) {
    return this.document.commands[type]?.title ?? human(type);
  }

  about(type) {
    return this.document.commands[type]?.about ?? "";
  }

  decision(kind) {
    return this.document.decisions[kind] ?? null;
  }

  // Return the types in the order in which players look for them.
  sorted(types) {
    const known = Object.keys(this.document.commands);
    const place = (type) => (known.includes(type) ? known.indexOf(type) : known.length);
    return [...types].sort((a, b) => place(a) - place(b));
  }

  // Return the command that players most likely want, or null: one that is marked `first`, or the last one of a turn if all
  // others are optional.
  likely(types) {
    const is = (mark) => (type) => this.document.commands[type]?.mark === mark;
    if (types.length === 1) return types[0];
    const isOver = types.every((type) => is("last")(type) || is("optional")(type));
    return types.find(is("first")) ?? (isOver ? types.find(is("last")) : null) ?? null;
  }

  question(type, path) {
    const names = [type, ...wordsOf(path)];
    const found = names.map((_, n) => this.document.questions[names.slice(n).join(".")]).find(Boolean);
    return found ?? human(names.at(-1));
  }

  // Return the usual value of a field, or undefined.
  usual(type, path) {
    return this.document.defaults[[type, ...wordsOf(path)].join(".")];
  }

  // Return whether the items of a list must have different values in this field.
  isDistinct(type, path) {
    return Boolean(this.document.distinct[[type, ...wordsOf(path)].join(".")]);
  }

  // Return the fields for which the page asks in one form.
  together(type) {
    return this.document.together[type] ?? [];
  }

  // Return a complete command as a sentence.
  sentence(command) {
    const { type, ...rest } = command;
    const template = this.document.commands[type]?.sentence;
    if (template) return this.#filled(template, command);
    const values = Object.entries(rest).map(([name, value]) => `${human(name).toLowerCase()} ${this.value(name, value)}`);
    return [human(type), values.join(", ")].filter(Boolean).join(": ");
  }

  // Return the sentences of commands. If two are the same, add the values of the fields that differ.
  sentences(commands) {
    const found = commands.map((each) => this.sentence(each));
    return commands.map((command, n) => {
      const alike = commands.filter((_, m) => found[m] === found[n]);
      const differs = (name) => alike.some((each) => canonical(each[name] ?? null) !== canonical(command[name] ?? null));
      const more = Object.keys(command).filter(differs).map((name) => this.value(name, command[name]));
      return [found[n], ...more].join(" · ");
    });
  }

  // Return the label of a value of a field.
  value(field, value) {
    if (Array.isArray(value)) return this.#joined(value.map((each) => this.value(field, each)));
    if (isObject(value)) return this.#object(field, value);
    const { values, things, seats } = this.document, plain = String(value ?? null);
    const named = this.names[`${field}=${plain}`] ?? values[`${field}=${plain}`];
    if (named !== undefined) return named;
    if (typeof value === "number" && seats.includes(field)) return this.seats.label(value);
    return this.names[plain] ?? values[plain] ?? things[plain] ?? told(value);
  }

  // Return the name of an amount, such as "trader" or "traders".
  noun(name, count) {
    const [one, many] = this.document.nouns[name] ?? [told(name), told(name)];
    return count === 1 ? one : many;
  }

  // Sort amounts, [[name, …]], in the order of the nouns.
  inOrder(entries) {
    const known = Object.keys(this.document.nouns);
    return [...entries].sort(([a], [b]) => known.indexOf(a) - known.indexOf(b));
  }

  icon(name) {
    return this.document.icons[name] ?? null;
  }

  #object(field, value) {
    const named = this.names[`${field}=${canonical(value)}`];
    if (named) return named;
    if (this.document.parts[field]) return this.#filled(this.document.parts[field], value);
    const there = Object.entries(value).filter(([, each]) => each !== null && each !== undefined);
    if (there.every(([, each]) => Number.isInteger(each))) return this.#amounts(there);
    return this.#joined(there.map(([name, each]) => this.value(name, each)));
  }

  #amounts(entries) {
    return this.#joined(entries.filter(([, count]) => count).map(([name, count]) => `${count} ${this.noun(name, count)}`));
  }

  #joined(words) {
    const { nothing = told(null), and = "&" } = this.document.words;
    if (words.length < 2) return words[0] ?? nothing;
    return `${words.slice(0, -1).join(", ")} ${and} ${words.at(-1)}`;
  }

  #filled(template, data) {
    const text = typeof template === "string" ? template : (template[String(data[template.by] ?? null)] ?? template[""]);
    const isThere = (part) => [...part.matchAll(FIELD)].every(([, name]) => (data[name] ?? null) !== null);
    return text.replace(OPTIONAL, (_, part) => (isThere(part) ? part : "")).replace(FIELD, (_, name) => this.#field(name.split("+"), data));
  }

  #field(names, data) {
    return names.length > 1 ? this.#amounts(names.map((name) => [name, data[name]])) : this.value(names[0], data[names[0]]);
  }
}
