// The page of a player: the games of the account of this browser, with results. Only the account can ask for them.

import { get } from "./api.js";
import { showAccount } from "./account.js";
import { fill, h, shown } from "./dom.js";
import { logLink } from "./share.js";
import { Seats } from "./seats.js";
import { human, say, texts, when } from "./words.js";

const PAGE = 50;

class History {
  constructor(element, titles) {
    Object.assign(this, { element, titles, games: [], next: `/v1/games?mine=true&limit=${PAGE}` });
  }

  async more() {
    const { items, next } = await get(this.next);
    this.games.push(...items);
    this.next = next;
    this.#draw();
  }

  #draw() {
    const ended = this.games.filter(({ status }) => status === "finished" || status === "aborted");
    const open = this.games.filter((each) => !ended.includes(each));
    fill(this.element, this.games.length === 0 && h("p", { class: "empty" }, texts.me.none), this.#record(ended),
      open.length > 0 && this.#table(texts.me.open, open), ended.length > 0 && this.#table(texts.me.ended, ended),
      this.next && h("button", { type: "button", onclick: () => this.more() }, texts.me.more));
  }

  // For each ruleset: finished games, games won, and the best result.
  #record(ended) {
    const by = Map.groupBy(ended.filter(({ status }) => status === "finished"), ({ ruleset }) => ruleset);
    const line = (name, value) => [h("dt", {}, name), h("dd", {}, String(value))];
    return h("div", { class: "record" }, [...by].map(([ruleset, games]) => {
      const results = games.map(own).filter(Boolean);
      return h("section", { class: "card" }, h("h2", {}, this.#title(ruleset)), h("dl", {}, line(texts.me.played, games.length),
        line(texts.me.won, results.filter(({ rank }) => rank === 1).length), line(texts.me.points, Math.max(...results.map(({ total }) => total)))));
    }));
  }

  #title(ruleset) {
    return this.titles.get(ruleset) ?? human(ruleset);
  }

  #table(title, games) {
    const head = h("thead", {}, h("tr", {}, texts.me.columns.map((each) => h("th", { scope: "col" }, each))));
    return [h("h2", {}, title), h("div", { class: "wide", tabIndex: 0, role: "region", "aria-label": title }, h("table", { class: "history" }, head, h("tbody", {}, games.map((each) => this.#row(each)))))];
  }

  #row(game) {
    const seats = new Seats([]);
    seats.update(game);
    const found = own(game);
    const result = found ? say(texts.me.place, found) : texts.game.status[game.status];
    const cells = [h("a", { href: `/games/${game.id}` }, this.#title(game.ruleset), game.practice && ` · ${texts.new.practice}`), game.seats.map(({ seat }) => seats.who(seat)).join(", "),
      h("span", { class: "place" }, result), when(game.changed_at), logLink(game)];
    return h("tr", {}, cells.map((each) => h("td", {}, each)));
  }
}

// Return the result of the player's seat. If the player has several seats, return the best result.
function own({ result, seats }) {
  const mine = new Set(seats.filter((each) => each.mine).map(({ seat }) => seat));
  return (result ?? []).filter(({ seat }) => mine.has(seat)).sort((a, b) => a.rank - b.rank)[0] ?? null;
}

async function begin() {
  const me = await showAccount();
  if (!me) fill(shown("history"), h("p", { class: "empty" }, texts.me.away));
  else {
    shown("name").textContent = `${texts.me.title} · ${me.name}`;
    const titles = new Map((await get("/v1/rulesets")).items.map(({ name, title }) => [name, title]));
    await new History(shown("history"), titles).more();
  }
  document.body.dataset.ready = "";
}

begin();
