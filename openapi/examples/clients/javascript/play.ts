// Play a whole game with the JavaScript client of this repository. We play seat 1, bots play the others.
//
//     npm install kontor-client-0.1.0.tgz  # `npm pack` in service/http/static/client writes it
//     npx tsc --strict --module nodenext --target es2022 play.ts && node play.js http://127.0.0.1:8080

import { Client, Problem, positionOf } from "kontor-client";
import type { Command, GameRequest, Line } from "kontor-client/types";

const SEAT = 1;
const client = new Client({ server: process.argv[2] ?? "http://127.0.0.1:8080" });
client.key = (await client.openAccount({ body: { name: "Anna" } })).api_key;

const asked: GameRequest = {
  ruleset: "hansa",
  board: "hansa-3",
  seats: [{ kind: "me" }, { kind: "bot", bot: "greedy" }, { kind: "bot", bot: "greedy" }],
  bot_milliseconds: 10,
};
const { id: game_id } = await client.createGame({ body: asked });

function liking(command: Command): number {
  if (command.type === "establish_route") return command.reward.kind === "none" ? 2 : 3;
  return Math.random();
}

async function decide(version: number): Promise<void> {
  const { commands = [] } = await client.listLegalCommands({ game_id, seat: SEAT, expand: 100 });
  const [command] = commands.map((each) => ({ each, likes: liking(each) })).sort((one, other) => other.likes - one.likes);
  if (command === undefined) return; // the decision is over
  try {
    await client.sendCommand({ game_id, body: command.each });
    sent += 1;
  } catch (error) {
    if (!(error instanceof Problem && error.status === 409)) throw error;
    console.log(`version ${version}: ${error.message}`);
  }
}

let sent = 0;
for await (const { type, data } of client.streamMyDecisions()) {
  if (type === "decision") await decide(data.version);
  if (type === "game.ended") break;
}

const lines: Line[] = [];
for await (const line of client.items(client.listEvents({ game_id }))) lines.push(line);
const last = lines.at(-1);
if (last === undefined) throw new Error("the log is empty");
for await (const line of client.streamGame({ game_id, after: positionOf(last) })) throw new Error(`${line.version} comes after the end`);

const score = await client.getScore({ game_id });
if (!score.final) throw new Error("the game has not been scored");
console.log(`finished: ${sent} commands, ${lines.length} events, ${score.seats.map((each) => `${each.seat}: ${each.total}`).join(", ")}`);
