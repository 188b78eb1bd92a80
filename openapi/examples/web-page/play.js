// A whole game, played from a web page of any origin: an account, a game against bots, a stream of the decisions that wait
// for us, and a command for each of them, drawn from what is legal.

const asked = new URLSearchParams(location.search);
const server = asked.get("server") ?? "http://127.0.0.1:8080";
const shown = (id) => document.getElementById(id);

let key = null;

/** One call of the API. A refusal is thrown, with the problem that the server told. */
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
    seats: [{ kind: "me" }, ...Array.from({ length: others }, () => ({ kind: "bot", bot: "random" }))],
    practice: true,
  });
}

/** Draw a complete command by lot and send it. Another number draws another one, should the game have moved on. */
async function decide(decision) {
  const { commands } = await call("GET", `${decision.legal_href}&sample=1&seed=${decision.version}`);
  if (commands.length === 0) return; // the game no longer waits for us
  const command = commands[0];
  try {
    const outcome = await call("POST", `/v1/games/${decision.game}/commands`, { ...command, seat: decision.seat });
    shown("sent").append(Object.assign(document.createElement("li"), {
      textContent: `${decision.kind}: ${JSON.stringify(command)} → version ${outcome.version}`,
    }));
  } catch (error) {
    if (error.problem?.status !== 409) throw error; // the game has changed: a notice of the next decision will come
  }
}

/**
 * What concerns us, as it happens. EventSource sends no key, so its address carries a ticket, which is good for this stream
 * alone. It reconnects by itself with the same address; only if the ticket is refused do we need another.
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
