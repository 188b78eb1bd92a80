// The home page: games that wait for the viewer, games to start, to join and to watch, and the replay of a finished game.

import { get } from "./api.js";
import { showAccount } from "./account.js";
import { Board } from "./board.js";
import { Story } from "./story.js";
import { fill, h, shown } from "./dom.js";
import { invitations } from "./invitation.js";
import { notify } from "./notices.js";
import { Seats } from "./seats.js";
import { startButtons } from "./starts.js";
import { theme } from "./theme.js";
import { human, say, texts, timeLeft, when } from "./words.js";

const MINE = 50; // own games to load; there are no further pages here
const STEP = 1400; // milliseconds for each position
const titles = new Map(); // titles of rulesets
const boardTitles = new Map();

function line(summary) {
  const seats = new Seats([]);
  seats.update(summary);
  const about = [boardTitles.get(summary.board) ?? texts.welcome.own_board, texts.game.status[summary.status], summary.practice && texts.new.practice].filter(Boolean);
  return h("li", {}, h("a", { href: `/games/${summary.id}` }, h("img", { src: picture(summary), alt: "", loading: "lazy" }),
    h("span", { class: "told" }, h("strong", {}, titles.get(summary.ruleset) ?? human(summary.ruleset)), h("span", {}, about.join(" · ")),
      h("span", { class: "who" }, summary.seats.map(({ seat }) => seats.who(seat)).join(", ")),
      summary.decisions.map((each) => h("span", { class: "deadline" }, awaited(each, seats))), h("small", {}, when(summary.changed_at)))));
}

// The awaited players of a game, and the time left. For games that wait for the viewer, the heading says so.
function awaited({ seat, deadline }, seats) {
  const who = !seats.mine.includes(seat) && say(texts.game.their_decision, { who: seats.who(seat) });
  return [who, deadline && say(texts.game.deadline, { left: timeLeft(deadline) })].filter(Boolean).join(" · ");
}

// The current position; or the empty board for a private game, because an image request has no key.
function picture({ href, ruleset, board, visibility }) {
  return `${visibility === "private" ? `/v1/rulesets/${ruleset}/boards/${board}` : href}/board.svg?theme=${theme()}`;
}

function list(id, games, none) {
  fill(shown(id), games.length ? h("ul", { class: "game-list" }, games.map(line)) : h("p", { class: "empty" }, none));
}

// Each game once: games that wait for the account, its other games, then public games.
async function games(me) {
  const [open, running, [turn, yours, invited]] = await Promise.all([listed("status=open"), listed("status=running"), me ? mine() : [[], [], []]]);
  const own = new Set([...turn, ...yours, ...invited].map(({ id }) => id));
  const others = (found) => found.filter(({ id, seats }) => !own.has(id) && !seats.some((each) => each.mine));
  shown("mine").hidden = !me;
  shown("first").hidden = turn.length + invited.length === 0; // in the place of the greeting
  shown("greeting").classList.toggle("unseen", !shown("first").hidden);
  shown("invited").hidden = invited.length === 0;
  list("invitations", invited, "");
  list("turn", turn, texts.welcome.turn_none);
  const waiting = new Set(turn.map(({ id }) => id)), rest = yours.filter(({ id }) => !waiting.has(id));
  shown("besides").hidden = rest.length === 0;
  list("yours", rest, "");
  list("join", others(open).filter(({ seats }) => seats.some(({ kind }) => kind === "open")), texts.welcome.join_none);
  list("running", others(running), texts.welcome.running_none);
  shown("lists").classList.remove("loading"); // all at the same time, so that nothing moves
}

const listed = async (wanted, limit = 12) => (await get(`/v1/games?${wanted}&limit=${limit}`)).items;
const mine = async () => Promise.all([listed("awaiting=me", MINE), listed("mine=true", MINE), invitations().then((found) => found.map(({ summary }) => summary))]);

async function replay(rulesets) {
  const { items } = await get("/v1/games?status=finished&limit=10");
  const found = items.sort((a, b) => b.version - a.version)[0];
  if (!found) return recorded(rulesets);
  const told = { ruleset: titles.get(found.ruleset), count: found.seats.length, events: found.version };
  fill(shown("replay-about"), say(texts.welcome.replay_about, told), " ", h("a", { href: `/games/${found.id}` }, texts.welcome.replay_open));
  const board = new Board(shown("replay"), `${found.href}/board.svg`), story = new Story(found.href, found.version);
  let at = Math.floor(found.version / 3); // a position with pieces on the board
  await run(STEP, async () => {
    at = await story.settledFrom(at < found.version ? at + 1 : 1);
    await board.drawOrKeep(at);
  });
}

// No game is finished yet: replay the recorded games of the rulesets, one after the other.
async function recorded(rulesets) {
  const games = (await get("/recorded")).items;
  if (!games.length) return boards(rulesets);
  const board = new Board(shown("replay"), "");
  let nth = 0, at = Math.floor(games[0].settled.length / 3);
  await run(STEP, () => {
    if (at >= games[nth].settled.length) [nth, at] = [(nth + 1) % games.length, 0];
    const { ruleset, seats, href, settled } = games[nth];
    shown("replay-about").textContent = say(texts.welcome.replay_recorded, { ruleset: titles.get(ruleset), count: seats });
    board.address = `${href}/board.svg`;
    return board.drawOrKeep(settled[at++]);
  });
}

// No recorded games either: show the boards.
async function boards(rulesets) {
  shown("replay-about").textContent = texts.welcome.replay_none;
  const addresses = rulesets.flatMap((each) => each.boards).map((each) => `${each.href}/board.svg`);
  const board = new Board(shown("replay"), "");
  let nth = 0;
  await run(3 * STEP, () => {
    board.address = addresses[nth++ % addresses.length];
    return board.drawOrKeep();
  });
}

// Show the first step, then play automatically, unless the person prefers reduced motion. It can always be stopped.
async function run(every, step) {
  let goes = !matchMedia("(prefers-reduced-motion: reduce)").matches;
  const button = shown("replay-pause");
  const label = () => (button.textContent = goes ? texts.welcome.pause : texts.welcome.go_on);
  button.hidden = false;
  button.addEventListener("click", () => {
    goes = !goes;
    label();
  });
  label();
  await step();
  setInterval(() => goes && !document.hidden && step(), every);
}

async function begin() {
  startButtons();
  const me = await showAccount();
  const rulesets = await Promise.all((await get("/v1/rulesets")).items.map((each) => get(each.href)));
  for (const { name, title, boards } of rulesets) {
    titles.set(name, title);
    boards.forEach((each) => boardTitles.set(each.hash, each.title));
  }
  await Promise.all([games(me), replay(rulesets)]);
  if (me) notify(shown("notify"), shown("notify-told"), () => games(me));
  document.body.dataset.ready = "";
}

begin();
