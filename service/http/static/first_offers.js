// Before the first choice: the things on the board that any command could use.

// From [[type, filling]]: [{kind, id, within, matches}], where `matches` has the next filling for each type of command. If
// several commands could use a thing, the form asks which one.
export function firstOffers(fillings, schemas) {
  const found = new Map();
  for (const [type, filling] of fillings) {
    for (const { kind, value, next } of [...places(type, filling, schemas), ...firstStep(type, filling, schemas)]) {
      const name = JSON.stringify([kind, value]);
      const offered = found.get(name) ?? { kind, id: value, within: new Set(), matches: new Map() };
      if (!offered.matches.has(type)) offered.matches.set(type, next);
      found.set(name, offered);
    }
  }
  return [...found.values()];
}

const things = (values) => values.filter((each) => each !== null);

function places(type, filling, schemas) {
  return filling.places().flatMap(({ path, values }) => {
    const kind = schemas.kind(type, path);
    return kind ? things(values).map((value) => ({ kind, value, next: () => filling.placed(path, value) })) : [];
  });
}

function firstStep(type, filling, schemas) {
  const kind = filling.open?.values && schemas.kind(type, filling.open.path);
  return kind ? things(filling.open.values).map((value) => ({ kind, value, next: () => filling.chosen({ value }) })) : [];
}
