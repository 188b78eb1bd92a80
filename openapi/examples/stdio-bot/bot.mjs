// A bot for `kontor tournament`, in any language: it reads one JSON object per line and writes one per line.
// Run it with: kontor tournament --bots "stdio:node bot.mjs,greedy" --ruleset merchants --games 10

import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line);
  if (question.type !== "choose") continue; // the first line, of type "game", needs no answer
  const kinds = [...new Set(question.commands.map((command) => command.type))];
  const kind = kinds[Math.floor(Math.random() * kinds.length)];
  const command = question.commands.find((each) => each.type === kind);
  console.log(JSON.stringify({ command }));
}
