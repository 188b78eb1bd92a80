// Play a whole game from a web page of any origin: open an account, create a game against bots, follow the stream of pending
// decisions, and send a random legal command for each.

const asked = new URLSearchParams(location.search);
const server = asked.get("server") ?? "http://127.0.0.1:8080";
const shown = (id) => document.getElementById(id);

let key = null;

/** Call the API. Throw a refusal as an error with its problem. */
async function call(method, path, body) {
  const headers = {};
  if (key !== null) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const answer = await fetch(server + path, { method, headers, body: body && JSON.stringify(body) });
  const told = await answer.json();
  if (answer.status === 429) {
    const seconds = Number(answer.headers.get("Retry-After") ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return call(method, path, body);
  }
  if (!answer.ok) throw Object.assign(new Error(`${told.title}: ${told.detail}`), { problem: told });
  return told;
}

async function newGame() {
  const { items } = await call("GET", "/v1/rulesets");
  const ruleset = await call("GET", `/v1/rulesets/${asked.get("ruleset") ?? items[0].name}`);
  const others = Number(asked.get("seats") ?? ruleset.seats.fewest) - 1;
  return call("POST", "/v1/games", {
    ruleset: ruleset.name,
    board: asked.get("board") ?? ruleset.boards[0].name,
    seats: [{ kind: "me" }, ...Array.from({ length: others }, () => ({ kind: "bot", bot: ruleset.levels[0].bot }))], // easy
    practice: true,
  });
}

/** Send a random legal command. The seed is the version, so that the next decision gets another sample. */
async function decide(decision) {
  const { commands } = await call("GET", `${decision.legal_href}&sample=1&seed=${decision.version}`);
  if (commands.length === 0) return; // the decision is over
  const command = commands[0];
  try {
    const outcome = await call("POST", `/v1/games/${decision.game}/commands`, { ...command, seat: decision.seat });
    shown("sent").append(Object.assign(document.createElement("li"), {
      textContent: `${decision.kind}: ${JSON.stringify(command)} → version ${outcome.version}`,
    }));
  } catch (error) {
    if (error.problem?.status !== 409) throw error; // another seat was faster: the stream reports the next decision
  }
}

/**
 * Follow the messages for our account. EventSource cannot send a key, so its address has a ticket for this stream. It reconnects
 * with the same address by itself. Only if the server refuses the ticket do we need another one.
 */
async function follow(heard) {
  const { href } = await call("POST", "/v1/me/stream-tickets", { stream: "/v1/me/stream" });
  const source = new EventSource(server + href);
  for (const event of ["decision", "game.ended"]) {
    source.addEventListener(event, (message) => heard(event, JSON.parse(message.data), source));
  }
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) follow(heard).catch(failed);
  });
}

function failed(error) {
  shown("status").textContent = `failed: ${error.message}`;
}

async function main() {
  key = (await call("POST", "/v1/accounts", { name: "A page" })).api_key;
  const game = await newGame();
  Object.assign(shown("game"), { href: server + game.href, hidden: false });
  shown("status").textContent = "playing";
  let deciding = Promise.resolve();
  await follow((event, told, source) => {
    if (told.game !== game.id) return;
    if (event === "decision") {
      deciding = deciding.then(() => decide(told)).catch(failed);
      return;
    }
    source.close();
    call("GET", `${game.href}/score`).then(({ seats }) => {
      const own = seats.find(({ seat }) => seat === 1);
      shown("status").textContent = `${told.status}: rank ${own.rank} with ${own.total} points`;
    }).catch(failed);
  });
}

main().catch(failed);
