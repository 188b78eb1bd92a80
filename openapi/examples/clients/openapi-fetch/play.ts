// Play a whole game with openapi-typescript and openapi-fetch. We play seat 1, bots play the others.
//
//     npx openapi-typescript http://127.0.0.1:8000/openapi.json -o kontor.d.ts
//     npx tsc --strict --module nodenext --target es2022 play.ts && node play.js http://127.0.0.1:8000

import createClient from "openapi-fetch";
import type { components, paths } from "./kontor.js";

type Schemas = components["schemas"];
type Command = Schemas["Command"];

const SEAT = 1;
const address = process.argv[2] ?? "http://127.0.0.1:8000";
let key = "";

const client = createClient<paths>({ baseUrl: address });
client.use({
  onRequest({ request }) {
    if (key !== "") request.headers.set("Authorization", `Bearer ${key}`);
  },
});

/** The answer, or what the server says is wrong. */
function told<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

function liking(command: Command): number {
  switch (command.type) {
    case "establish_route":
      return command.reward.kind === "none" ? 2 : 3;
    case "place_piece":
      return 0.5 + Math.random();
    default:
      return Math.random();
  }
}

async function decide(game_id: string): Promise<void> {
  const legal = told(
    await client.GET("/v1/games/{game_id}/legal-commands", {
      params: { path: { game_id }, query: { seat: SEAT, expand: 100 } },
    }),
  );
  if (Array.isArray(legal)) throw new Error("what has changed was not asked for");
  const [command] = (legal.commands ?? [])
    .map((each) => ({ each, likes: liking(each) }))
    .sort((one, other) => other.likes - one.likes)
    .map(({ each }) => each);
  if (command === undefined) throw new Error("an awaited seat has a legal command");
  if (command.type === "place_piece") {
    const piece: Schemas["HansaPlacePiece"] = { ...command, dry_run: true }; // a dry run first
    told(await client.POST("/v1/games/{game_id}/commands", { params: { path: { game_id } }, body: piece }));
  }
  told(
    await client.POST("/v1/games/{game_id}/commands", {
      params: { path: { game_id }, header: { "If-Match": `"${legal.version}"` } },
      body: command,
    }),
  );
}

key = told(await client.POST("/v1/accounts", { body: { name: "Anna" } })).api_key;
const asked: Schemas["HansaGameRequest"] = {
  ruleset: "hansa",
  board: "hansa-3",
  seats: [{ kind: "me" }, { kind: "bot", bot: "greedy" }, { kind: "bot", bot: "greedy" }],
  bot_milliseconds: 10,
};
const { id: game_id } = told(await client.POST("/v1/games", { body: asked }));
const path = { game_id };
let sent = 0;
for (;;) {
  const game = told(await client.GET("/v1/games/{game_id}", { params: { path } }));
  if (game.status === "finished" || game.status === "aborted") break;
  if (game.awaiting.includes(SEAT)) {
    await decide(game_id);
    sent += 1;
  } else {
    told(await client.GET("/v1/games/{game_id}/events", { params: { path, query: { after: String(game.version), wait: 25 } } }));
  }
}
const score = told(await client.GET("/v1/games/{game_id}/score", { params: { path } }));
if (!score.final) throw new Error("the game has not been scored");
console.log(`finished: ${sent} commands, ${score.seats.map((each) => `${each.seat}: ${each.total}`).join(", ")}`);
