// The form beside the board: it shows the commands, the open place of a command, or the complete command.

import { field, iconOf } from "./fields.js";
import { h } from "./dom.js";
import { scalars, typesOf } from "./options.js";
import { togetherForm } from "./together_form.js";
import { say, texts } from "./words.js";

export const FEW = 10; // as many complete commands are listed as sentences
const AT_ONCE = 3; // as many are listed before the player has chosen the kind
const MOST_ABOUT = 400; // characters

// Which of the player's seats acts.
export function seatChoice(legal, acting, seats, choose) {
  return h("div", { class: "seat-choice", role: "group", "aria-label": texts.form.seat_choice }, legal.map(({ seat }) =>
    h("button", { type: "button", "data-seat": seat, "aria-pressed": String(seat === acting), onclick: () => choose(seat) }, seats.label(seat))));
}

// The command so far: the choices, and the objects that the command uses, including an object that is the only possible one.
export function madeSoFar(type, { settled, choices, isComplete }, schemas, labels, label) {
  const things = isComplete ? [] : settled.filter(({ path }) => schemas.kind(type, path)).map(({ path, value }) => label(path)(value));
  const chosen = isComplete ? [] : choices.filter(({ choice }) => !choice.end && !("fill" in choice)).map(({ open, choice }) =>
    label(open.path)(open.isOnly ? open.only : (choice.amounts ?? choice.value)));
  return h("div", { class: "made" }, h("h3", {}, labels.title(type)), h("ol", {}, [...things, ...chosen].map((each) => h("li", {}, each))));
}

// The first list: all kinds of commands. A kind with few commands has a button for each of them.
export function typesForm({ labels, filled, take, send, options, usual }) {
  const types = labels.sorted(typesOf(options)), likely = labels.likely(types);
  const offered = types.map((type) => {
    const filling = filled(type), whole = filling.isComplete ? [filling.command] : inOrder(filling.few(AT_ONCE), labels);
    const about = labels.about(type) && h("small", {}, labels.about(type).slice(0, MOST_ABOUT));
    const button = (given, isOnly, text) => h("button", { type: "button", "data-type": type, class: type === likely && isOnly ? "primary" : "", ...given }, text);
    if (whole.length === 0) {
      const choices = usual(type, filling).map((each) => usualChoice(each, labels));
      return h("li", { class: choices.length > 0 && "wide" }, button({ onclick: () => take(type, filling) }, true, labels.title(type)), choices, about);
    }
    const { common, rest } = withoutCommon(labels.sentences(whole));
    return h("li", { class: whole.length > 1 ? "whole several" : "whole" }, common && h("span", { class: "common" }, common), whole.map((command, n) =>
      button({ "data-complete": true, "data-command": JSON.stringify(command), title: labels.sentence(command), onclick: () => send(type, filling.isComplete ? filling : filling.filledBy(command)) }, whole.length === 1, rest[n])), about);
  });
  return [h("h3", { class: "title" }, texts.form.title), h("ul", { class: "types" }, offered)];
}

// The value that a click on the board takes, and the others.
function usualChoice({ question, field, values, chosen, choose }, labels) {
  return h("div", { class: "usual", role: "group", "aria-label": question }, values.map((value) =>
    h("button", { type: "button", "data-value": JSON.stringify(value), "aria-pressed": String(value === chosen), onclick: () => choose(value) }, iconOf(value, labels), " ", labels.value(field, value))));
}

// The player has clicked an object that several commands could use.
export function severalForm({ what, matches, labels, take, send }) {
  const ordered = labels.sorted([...matches.keys()]), likely = labels.likely(ordered);
  const shown = ordered.map((type) => {
    const filling = matches.get(type);
    const [text, go] = filling.isComplete ? [labels.sentence(filling.command), send] : [labels.title(type), take];
    return h("button", { type: "button", "data-type": type, class: type === likely ? "primary" : "", onclick: () => go(type, filling) }, text);
  });
  return [h("h3", {}, say(texts.form.several, { what })), h("div", { class: "choices" }, shown)];
}

// The next open place of a command.
export function stepForm({ type, filling, labels, label, isOnBoard, choose, complete, send, forget }) {
  const { open } = filling;
  if (labels.together(type).includes(open.path[0]) && filling.choices.length === 0) return togetherForm(type, filling, labels, label, complete, forget);
  const few = isOnBoard || open.ends ? [] : filling.few(FEW);
  const enough = open.ends && h("button", { type: "button", class: "enough", onclick: () => choose({ end: true }) }, texts.form.enough);
  const path = JSON.stringify(open.path);
  if (few.length) return h("div", { class: "step", "data-path": path, "data-few": "" }, fewForm(few, labels, send));
  return h("div", { class: "step", "data-path": path }, h("h4", {}, [open.ends && open.count > 0 && labels.question(type, open.ends), labels.question(type, open.path)].filter(Boolean).join(" ")),
    isOnBoard && h("p", { class: "on-board" }, texts.form.on_board), field(open, label(open.path), labels, choose, forget), enough);
}

// The complete commands that are still possible. Each has a button with its sentence, which sends it.
function fewForm(commands, labels, send) {
  const ordered = inOrder(commands, labels), { rest } = withoutCommon(labels.sentences(ordered), false);
  const buttons = ordered.map((command, n) =>
    h("button", { type: "button", "data-command": JSON.stringify(command), onclick: () => send(command) }, rest[n]));
  return h("div", { class: "choices few" }, buttons);
}

// Put commands last that contain the value `late` of the labels, such as `none`.
function inOrder(commands, labels) {
  const isLate = (command) => scalars(command).has(labels.document.words.late);
  return [...commands.filter((each) => !isLate(each)), ...commands.filter(isLate)];
}

// Take from sentences what all of them say before a colon. If `isShort`, take also the first and last words that are equal.
function withoutCommon(sentences, isShort = true) {
  const [first] = sentences, colon = first.indexOf(": ") + 2, same = (text) => sentences.every((each) => each.startsWith(text));
  if (sentences.length < 2) return { common: null, rest: sentences };
  if (colon > 1 && same(first.slice(0, colon))) return { common: first.slice(0, colon - 1), rest: sentences.map((each) => upper(each.slice(colon))) };
  const words = sentences.map((each) => each.split(" ")), least = Math.min(...words.map(({ length }) => length)) - 1;
  const equal = (nth) => words.every((each) => each.at(nth) === words[0].at(nth));
  let before = 0, after = 0;
  while (before < least && equal(before)) before++;
  while (after < least - before && equal(-1 - after)) after++;
  if (!isShort || before === 0) return { common: null, rest: sentences };
  return { common: words[0].slice(0, before).join(" "), rest: words.map((each) => each.slice(before, each.length - after).join(" ")) };
}

const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A complete command: its button, other commands that a second click would give, and its effect.
export function readyForm({ filling, tried, others, labels, send, take }) {
  const instead = others.map((command) => h("button", { type: "button", class: "instead", "data-command": JSON.stringify(command), onclick: () => take(command) }, labels.sentence(command)));
  const button = tried && h("button", { type: "button", class: "send primary", "data-command": JSON.stringify(filling.command), onclick: send }, labels.sentence(filling.command));
  return [button, instead.length > 0 && h("div", { class: "choices" }, instead), h("div", { class: "effect-box" }, tried ? effectOf(tried) : h("p", { role: "status" }, texts.form.trying))];
}

function effectOf({ events, undetermined }) {
  return [h("p", { class: "about" }, texts.form.effect), h("ul", { class: "effect" }, events.map(({ sentence }) => h("li", {}, sentence))),
    undetermined && h("p", { class: "about" }, texts.form.undetermined)];
}
