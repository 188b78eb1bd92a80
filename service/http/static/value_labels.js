// Labels for the values of a command in the form.

import { texts, told } from "./words.js";

// Return a function from a value of this kind to its label: the player of a seat, or the name of a thing on the board.
export function labelsOf(kind, seats, board) {
  return (value) => (value === undefined ? null : kind === "seat" && value !== null ? seats.label(value) : called(kind, value, board));
}

// The name on the board, and the id if it differs: several things may have the same name.
function called(kind, value, board) {
  if (kind && typeof value === "number") return board.titled(kind, value) ?? told(value); // a number alone means nothing to a player
  const name = kind && typeof value === "string" ? board.named(value) : null;
  return name === null || name.includes(value) ? told(value) : `${name} (${value})`;
}

// The amounts that are not 0.
export function amountsInWords(amounts) {
  return told(Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount))) || texts.form.nothing;
}
