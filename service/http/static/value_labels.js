// What the form calls the values of a command.

import { texts, told } from "./words.js";

// Return a function from a value of this kind to its label: a seat by who sits there, a thing as the board calls it.
export function labelsOf(kind, seats, board) {
  return (value) => (value === undefined ? null : kind === "seat" && value !== null ? seats.label(value) : called(kind, value, board));
}

// By what the board calls it, and by its id where that is another: several may be called alike.
function called(kind, value, board) {
  if (kind && typeof value === "number") return board.titled(kind, value) ?? told(value); // a number alone says nothing
  const name = kind && typeof value === "string" ? board.named(value) : null;
  return name === null || name.includes(value) ? told(value) : `${name} (${value})`;
}

// Amounts, without those of which there are none.
export function amountsInWords(amounts) {
  return told(Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount))) || texts.form.nothing;
}
