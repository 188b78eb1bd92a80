// The things on the board that a command uses, and those that it can use next: [{kind, id, within}].

import { scalars } from "./options.js";

// Return the things that the command uses so far.
export function thingsChosen(type, filling, schemas, board) {
  const within = scalars(filling.command);
  const chosen = filling.choices.filter(({ choice }) => choice.value !== undefined && choice.value !== null);
  return chosen.map(({ open, choice }) => ({ kind: board.kindOf(schemas.kinds(type, open.path), choice.value), id: choice.value, within })).filter((each) => each.kind);
}

// Return the things that can be chosen for the open place.
export function thingsToChoose(type, { open, command }, schemas, board) {
  const kinds = schemas.kinds(type, open.path);
  if (!kinds.length || !open.values) return [];
  const within = scalars(command);
  return open.values.filter((each) => each !== null).map((value) => ({ kind: board.kindOf(kinds, value), id: value, within }));
}
