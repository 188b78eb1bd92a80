// A whole game with the client that @hey-api/openapi-ts makes: seat 1 is ours, bots play the others.
//
//     npx openapi-ts -i http://127.0.0.1:8000/openapi.json -o kontor
//     npx tsc --strict --module esnext --moduleResolution bundler --target es2022 play.ts && node play.js http://127.0.0.1:8000

import { createClient, createConfig } from "./kontor/client/index.js";
import * as kontor from "./kontor/sdk.gen.js";
import type { Command, HansaNewGame, HansaPlacePiece } from "./kontor/types.gen.js";

const SEAT = 1;
const baseUrl = process.argv[2] ?? "http://127.0.0.1:8000";
let key = "";

const client = createClient(createConfig({ baseUrl, auth: () => key, throwOnError: true }));
const call = { client, throwOnError: true } as const;

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

async function decide(path: { game_id: string }): Promise<void> {
  const { data: legal } = await kontor.listLegalCommands({ ...call, path, query: { seat: SEAT, expand: 100 } });
  if (Array.isArray(legal)) throw new Error("what has changed was not asked for");
  const [command] = (legal.commands ?? [])
    .map((each) => ({ each, likes: liking(each) }))
    .sort((one, other) => other.likes - one.likes)
    .map(({ each }) => each);
  if (command === undefined) throw new Error("whoever is awaited may do something");
  if (command.type === "place_piece") {
    const piece: HansaPlacePiece = { ...command, dry_run: true }; // try it with a dry run first
    await kontor.sendCommand({ ...call, path, body: piece });
  }
  await kontor.sendCommand({ ...call, path, body: command, headers: { "If-Match": `"${legal.version}"` } });
}

key = (await kontor.openAccount({ ...call, body: { name: "Anna" } })).data.api_key;
const asked: HansaNewGame = {
  ruleset: "hansa",
  board: "hansa-3",
  seats: [{ kind: "me" }, { kind: "bot", bot: "greedy" }, { kind: "bot", bot: "greedy" }],
  bot_milliseconds: 10,
};
const { data: created } = await kontor.createGame({ ...call, body: asked });
const path = { game_id: created.id };
let sent = 0;
for (;;) {
  const { data: game } = await kontor.getGame({ ...call, path });
  if (game.status === "finished" || game.status === "aborted") break;
  if (game.awaiting.includes(SEAT)) {
    await decide(path);
    sent += 1;
  } else {
    await kontor.listEvents({ ...call, path, query: { after: game.version, wait: 25 } });
  }
}
const { data: score } = await kontor.getScore({ ...call, path });
if (!score.final) throw new Error("the game has not been scored");
console.log(`finished: ${sent} commands, ${score.seats.map((each) => `${each.seat}: ${each.total}`).join(", ")}`);
