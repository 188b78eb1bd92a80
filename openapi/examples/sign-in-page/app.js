// Sign a person in with OAuth 2.1 and PKCE, and play a game for them. The page never sees their key.

const asked = new URLSearchParams(location.search);
const kept = sessionStorage; // of this tab: another tab signs in by itself, so no two tabs use one refresh token
if (asked.has("server")) kept.setItem("asked", location.search);
const chosen = new URLSearchParams(kept.getItem("asked") ?? "");
const server = chosen.get("server") ?? "http://127.0.0.1:8080";
const here = location.origin + location.pathname; // our redirect address
const shown = (id) => document.getElementById(id);
const tell = (text) => (shown("status").textContent = text);

// ---------------------------------------------------------------- sign-in

const base64url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const random = () => base64url(crypto.getRandomValues(new Uint8Array(32)));

async function metadata() {
  return (await fetch(`${server}/.well-known/oauth-authorization-server`)).json();
}

async function signIn() {
  const found = await metadata();
  const registration = JSON.stringify({ client_name: "Example page", redirect_uris: [here] });
  const headers = { "Content-Type": "application/json" };
  const app = await (await fetch(found.registration_endpoint, { method: "POST", headers, body: registration })).json();
  const verifier = random(), state = random();
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  kept.setItem("started", JSON.stringify({ client: app.client_id, verifier, state, issuer: found.issuer }));
  const request = new URLSearchParams({
    response_type: "code",
    client_id: app.client_id,
    redirect_uri: here,
    scope: "game:read game:play game:create",
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: "S256",
  });
  location.assign(`${found.authorization_endpoint}?${request}`);
}

/** Exchange the code in our address. Answers that we did not ask for, or of another server, are ignored. */
async function comeBack() {
  const started = JSON.parse(kept.getItem("started") ?? "{}");
  kept.removeItem("started");
  history.replaceState(null, "", here); // the code stays in no history
  if (!asked.get("state") || asked.get("state") !== started.state || asked.get("iss") !== started.issuer) {
    throw new Error("this is not the answer to our request");
  }
  if (asked.has("error")) throw new Error(asked.get("error"));
  await tokens(started.client, { grant_type: "authorization_code", code: asked.get("code"), redirect_uri: here, code_verifier: started.verifier });
}

async function tokens(client, fields) {
  const { token_endpoint: endpoint } = await metadata();
  const answer = await fetch(endpoint, { method: "POST", body: new URLSearchParams({ client_id: client, ...fields }) });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.error_description ?? told.error);
  kept.setItem("tokens", JSON.stringify({ client, access: told.access_token, refresh: told.refresh_token }));
}

async function signOut() {
  const { client, refresh } = JSON.parse(kept.getItem("tokens"));
  const { revocation_endpoint: endpoint } = await metadata();
  await fetch(endpoint, { method: "POST", body: new URLSearchParams({ client_id: client, token: refresh }) });
  kept.removeItem("tokens");
  show();
}

// ---------------------------------------------------------------- playing

/** Call the API. Renew the access token once if it has ended. Without a new one, the person has revoked this page. */
async function call(method, path, body, isAgain = false) {
  const { client, access, refresh } = JSON.parse(kept.getItem("tokens"));
  const headers = { Authorization: `Bearer ${access}`, ...(body && { "Content-Type": "application/json" }) };
  const answer = await fetch(server + path, { method, headers, body: body && JSON.stringify(body) });
  const told = await answer.json();
  if (answer.status === 401 && !isAgain) {
    try {
      await tokens(client, { grant_type: "refresh_token", refresh_token: refresh });
    } catch {
      kept.removeItem("tokens");
      throw new Error("you have revoked this page");
    }
    return call(method, path, body, true);
  }
  if (!answer.ok) throw new Error(told.detail);
  return told;
}

async function play() {
  const { items } = await call("GET", "/v1/rulesets");
  const ruleset = await call("GET", `/v1/rulesets/${chosen.get("ruleset") ?? items[0].name}`);
  const board = chosen.get("board") ?? ruleset.boards[0].name;
  const seats = Array.from({ length: ruleset.seats.fewest }, () => ({ kind: "me" }));
  let game = await call("POST", "/v1/games", { ruleset: ruleset.name, board, seats, practice: true });
  for (let sent = 0; game.status === "running"; sent += 1) {
    tell(`${sent} commands sent`);
    const seat = game.awaiting[0];
    const { commands } = await call("GET", `${game.href}/legal-commands?seat=${seat}&sample=1&seed=${game.version}`);
    await call("POST", `${game.href}/commands`, { ...commands[0], seat });
    game = await call("GET", game.href);
  }
  tell(`${(await call("GET", "/v1/me")).name}'s game is ${game.status}`);
}

function show() {
  const isIn = kept.getItem("tokens") !== null;
  shown("sign-in").hidden = isIn;
  shown("play").hidden = shown("sign-out").hidden = !isIn;
  tell(isIn ? "signed in" : "not signed in");
}

const orTold = (action) => () => action().catch((error) => {
  show();
  tell(`refused: ${error.message}`);
});
shown("sign-in").addEventListener("click", orTold(signIn));
shown("play").addEventListener("click", orTold(play));
shown("sign-out").addEventListener("click", orTold(signOut));
if (asked.has("code") || asked.has("error")) await orTold(async () => comeBack().then(show))();
else show();
