// The names and colours of the seats, for all parts of the page.

import { h } from "./dom.js";
import { human, say, texts } from "./words.js";

const NEUTRAL = 0;

export class Seats {
  constructor(colours) {
    this.colours = colours;
    this.seats = [];
  }

  update(summary) {
    this.seats = summary.seats;
    const chosen = new Set(this.seats.map((each) => each.colour).filter(Boolean));
    const left = this.colours.filter((each) => !chosen.has(each));
    this.looks = new Map(this.seats.map((each) => [each.seat, each.colour ?? left.shift()])); // the same colours as in the picture
  }

  // `mine`: the seats that the viewer plays. `own`: also their seats that a bot plays at the moment.
  get mine() {
    return this.seats.filter((each) => each.mine && each.kind !== "bot").map((each) => each.seat);
  }

  get own() {
    return this.seats.filter((each) => each.mine).map((each) => each.seat);
  }

  colour(seat) {
    return seat === NEUTRAL ? "neutral" : this.looks.get(seat);
  }

  label(seat) {
    return `${human(this.colour(seat) ?? "")} (${this.who(seat)})`;
  }

  who(seat) {
    const found = this.seats.find((each) => each.seat === seat);
    if (!found) return say(texts.game.seat, { seat });
    if (found.kind === "bot") return say(found.mine ? texts.game.bot_for_you : texts.game.bot, found);
    if (found.mine) return texts.game.you;
    if (found.kind === "open") return texts.game.free;
    if (found.kind === "invited") return texts.game.invited;
    return found.name ?? say(texts.game.seat, { seat });
  }

  sign(seat) {
    return h("span", { class: `sign seat-${this.colour(seat)}`, "aria-hidden": "true" }, (this.colour(seat) ?? "?").charAt(0).toUpperCase());
  }
}
