// The form beside the board: it shows the commands, the open place of a command, or the complete command.

import { atOnceBox } from "./at_once.js";
import { field } from "./fields.js";
import { h } from "./dom.js";
import { scalars, typesOf } from "./options.js";
import { togetherForm } from "./together_form.js";
import { say, texts } from "./words.js";

export const FEW = 10; // as many complete commands are listed as sentences
const MOST_ABOUT = 400; // characters

// Which of the player's seats acts.
export function seatChoice(legal, acting, seats, choose) {
  return h("div", { class: "seat-choice", role: "group", "aria-label": texts.form.seat_choice }, legal.map(({ seat }) =>
    h("button", { type: "button", "data-seat": seat, "aria-pressed": String(seat === acting), onclick: () => choose(seat) }, seats.label(seat))));
}

// The command so far: the things that it uses, also the only possible ones, and the choices.
export function madeSoFar(type, { settled, choices, isComplete }, schemas, labels, label) {
  const things = isComplete ? [] : settled.filter(({ path }) => schemas.kind(type, path)).map(({ path, value }) => label(path)(value));
  const chosen = isComplete ? [] : choices.filter(({ choice }) => !choice.end && !("fill" in choice)).map(({ open, choice }) =>
    label(open.path)(open.isOnly ? open.only : (choice.amounts ?? choice.value)));
  return h("div", { class: "made" }, h("h3", {}, labels.title(type)), h("ol", {}, [...things, ...chosen].map((each) => h("li", {}, each))));
}

// The first list: all kinds of commands. A kind with only one command is sent by its button.
export function typesForm({ labels, filled, take, send, options }) {
  const types = labels.sorted(typesOf(options)), likely = labels.likely(types);
  const offered = types.map((type) => {
    const filling = filled(type), isPrimary = type === likely;
    const text = filling.isComplete ? labels.sentence(filling.command) : labels.title(type);
    const go = () => (filling.isComplete ? send(type, filling) : take(type, filling));
    return h("li", { class: filling.isComplete && "whole" }, h("button", { type: "button", "data-type": type, "data-complete": filling.isComplete, class: isPrimary ? "primary" : "", onclick: go }, text),
      labels.about(type) && h("small", {}, labels.about(type).slice(0, MOST_ABOUT)));
  });
  return [h("h3", { class: "title" }, texts.form.title), h("ul", { class: "types" }, offered), atOnceBox()];
}

// A thing on the board that several commands could use.
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
  if (few.length) return h("div", { class: "step", "data-path": path, "data-few": "" }, fewForm(open.ranges?.length ? few.reverse() : few, labels, send));
  return h("div", { class: "step", "data-path": path }, h("h4", {}, labels.question(type, open.path)),
    isOnBoard && h("p", { class: "on-board" }, texts.form.on_board), field(open, label(open.path), labels, choose, forget), enough);
}

// The whole commands that are left: each button says what happens, and sends it.
function fewForm(commands, labels, send) {
  const isLate = (command) => scalars(command).has(labels.document.words.late);
  const ordered = [...commands.filter((each) => !isLate(each)), ...commands.filter(isLate)];
  const told = withoutBeginning(ordered.map((each) => labels.sentence(each)));
  const buttons = ordered.map((command, n) =>
    h("button", { type: "button", "data-command": JSON.stringify(command), onclick: () => send(command) }, told[n]));
  return h("div", { class: "choices few" }, buttons);
}

// Leave out what all sentences say before a colon: the player has chosen it already.
function withoutBeginning(sentences) {
  const [first] = sentences, colon = first.indexOf(": ");
  if (colon < 0 || !sentences.every((each) => each.startsWith(first.slice(0, colon + 2)))) return sentences;
  return sentences.map((each) => each.charAt(colon + 2).toUpperCase() + each.slice(colon + 3));
}

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
