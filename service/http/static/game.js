// The page of a game: load the data, follow the stream, and update each part of the page.

import { Problem, get, isAway, stream } from "./api.js";
import { showAccount } from "./account.js";
import { GameActions } from "./game_actions.js";
import { Analysis, isOver } from "./analysis.js";
import { Changes } from "./changes.js";
import { check } from "./audit.js";
import { Board } from "./board.js";
import { logLink, shareButton } from "./share.js";
import { sound } from "./sound.js";
import { Story } from "./story.js";
import { showDesks } from "./desks.js";
import { fill, h, shown } from "./dom.js";
import { guideButton } from "./guide_panel.js";
import { invitation, invitedTo, showInvitation } from "./invitation.js";
import { Lesson } from "./lesson.js";
import { Labels } from "./labels.js";
import { Log } from "./log.js";
import { Past } from "./past.js";
import { Play } from "./play.js";
import { retrying } from "./retrying.js";
import { Schemas } from "./schemas.js";
import { ScoreBars } from "./score.js";
import { Seats } from "./seats.js";
import { Table } from "./table.js";
import { Timeline } from "./timeline.js";
import { texts } from "./words.js";
import { Zoom } from "./zoom.js";

const address = `/v1/games/${location.pathname.split("/")[2]}`;
const language = document.documentElement.lang;
const LINES = 60; // lines of the log to load first

// Refused if a bot has taken the seat, because its time was up.
function unlessTaken(error) {
  if (!(error instanceof Problem && error.status === 403)) throw error;
}

class GamePage {
  constructor(board, summary, ruleset, labels) {
    Object.assign(this, { board, ruleset, told: 0, read: 0 });
    // `told`: the last version that the page knows of. `read`: all parts of the page are at least of this version.
    this.seats = new Seats(ruleset.colours);
    this.seats.update(summary);
    this.labels = new Labels(labels, this.seats);
    this.status = summary.status;
    this.hasNotes = isOver(summary); // the loaded lines of the story have notes
    this.title = `${ruleset.title} · ${texts.brand}`;
    this.connection = null; // "live", "away" or "ended": the state of the stream
    this.isBehind = false;
    this.refresh = retrying(() => this.#refresh(), (isBehind) => this.#showConnection(this.connection, isBehind));
    this.story = new Story(address, Math.max(0, summary.version - LINES));
    const onversion = (version) => this.timeline.toVersion(version);
    const onsent = (outcome) => this.#changed(outcome);
    const onchange = (outcome) => {
      this.status = null; // the holders of seats may have changed
      return this.#changed(outcome);
    };
    this.timeline = new Timeline(shown("timeline"), { story: this.story, onmove: (version) => this.#moved(version).catch((error) => this.#readAgain(error)) });
    this.log = new Log(shown("log"), { news: shown("news"), story: this.story, seats: this.seats, onversion, onmark: (version) => this.changes.since(version) });
    this.changes = new Changes(["board", "own", "around"].map(shown), `${address}/board.svg`);
    this.bars = new ScoreBars(shown("score"), { categories: ruleset.categories, seats: this.seats, rulesHref: ruleset.rules_href, onversion });
    const decisions = new Map(ruleset.decisions.map((each) => [each.kind, each.text]));
    this.lesson = new Lesson(shown("lesson"), { id: summary.id, ruleset: ruleset.name, game: address, seats: this.seats, board, onsent });
    this.table = new Table(shown("table"), { game: address, seats: this.seats, labels: this.labels, decisions, onchange });
    this.actions = new GameActions(shown("affairs"), { undo: shown("undo"), advice: shown("advice"), game: address, seats: this.seats, labels: this.labels, board, bots: ruleset.bots, onchange });
    this.past = new Past(shown("past"), { game: address, onnow: () => this.timeline.now(), onchange });
    this.play = new Play(shown("play"), { game: address, schemas: schemasOf(ruleset), labels: this.labels, board, seats: this.seats, onsent });
    this.analysis = new Analysis(shown("analysis"), { game: address, seats: this.seats, labels: this.labels, onversion });
    shown("check").addEventListener("click", () => check(address, shown("audit")));
  }

  // Update the page after an action: to the version of the outcome, or to the newest one if that is not known.
  #changed(outcome) {
    this.told = Math.max(this.told, outcome?.version ?? 0);
    return this.refresh();
  }

  // Update everything that may have changed. Ask for the board first: one process answers for a game, and would draw it last.
  // Ask for legal commands only for seats that are the viewer's by then. The game may go on between two reads. Then the page
  // shows what it has, and returns false to read again.
  async #refresh() {
    const [summary] = await Promise.all([get(address), this.board.draw(this.timeline.version)]);
    this.#sound(summary);
    this.seats.update(summary);
    this.status = summary.status;
    this.board.setOwn(this.seats.own.find((seat) => summary.awaiting.includes(seat)) ?? this.seats.own[0] ?? summary.awaiting[0] ?? null);
    const [legal] = await Promise.all([this.#legal(), this.story.follow()]);
    if (isOver(summary) && !this.hasNotes) await this.story.reload();
    this.hasNotes = isOver(summary);
    this.timeline.extend();
    this.table.update(summary, await invitedTo(summary), legal);
    if (this.timeline.version === null) this.table.show();
    await Promise.all([this.play.offer(this.timeline.version === null ? legal : []), this.log.show(this.timeline.version)]);
    const versions = [summary.version, this.story.newest, ...legal.map((each) => each.version)];
    this.read = Math.min(...versions);
    document.body.dataset.version = String(this.read); // what is drawn and offered now
    document.title = summary.awaiting.some((seat) => this.seats.mine.includes(seat)) ? `● ${this.title}` : this.title;
    this.past.show(this.timeline.version, summary);
    await Promise.all([this.#around(this.timeline.version), this.actions.show(summary, this.story), this.analysis.show(summary), this.lesson.show(this.timeline.version === null ? legal : [])]);
    return this.read >= Math.max(this.told, ...versions);
  }

  // A sound when it becomes the viewer's turn, or when another player has acted.
  #sound({ version, awaiting }) {
    const isAwaited = awaiting.some((seat) => this.seats.mine.includes(seat));
    if (this.heard !== undefined && version > this.heard.version) sound(isAwaited && !this.heard.isAwaited ? "turn" : "action");
    this.heard = { version, isAwaited };
  }

  #legal() {
    const seats = this.status === "running" ? this.seats.mine : [];
    const asked = seats.map((seat) => get(`${address}/legal-commands?seat=${seat}&language=${language}`).catch(unlessTaken));
    return Promise.all(asked).then((answers) => answers.filter(Boolean));
  }

  // Update the parts around the board to the same version: awaited seats, desks and score.
  async #around(version) {
    const past = version === null ? "" : `?version=${version}`;
    const position = await get(`${address}/state${past}`);
    const score = position.state && (await get(`${address}/score${past}`));
    if (version !== this.timeline.version) return;
    if (past) this.table.showPast(position);
    showDesks(shown("desks"), position.state, this.seats, this.board);
    this.bars.show(score, version);
  }

  // The viewer goes to another version: update the board now, the other parts when they stop.
  async #moved(version) {
    this.past.show(version);
    if (version === null) return this.refresh();
    this.play.offer([]);
    await this.board.draw(version);
    if (version === this.timeline.version) await Promise.all([this.log.show(version), this.#around(version)]);
  }

  // The server was unavailable while the viewer went to another version.
  #readAgain(error) {
    if (!isAway(error)) throw error;
    return this.refresh();
  }

  // Say whether the page is up to date. A stream can be open although reads fail.
  #showConnection(connection, isBehind) {
    Object.assign(this, { connection, isBehind });
    const state = isBehind && connection !== "away" ? "behind" : connection;
    if (state === null) return;
    shown("live").textContent = texts.game[state];
    shown("live").dataset.state = state;
  }

  // Update the page with each event, until the game has ended.
  async follow() {
    const onstate = (state) => {
      const isBack = state === "live" && this.connection === "away";
      this.#showConnection(state, this.isBehind);
      if (isBack) this.refresh(); // read again what failed meanwhile
    };
    const closing = new AbortController();
    addEventListener("pagehide", () => closing.abort());
    const onreplaced = () => location.reload(); // the server was restored: much of this page no longer exists
    const following = { after: this.read, signal: closing.signal, onstate, onreplaced };
    try {
      for await (const { data } of stream(`${address}/stream`, following)) {
        if (data.version > this.told) this.#changed(data); // also if the log has it already: other parts may be older
      }
    } catch (refused) {
      if (!(refused instanceof Problem)) throw refused; // a Problem: the caller may no longer read the game
    }
    if (!closing.signal.aborted) onstate("ended");
  }
}

// Large and only needed by players: load it when they need it.
function schemasOf({ schemas_href: href }) {
  let found = null;
  const forget = (error) => {
    found = null; // the next call asks again
    throw error;
  };
  return () => (found ??= get(href).then((document) => new Schemas(document), forget));
}

let page = null;

async function begin() {
  const panels = { track: shown("track"), own: shown("own"), desk: shown("around"), table: shown("around"), legend: shown("legend") };
  const board = new Board(shown("board"), `${address}/board.svg`, panels);
  const zoom = new Zoom(shown("board"), shown("zoom"));
  board.onput = () => zoom.renew(board.picture.area);
  const drawn = board.draw().catch(() => {}); // start before anything about the game is known; refresh() draws it again
  const summary = await get(address);
  const ruleset = await get(`/v1/rulesets/${summary.ruleset}`);
  fill(shown("name"), ruleset.title, summary.practice && [" ", h("small", { class: "practice", title: texts.new.practice_about }, texts.new.practice)]);
  fill(shown("tools"), ruleset.guide_href && guideButton(ruleset.guide_href));
  fill(shown("keep"), shareButton(location.origin + location.pathname, ruleset.title), logLink(summary));
  shown("loading").hidden = true;
  shown("page").hidden = false;
  const [labels] = await Promise.all([get(`${ruleset.labels_href}?language=${language}&board=${encodeURIComponent(summary.board)}`), drawn]);
  page = new GamePage(board, summary, ruleset, labels);
  await page.refresh();
  page.follow();
  document.body.dataset.ready = "";
}

const load = retrying(async () => {
  try {
    if (!page) await begin();
  } catch (refused) {
    if (!(refused instanceof Problem) || isAway(refused)) throw refused;
    const isInvited = refused.status === 404 && invitation(); // the game is private until they have taken the seat
    fill(shown("loading"), !isInvited && h("p", { class: "bad" }, refused.status === 404 ? texts.game.gone : refused.message));
  }
}, (isBehind) => isBehind && fill(shown("loading"), h("p", { role: "status" }, texts.game.away)));

async function seated() {
  await showAccount();
  if (page) await page.refresh();
  else await load();
}

showAccount();
showInvitation(shown("invitation"), seated);
load();
