// An invitation in the address: `#invitation=…`. Browsers do not send that part; the token goes into the body of a request.

import { get, key, keep, post } from "./api.js";
import { change, naming } from "./account.js";
import { fill, h } from "./dom.js";
import { madeKey } from "./recovery.js";
import { Seats } from "./seats.js";
import { say, texts, when } from "./words.js";

export const invitation = () => new URLSearchParams(location.hash.slice(1)).get("invitation");

export async function showInvitation(element, onseated) {
  const token = invitation();
  if (!token) return;
  element.hidden = false;
  try {
    offer(element, token, await about(await post("/v1/invitations/read", { invitation: token })), onseated);
  } catch (refused) {
    fill(element, h("p", { class: "bad", role: "alert" }, refused.message));
  }
}

// The seat, the game, and the players who show their names.
async function about({ seat, summary }) {
  const { title } = await get(`/v1/rulesets/${summary.ruleset}`);
  const seats = new Seats([]);
  seats.update(summary);
  const there = summary.seats.filter(({ name, kind }) => name || kind === "bot").map((each) => seats.who(each.seat));
  const asked = say(texts.invitation.about, { seat, ruleset: title, count: summary.seats.length });
  return there.length ? `${asked} ${say(texts.invitation.there, { who: there.join(", ") })}` : asked;
}

function offer(element, token, about, onseated) {
  const asked = key() ? null : naming();
  const problem = h("p", { class: "bad", role: "alert" });
  const accept = async (event) => {
    event.preventDefault();
    try {
      const { account } = await post("/v1/invitations/accept", { invitation: token, ...(asked ? { name: asked.name } : {}) });
      history.replaceState(null, "", location.pathname); // the token has been used
      if (account) keep(account.api_key);
      if (account && asked.named) await change({ named: true });
      const close = h("button", { type: "button", onclick: () => (element.hidden = true) }, texts.account.close);
      fill(element, account && [madeKey(account), close]);
      element.hidden = !account;
      onseated();
    } catch (refused) {
      problem.textContent = refused.message;
    }
  };
  fill(element, h("form", { onsubmit: accept }, h("h2", {}, texts.invitation.title), h("p", {}, about),
    asked?.element, h("button", { class: "primary" }, texts.invitation.accept), problem));
}

// The open invitations for the account of this browser.
export const invitations = async () => (key() ? (await get("/v1/me/invitations")).items : []);

// The seats of a game to which the account is invited.
export async function invitedTo({ id, status, seats }) {
  if (status !== "open" || !seats.some((each) => each.kind === "invited")) return [];
  return (await invitations()).filter(({ game }) => game === id).map(({ seat }) => seat);
}

// Create an invitation to a seat, and show the link.
export async function offerLink(element, game, seat) {
  const { link, expires_at: until } = await post(`${game}/seats/${seat}/invitations`);
  const address = new URL(link, location.href);
  const here = `${location.origin}${address.pathname}${address.hash}`;
  const copy = async (event) => {
    await navigator.clipboard?.writeText(here);
    event.target.textContent = texts.game.copied;
  };
  fill(element, h("p", {}, say(texts.game.invite_made, { until: when(until) })), h("pre", { tabIndex: 0 }, here),
    h("button", { type: "button", onclick: copy }, texts.game.copy));
}
