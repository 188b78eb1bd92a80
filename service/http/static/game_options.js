// Options of a new game besides board, variants and seats: order, spectators, clocks, limits, bots, practice. Unchanged defaults are
// not sent, so that the server uses the defaults of its operator.

import { labelled, select } from "./controls.js";
import { h } from "./dom.js";
import { human, texts } from "./words.js";

const SEED = "[0-9a-f]{64}";

export class GameOptions {
  constructor({ bots, order }) {
    const words = texts.new;
    const number = (name, min, max) => h("input", { type: "number", name, min, max });
    const ticked = (name, checked = false) => h("input", { type: "checkbox", name, checked, onchange: () => this.#follow() });
    const listed = (name, choices) => select(name, Object.entries(choices), () => this.#follow());
    this.controls = {
      order: listed("order", words.orders), visibility: listed("visibility", words.visibilities),
      clock: listed("clock", words.clocks), bank: listed("bank", words.banks), on_timeout: listed("on_timeout", words.timeouts),
      stand_in: select("stand_in", [["", words.server_has], ...bots.map((each) => [each, human(each)])]),
      bot_milliseconds: number("bot_milliseconds", 10, 10_000), bot_patience: number("bot_patience", 0, 3600), bots_welcome: ticked("bots_welcome", true),
      open_until: h("input", { type: "datetime-local", name: "open_until" }), idle_days: number("idle_days", 1, 365),
      practice: ticked("practice"), dice_seed: h("input", { name: "dice_seed", pattern: SEED, maxlength: 64, autocomplete: "off" }),
    };
    this.controls.order.value = order;
    this.element = h("fieldset", {}, h("legend", {}, words.options), this.#pair("order", "visibility", "clock", "bank", "on_timeout", "open_until", "idle_days"), this.#tick("practice"), this.#pair("dice_seed"),
      h("details", {}, h("summary", {}, words.bots), this.#pair("stand_in", "bot_milliseconds", "bot_patience"), this.#tick("bots_welcome")));
    this.#follow();
  }

  #pair(...names) {
    return h("div", { class: "pair" }, names.map((name) => labelled(texts.new[name], this.controls[name], texts.new[`${name}_about`])));
  }

  #tick(name) {
    return h("label", {}, this.controls[name], " ", texts.new[name], h("small", {}, texts.new[`${name}_about`]));
  }

  // Without a clock no player can be late. Only practice games may have a given seed.
  #follow() {
    const { clock, bank, on_timeout: late, practice, dice_seed: seed } = this.controls;
    [[bank, clock.value], [late, clock.value], [seed, practice.checked]].forEach(([control, isAsked]) => {
      control.disabled = !isAsked;
      control.parentElement.hidden = !isAsked;
    });
  }

  // Return the part of the body that creates a game.
  asked() {
    const { order, visibility, clock, bank, on_timeout: late, practice, bots_welcome: welcome, dice_seed: seed, open_until: until, ...more } = this.controls;
    const filled = Object.entries(more).filter(([, { value }]) => value !== "").map(([name, { type, value }]) => [name, type === "number" ? Number(value) : value]);
    return { order: order.value, visibility: visibility.value, practice: practice.checked, bots_welcome: welcome.checked, ...Object.fromEntries(filled),
      ...(clock.value ? { clock: { per_decision: clock.value, bank: bank.value, on_timeout: late.value } } : {}), ...(practice.checked && seed.value ? { dice_seed: seed.value } : {}),
      ...(until.value ? { open_until: new Date(until.value).toISOString() } : {}) };
  }
}
