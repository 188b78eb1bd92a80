// The verifier page: hands files to the worker, which runs Python, and shows its reports.
"use strict";

const MOST_BYTES = 256 * 1024 * 1024; // of a file: it is copied into the memory of Python
const VERDICTS = [
  "No flaw. One of the keys that you gave has signed it.",
  "There is a flaw.",
  "A file cannot be read.",
  "No flaw, but the signer is unknown.",
];
const STEPS = { reading: "Reading events", "deciding again": "Deciding commands again" };

const PARTS = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"];

const at = (id) => document.getElementById(id);
const inputs = { games: at("games"), keys: at("keys"), policy: at("policy"), receipts: at("receipts") };

let worker; // a promise of the worker that runs Python
let waiting = []; // files that were not checked yet
let current; // the file that is being checked

async function unpack(id) {
  const text = at(id).textContent;
  const packed = Uint8Array.fromBase64?.(text) ?? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function start() {
  const script = await unpack("worker.js");
  const files = new Map(await Promise.all([...PARTS, "kontor.zip"].map(async (name) => [name, await unpack(name)])));
  const started = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })));
  await new Promise((resolve, reject) => {
    started.onmessage = ({ data }) => (data.kind === "ready" ? resolve() : reject(new Error(data.message)));
    started.onerror = (event) => reject(new Error(event.message || "the worker did not start"));
    started.postMessage({ kind: "start", files }, [...files.values()].map((each) => each.buffer));
  });
  started.onmessage = ({ data }) => receive(data);
  started.onerror = (event) => receive({ kind: "failed", message: event.message });
  return started;
}

function restart() {
  worker = start();
  worker.then(
    () => current === undefined && say("Ready. Drop a bundle."),
    (error) => say(`This browser cannot run the checks: ${error.message}. Use a current browser, or kontor audit verify.`),
  );
}

function say(text) {
  at("status").textContent = text;
}

function checkAll(games) {
  waiting.push(...games);
  if (current === undefined && waiting.length > 0) checkNext();
}

async function checkNext() {
  current = waiting.shift();
  at("stop").disabled = current === undefined;
  at("again").disabled = current !== undefined || inputs.games.files.length === 0;
  at("progress").hidden = current === undefined;
  at("progress").value = 0;
  if (current === undefined) return say("Done.");
  const game = current;
  say(`Checking ${game.name} …`);
  try {
    const [read] = await readAll([game]);
    const [keys] = await readAll(inputs.keys.files);
    const [policy] = await readAll(inputs.policy.files);
    const receipts = await readAll(inputs.receipts.files);
    const ready = await worker;
    if (current === game) ready.postMessage({ kind: "check", game: read, keys, policy, receipts, bots: at("bots").checked });
  } catch (error) {
    if (current === game) receive({ kind: "done", code: 2, lines: [`${error.file ?? game.name}: ${error.message}`] });
  }
}

function readAll(files) {
  return Promise.all(Array.from(files, async (file) => {
    if (file.size > MOST_BYTES) {
      const why = "It is larger than 256 MiB. Check it with kontor audit verify.";
      throw Object.assign(new Error(why), { file: file.name });
    }
    return { name: file.name, content: new Uint8Array(await file.arrayBuffer()) };
  }));
}

function receive(message) {
  if (message.kind === "progress") {
    const { step, done, total } = message;
    at("progress").value = total === 0 ? 1 : done / total;
    say(`Checking ${current.name}: ${STEPS[step] ?? step}, ${done} of ${total}`);
  } else {
    show(message.kind === "done" ? message : failure(message));
    if (message.kind === "failed") abandon();
    checkNext();
  }
}

function failure({ message }) {
  return { code: 2, lines: [`${current.name}: The check broke off: ${message}. Check the file with kontor audit verify.`] };
}

function show({ code, lines }) {
  const report = document.createElement("article");
  const [heading, verdict, text] = ["h2", "strong", "pre"].map((kind) => document.createElement(kind));
  heading.textContent = current.name;
  verdict.textContent = VERDICTS[code];
  text.textContent = lines.join("\n");
  report.dataset.code = code;
  report.append(heading, verdict, text);
  at("reports").prepend(report);
}

function abandon() {
  const end = (each) => {
    each.onmessage = each.onerror = null; // a message may be on its way
    each.terminate();
  };
  worker.then(end, () => {});
  restart();
}

at("form").addEventListener("submit", (event) => {
  event.preventDefault();
  checkAll(inputs.games.files);
});
at("stop").addEventListener("click", () => {
  waiting = [];
  abandon();
  checkNext();
  say("Stopped.");
});
inputs.games.addEventListener("change", () => checkAll(inputs.games.files));
for (const kind of ["dragenter", "dragover"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault();
    at("drop").classList.toggle("over", at("drop").contains(event.target));
  });
}
for (const kind of ["dragleave", "drop"]) document.addEventListener(kind, () => at("drop").classList.remove("over"));
document.addEventListener("drop", (event) => {
  if (event.target instanceof HTMLInputElement) return; // the browser puts the files into that field
  event.preventDefault();
  if (!at("drop").contains(event.target) || event.dataTransfer.files.length === 0) return;
  inputs.games.files = event.dataTransfer.files;
  checkAll(inputs.games.files);
});
restart();
