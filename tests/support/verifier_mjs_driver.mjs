// Run verify.mjs again and again in one Node process. Each line of stdin is a JSON list of arguments. The answer is one
// line: the exit code, stdout and stderr. The query in the import makes Node run the program's top level each time.
import { createInterface } from "node:readline";
import { format } from "node:util";

const program = process.argv[2];
const print = (answer) => process.stdout.write(`${JSON.stringify(answer)}\n`);
let run = 0;

for await (const line of createInterface({ input: process.stdin })) {
  const said = { out: "", err: "" };
  console.log = (...words) => { said.out += `${format(...words)}\n`; };
  console.error = (...words) => { said.err += `${format(...words)}\n`; };
  process.argv = [process.argv[0], program, ...JSON.parse(line)];
  process.exitCode = undefined;
  try { await import(`file://${program}?run=${run++}`); } catch (error) {
    said.err += `${error.stack}\n`;
    process.exitCode = 1;
  }
  print([process.exitCode ?? 0, said.out, said.err]);
}
process.exitCode = 0;
