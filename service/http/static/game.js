// The page of a game: fetches what is to be seen, follows the stream, and hands each part of the page its share.

import { Refused, get } from "./api.js";
import { showAccount } from "./account.js";
import { check } from "./audit.js";
import { Board } from "./board.js";
import { showDesks } from "./desks.js";
import { fill, h, oneAtATime, shown } from "./dom.js";
import { invitation, showInvitation } from "./invitation.js";
import { Log, plainSentence } from "./log.js";
import { Play } from "./play.js";
import { Schemas } from "./schemas.js";
import { ScoreBars } from "./score.js";
import { Seats } from "./seats.js";
import { Stream } from "./stream.js";
import { Table } from "./table.js";
import { Timeline } from "./timeline.js";
import { say, texts } from "./words.js";

const address = `/v1/games/${location.pathname.split("/")[2]}`;

async function eventsAfter(version) {
  const lines = await get(`${address}/events?after=${version}`, { headers: { Accept: "application/x-ndjson" } });
  return lines.trim() ? lines.trim().split("\n").map((each) => JSON.parse(each)) : [];
}

async function storyAfter(version) {
  const told = [];
  for (let next = `${address}/story?after=${version}&limit=200`; next; ) {
    const page = await get(next);
    told.push(...page.items);
    next = page.next;
  }
  return told;
}

// A server that is away is no flaw of the page: the stream tells when it is back.
function unlessAway(error) {
  const isAway = error instanceof TypeError || (error instanceof Refused && (error.status >= 500 || error.status === 429));
  if (!isAway) throw error;
}

class GamePage {
  constructor(summary, ruleset, schemas) {
    this.seats = new Seats(ruleset.colours);
    this.seats.update(summary);
    this.title = `${ruleset.title} · ${texts.brand}`;
    this.version = 0; // of the last event that the page knows
    const onversion = (version) => this.timeline.toVersion(version);
    this.board = new Board(shown("board"), `${address}/board.svg`);
    this.timeline = new Timeline(shown("timeline"), (version) => this.#moved(version));
    this.log = new Log(shown("log"), { seats: this.seats, onversion });
    this.bars = new ScoreBars(shown("score"), { categories: ruleset.categories, seats: this.seats, rulesHref: ruleset.rules_href, onversion });
    const decisions = new Map(ruleset.decisions.map((each) => [each.kind, each.text]));
    this.table = new Table(shown("table"), { game: address, seats: this.seats, decisions, onchange: () => this.refresh() });
    this.play = new Play(shown("play"), { game: address, schemas, board: this.board, seats: this.seats,
      effect: (event) => plainSentence(event, this.seats), onsent: () => this.refresh() });
    this.refresh = oneAtATime(() => this.#refresh().catch(unlessAway));
    shown("check").addEventListener("click", () => check(address, shown("audit")));
  }

  // Everything that may have changed, at once; the board first, since that is what one looks at.
  async #refresh() {
    const summary = await get(address);
    this.seats.update(summary);
    const drawn = this.board.draw(this.timeline.version);
    const [legal] = await Promise.all([this.#legal(summary), this.#told(), drawn]);
    this.table.show(summary);
    this.play.offer(this.timeline.version === null ? legal : []);
    document.body.dataset.version = String(Math.min(summary.version, this.version)); // what is drawn and offered by now
    await Promise.all([this.#scored(summary), this.#desks(this.timeline.version)]);
    document.title = summary.awaiting.some((seat) => this.seats.mine.includes(seat)) ? `● ${this.title}` : this.title;
  }

  #legal({ status }) {
    const seats = status === "running" ? this.seats.mine : [];
    return Promise.all(seats.map((seat) => get(`${address}/legal-commands?seat=${seat}`)));
  }

  // New events, into the log and onto the timeline.
  async #told() {
    const [events, story] = await Promise.all([eventsAfter(this.version), storyAfter(this.version)]);
    if (events.length === 0 || story.length === 0) return;
    this.version = Math.min(events.at(-1).version, story.at(-1).version); // one of them may have been asked later
    const fresh = events.filter((each) => each.version <= this.version);
    this.log.extend(story.filter((each) => each.version <= this.version));
    this.timeline.extend(fresh.filter(({ version, envelope }) => envelope.command.last === version).map((each) => each.version));
  }

  async #scored({ status }) {
    this.bars.show(status === "open" ? null : await get(`${address}/score`));
  }

  async #desks(version) {
    const past = version === null ? "" : `?version=${version}`;
    const { state } = await get(`${address}/state${past}`);
    if (version === this.timeline.version) showDesks(shown("desks"), state, this.seats);
  }

  // Somebody looks at another position: the board at once, the rest when they have stopped.
  async #moved(version) {
    shown("past").hidden = version === null;
    shown("past-text").textContent = say(texts.game.past, { version });
    this.log.at(version);
    if (version === null) return this.refresh();
    this.play.offer([]);
    await this.board.draw(version);
    if (version === this.timeline.version) await this.#desks(version);
  }

  follow() {
    const onstate = (state) => {
      if (state === "live" && shown("live").dataset.state === "away") this.refresh(); // what failed meanwhile is asked again
      shown("live").textContent = texts.game[state];
      shown("live").dataset.state = state;
    };
    const onevent = (_name, _data, id) => Number(id) > this.version && this.refresh();
    this.stream = new Stream(`${address}/stream`, { last: this.version, onevent, onstate });
    addEventListener("pagehide", () => this.stream.close());
  }
}

let page = null;

async function begin() {
  const summary = await get(address);
  const ruleset = await get(`/v1/rulesets/${summary.ruleset}`);
  const schemas = new Schemas(await get(ruleset.schemas_href));
  shown("name").textContent = ruleset.title;
  shown("loading").hidden = true;
  shown("page").hidden = false;
  page = new GamePage(summary, ruleset, schemas);
  shown("now").addEventListener("click", () => page.timeline.now());
  await page.refresh();
  page.follow();
  document.body.dataset.ready = "";
}

async function tryToBegin() {
  try {
    await begin();
  } catch (refused) {
    if (!(refused instanceof Refused)) throw refused;
    const isInvited = refused.status === 404 && invitation(); // it is private until they have sat down
    fill(shown("loading"), !isInvited && h("p", { class: "bad" }, refused.status === 404 ? texts.game.gone : refused.message));
  }
}

async function seated() {
  await showAccount();
  if (page) await page.refresh();
  else await tryToBegin();
}

showAccount();
showInvitation(shown("invitation"), seated);
tryToBegin();
