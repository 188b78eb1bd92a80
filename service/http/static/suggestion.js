// A command that the page suggests, from a hint or a lesson: an arrow on the board, and a button that sends it.

import { newKey, post } from "./api.js";
import { orTold } from "./dialogs.js";
import { h } from "./dom.js";

// If the command has a field `seat` itself, the seat that acts is next to it.
const bodyOf = (seat, command) => ("seat" in command ? { seat, commands: [command] } : { ...command, seat });

export function playButton(text, { game, seat, command, notice, onsent }) {
  const send = async () => onsent(await post(`${game}/commands`, bodyOf(seat, command), { idempotencyKey: newKey() }));
  const button = h("button", { type: "button", class: "suggested", onclick: () => {
    button.disabled = true; // prevent sending twice
    orTold(notice, send).finally(() => (button.disabled = false));
  } }, text);
  return button;
}

// Return whether an option of legal-commands covers a value: its open fields may have any of the listed values.
export function covers(option, value) {
  if (option === null || typeof option !== "object") return option === (value ?? null);
  if (option.one_of) return option.one_of.some((each) => covers(each, value));
  if (option.range) return Number.isInteger(value) && option.range[0] <= value && value <= option.range[1];
  if (option.list) return Array.isArray(value) && option.min <= value.length && value.length <= option.max && value.every((each) => covers(option.list, each));
  if (value === null || typeof value !== "object") return false;
  return [...new Set([...Object.keys(option), ...Object.keys(value)])].every((name) => covers(option[name] ?? null, value[name]));
}
