// Fields with a usual value, such as the kind of piece: a click on the board takes this value, until the player chooses another
// one. The labels of the ruleset name the usual values.

import { wordsOf } from "./labels.js";

const nameOf = (type, path) => JSON.stringify([type, ...path]);

export class UsualValues {
  constructor(labels) {
    Object.assign(this, { labels, chosen: new Map() });
  }

  clear() {
    this.chosen.clear();
  }

  #value(type, path) {
    return this.chosen.get(nameOf(type, path)) ?? this.labels.usual(type, path);
  }

  // Fill the open place of a command with its usual value, if it has one: {filling, usual}, where `usual` is the filling before.
  // End a list in which nothing else can be chosen.
  filled(type, filling) {
    const { open } = filling;
    if (open?.ends && open.values?.length === 0) return { filling: filling.chosen({ end: true }) ?? filling };
    const value = open?.values && !open.ends ? this.#value(type, open.path) : undefined;
    const next = value !== undefined && open.values.includes(value) ? filling.chosen({ value }) : null;
    return next?.isComplete ? { filling: next, usual: filling } : { filling };
  }

  // Return the fields of a command that have a usual value and other possible values: [{question, field, values, chosen, choose}].
  choices(type, filling, onchange) {
    const found = filling.places().filter(({ path, values }) => values.length > 1 && values.includes(this.labels.usual(type, path)));
    return found.map(({ path, values }) => {
      const choose = (value) => {
        this.chosen.set(nameOf(type, path), value);
        onchange();
      };
      return { question: this.labels.question(type, path), field: wordsOf(path).at(-1), values, chosen: this.#value(type, path), choose };
    });
  }
}
