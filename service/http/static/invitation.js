// An invitation in the address: `#invitation=…`, which no server is sent but in the body of a request.

import { get, key, keep, post } from "./api.js";
import { madeKey } from "./account.js";
import { fill, h } from "./dom.js";
import { say, texts, when } from "./words.js";

export const invitation = () => new URLSearchParams(location.hash.slice(1)).get("invitation");

export async function showInvitation(element, onseated) {
  const token = invitation();
  if (!token) return;
  element.hidden = false;
  try {
    const { seat, summary } = await post("/v1/invitations/read", { invitation: token });
    offer(element, token, say(texts.invitation.about, { seat, ruleset: summary.ruleset, count: summary.seats.length }), onseated);
  } catch (refused) {
    fill(element, h("p", { class: "bad", role: "alert" }, refused.message));
  }
}

function offer(element, token, about, onseated) {
  const name = key() ? null : h("input", { name: "name", maxlength: 80, required: true, autocomplete: "nickname" });
  const problem = h("p", { class: "bad", role: "alert" });
  const accept = async (event) => {
    event.preventDefault();
    try {
      const { account } = await post("/v1/invitations/accept", { invitation: token, ...(name ? { name: name.value.trim() } : {}) });
      history.replaceState(null, "", location.pathname); // the token is used up
      if (account) keep(account.api_key);
      fill(element, account && madeKey(account.api_key));
      element.hidden = !account;
      onseated();
    } catch (refused) {
      problem.textContent = refused.message;
    }
  };
  fill(element, h("form", { onsubmit: accept }, h("h2", {}, texts.invitation.title), h("p", {}, about),
    name && h("label", {}, texts.invitation.name, name), h("button", { class: "primary" }, texts.invitation.accept), problem));
}

// What waits for the account of this browser.
export const invitations = async () => (key() ? (await get("/v1/me/invitations")).items : []);

// The seats of a game that hold a chair for it.
export async function invitedTo({ id, status, seats }) {
  if (status !== "open" || !seats.some((each) => each.kind === "invited")) return [];
  return (await invitations()).filter(({ game }) => game === id).map(({ seat }) => seat);
}

// Somebody is invited to a seat: the link to send them.
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
