// The page that an invitation's link leads to. The token stands behind #, so that it reaches the server in bodies only.
"use strict";

const shown = (id) => document.getElementById(id);

async function ask(act, body, key) {
  const headers = { "Content-Type": "application/json", ...(key ? { Authorization: `Bearer ${key}` } : {}) };
  const answer = await fetch(`/v1/invitations/${act}`, { method: "POST", headers, body: JSON.stringify(body) });
  return [answer.ok, await answer.json()];
}

function tell(id, text) {
  shown(id).textContent = text;
  shown(id).hidden = false;
}

async function read(invitation) {
  const [ok, found] = await ask("read", { invitation });
  if (!ok) return tell("about", found.detail);
  const { seat, summary } = found;
  tell("about", `You are invited to seat ${seat} of a game of ${summary.ruleset} for ${summary.seats.length}.`);
  shown("accept").hidden = false;
}

async function accept(invitation) {
  const name = shown("name").value.trim(), key = shown("key").value.trim();
  const [ok, found] = await ask("accept", { invitation, ...(name && !key ? { name } : {}) }, key);
  if (!ok) return tell("result", found.detail);
  shown("accept").hidden = true;
  history.replaceState(null, "", location.pathname); // the token is used up
  const told = found.account ? `Your key, which is shown this once; keep it:\n${found.account.api_key}\n\n` : "";
  tell("result", `${told}You sit on seat ${found.seat} of /v1/games/${found.game}.`);
}

const token = new URLSearchParams(location.hash.slice(1)).get("invitation");
if (token) {
  shown("accept").addEventListener("submit", (event) => {
    event.preventDefault();
    accept(token);
  });
  read(token);
}
