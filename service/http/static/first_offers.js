// Before the first choice: the things on the board that any command could use.

// From [[type, filling]]: [{kind, id, within, matches}], where `matches` has the next filling for each type of command. If
// several commands could use a thing, the form asks which one.
export function firstOffers(fillings, schemas, board) {
  const found = new Map();
  for (const [type, filling] of fillings) {
    const uses = new Map(); // for each kind of thing: whether the command uses several things of this kind
    for (const { kind, value, next } of [...places(type, filling, schemas, board), ...firstStep(type, filling, schemas, board)]) {
      const name = JSON.stringify([kind, value]);
      const offered = found.get(name) ?? { kind, id: value, within: new Set(), matches: new Map(), later: new Set() };
      if (!offered.matches.has(type)) offered.matches.set(type, next);
      if (!uses.has(kind)) uses.set(kind, thingsOf(kind, type, next()?.command, schemas) > 1);
      if (uses.get(kind)) offered.later.add(type);
      found.set(name, offered);
    }
  }
  return [...found.values()].map(withFirstThings);
}

// Return how many things of a kind a command uses. After one choice this can be two: the chosen post, and the post of the only
// piece that can move.
function thingsOf(kind, type, value, schemas, path = []) {
  if (value === null || value === undefined) return 0;
  if (typeof value !== "object") return schemas.kinds(type, path).includes(kind) ? 1 : 0;
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  return [...keys].reduce((sum, key) => sum + thingsOf(kind, type, value[key], schemas, [...path, key]), 0);
}

// A click means the commands that begin with this thing: on an empty post, Place and not Move, even if only one piece can move.
function withFirstThings({ later, ...offered }) {
  const first = [...offered.matches].filter(([type]) => !later.has(type));
  return first.length ? { ...offered, matches: new Map(first) } : offered;
}

const things = (values) => values.filter((each) => each !== null);

function places(type, filling, schemas, board) {
  return filling.places().flatMap(({ path, values }) =>
    offersOf(schemas.kinds(type, path), values, board, (value) => filling.placed(path, value)));
}

function firstStep(type, filling, schemas, board) {
  const { open } = filling;
  return open?.values ? offersOf(schemas.kinds(type, open.path), open.values, board, (value) => filling.chosen({ value })) : [];
}

const offersOf = (kinds, values, board, next) =>
  kinds.length ? things(values).map((value) => ({ kind: board.kindOf(kinds, value), value, next: () => next(value) })) : [];
