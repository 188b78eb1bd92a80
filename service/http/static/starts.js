// Buttons that start a game with one click: against bots, with a friend, or a guided first game. A person without an account
// gets an anonymous one.

import { get, keep, post } from "./api.js";
import { account } from "./account.js";
import { orTold } from "./dialogs.js";
import { fill, h } from "./dom.js";
import { offerLink } from "./invitation.js";
import { begin } from "./lesson.js";
import { texts } from "./words.js";

const USUAL = 3; // seats, if the board allows them

async function player() {
  if (await account()) return;
  keep((await post("/v1/accounts", { name: texts.account.guest })).api_key);
}

async function open(wanted) {
  await player();
  return post("/v1/games", wanted);
}

const go = ({ id }) => (location.href = `/games/${id}`);

// Create a game on the usual board with the person, the seats `others`, and bots of a level.
async function table(ruleset, level, others, more = {}) {
  const { boards: [board], bots, levels } = await get(`/v1/rulesets/${ruleset}`);
  const { bot = bots[0], milliseconds } = levels.find(({ name }) => name === level) ?? levels[0] ?? {};
  const count = Math.min(Math.max(USUAL, board.seats.fewest), board.seats.most);
  const seats = Array.from({ length: count }, (_, n) => [{ kind: "me" }, ...others][n] ?? { kind: "bot", bot });
  return open({ ruleset, board: board.name, seats, ...more, ...(milliseconds ? { bot_milliseconds: milliseconds } : {}) });
}

const STARTS = {
  bots: async (ruleset, level) => go(await table(ruleset, level, [], { practice: true })), // with hints and undo
  first_game: async (ruleset) => {
    const { wanted } = await get(`/rules/${ruleset}/first-game`);
    const game = await open(wanted);
    begin(game.id);
    go(game);
  },
  friend: async (ruleset, level) => {
    const game = await table(ruleset, level, [{ kind: "invited" }]);
    await invite(game);
  },
};

// Show the link for the second seat. The game waits for the friend.
async function invite({ id, href }) {
  const link = h("div", {});
  await offerLink(link, href, 2);
  const box = h("dialog", { "aria-labelledby": "friend" });
  fill(box, h("h2", { id: "friend" }, texts.cards.friend), h("p", {}, texts.cards.friend_link), link,
    h("p", { class: "row" }, h("a", { class: "button primary", href: `/games/${id}` }, texts.cards.friend_go)));
  document.body.append(box);
  box.showModal();
}

export function startButtons() {
  document.querySelectorAll("[data-start]").forEach((button) => button.addEventListener("click", () => start(button)));
}

async function start(button) {
  const box = button.closest("[data-ruleset]");
  button.disabled = true;
  await orTold(box.querySelector("[role=alert]"), () => STARTS[button.dataset.start](box.dataset.ruleset, box.querySelector("[name=level]")?.value));
  button.disabled = false;
}
