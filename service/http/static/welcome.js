// The first page: a finished game replayed, games to join and to watch, and what waits for whoever is signed in.

import { get } from "./api.js";
import { showAccount } from "./account.js";
import { Board } from "./board.js";
import { Chronicle } from "./chronicle.js";
import { fill, h, shown } from "./dom.js";
import { invitations } from "./invitation.js";
import { notify } from "./notices.js";
import { theme } from "./theme.js";
import { human, say, texts, when } from "./words.js";

const STEP = 1400; // milliseconds a position stays
const titles = new Map(); // of rulesets
const boardTitles = new Map();

function line(summary) {
  const free = summary.seats.filter((each) => each.kind === "open" || each.kind === "invited").length;
  const people = `${summary.seats.length - free} / ${summary.seats.length}`;
  return h("li", {}, h("a", { href: `/games/${summary.id}` }, h("img", { src: picture(summary), alt: "", loading: "lazy" }),
    h("span", { class: "told" }, h("strong", {}, titles.get(summary.ruleset) ?? human(summary.ruleset)),
      h("span", {}, `${boardTitles.get(summary.board) ?? texts.welcome.own_board} · ${people} · ${texts.game.status[summary.status]}`), h("small", {}, when(summary.changed_at)))));
}

// As it stands; the board alone where an image, which brings no key, would not be let in.
function picture({ href, ruleset, board, visibility }) {
  return `${visibility === "private" ? `/v1/rulesets/${ruleset}/boards/${board}` : href}/board.svg?theme=${theme()}`;
}

function list(id, games, none) {
  fill(shown(id), games.length ? h("ul", { class: "game-list" }, games.map(line)) : h("p", { class: "empty" }, none));
}

async function lists() {
  const [open, running] = await Promise.all(["open", "running"].map((status) => get(`/v1/games?status=${status}&limit=12`)));
  list("join", open.items.filter((each) => each.seats.some(({ kind }) => kind === "open")), texts.welcome.join_none);
  list("running", running.items, texts.welcome.running_none);
}

async function mine() {
  const [turn, yours, invited] = await Promise.all([get("/v1/games?awaiting=me&limit=12"), get("/v1/games?mine=true&limit=12"), invitations()]);
  shown("invited").hidden = invited.length === 0;
  list("invitations", invited.map((each) => each.summary), "");
  list("turn", turn.items, texts.welcome.turn_none);
  list("yours", yours.items, texts.welcome.turn_none);
  shown("mine").hidden = false;
}

async function replay(rulesets) {
  const { items } = await get("/v1/games?status=finished&limit=10");
  const found = items.sort((a, b) => b.version - a.version)[0];
  if (!found) return recorded(rulesets);
  const told = { ruleset: titles.get(found.ruleset), count: found.seats.length, events: found.version };
  fill(shown("replay-about"), say(texts.welcome.replay_about, told), " ", h("a", { href: `/games/${found.id}` }, texts.welcome.replay_open));
  const board = new Board(shown("replay"), `${found.href}/board.svg`), chronicle = new Chronicle(found.href, found.version);
  let at = Math.floor(found.version / 3); // where there is something to see
  await run(STEP, async () => {
    at = await chronicle.settledFrom(at < found.version ? at + 1 : 1);
    await board.draw(at);
  });
}

// Where nothing has been played to its end yet: the games that come with the rulesets, one after the other.
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
    return board.draw(settled[at++]);
  });
}

// Where there are none: what can be played on.
async function boards(rulesets) {
  const addresses = rulesets.flatMap((each) => each.boards).map((each) => `${each.href}/board.svg`);
  const board = new Board(shown("replay"), "");
  let nth = 0;
  await run(3 * STEP, () => {
    board.address = addresses[nth++ % addresses.length];
    return board.draw();
  });
}

// Takes the first step, and goes on by itself unless somebody would rather have nothing move; it can always be stopped.
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
  const me = await showAccount();
  const rulesets = await Promise.all((await get("/v1/rulesets")).items.map((each) => get(each.href)));
  for (const { name, title, boards } of rulesets) {
    titles.set(name, title);
    boards.forEach((each) => boardTitles.set(each.hash, each.title));
  }
  await Promise.all([lists(), replay(rulesets), me && mine()]);
  if (me) notify(shown("notify"), shown("notify-told"), mine);
  document.body.dataset.ready = "";
}

begin();
