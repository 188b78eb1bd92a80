// The worker of the verifier page: runs the checker of Kontor in Python, and checks signatures with WebCrypto.

const MEMORY = "memory:///"; // the address of files that the page contains

let python, checker;

async function start({ files }) {
  if (globalThis.crypto?.subtle === undefined) throw new Error("it has no WebCrypto");
  // Pyodide reads its parts with fetch, which cannot read a file from disk: answer from memory, and refuse the rest.
  self.fetch = async (address) => {
    const name = String(address).replace(MEMORY, "");
    if (!files.has(name)) throw new TypeError(`the page does not contain ${address}`);
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return new Response(files.get(name), { headers: { "Content-Type": type } });
  };
  // Pyodide refuses workers that are not modules. Modules cannot start from disk, but this worker can import them.
  self.importScripts = undefined;
  const { loadPyodide } = await load(files.get("pyodide.mjs"));
  const { default: createPyodideModule } = await load(files.get("pyodide.asm.mjs"));
  python = await loadPyodide({ indexURL: MEMORY, createPyodideModule });
  // After a fatal error, such as an exhausted stack, the call that caused it never returns.
  python._api.on_fatal = (error) => postMessage({ kind: "failed", message: error.message });
  python.unpackArchive(files.get("kontor.zip"), "zip", { extractDir: "/lib/kontor" });
  python.pyimport("sys").path.append("/lib/kontor");
  checker = python.pyimport("kontor.service.audit.verifier_page");
  checker.rules(); // loads the rules
  files.clear();
}

async function load(module) {
  const address = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function check({ game, keys, policy, receipts, bots }) {
  const proxies = [];
  const keep = (proxy) => (proxies.push(proxy), proxy);
  const toBytes = keep(python.globals.get("bytes"));
  const file = (given) => given && keep(checker.NamedFile(given.name, keep(toBytes(keep(python.toPy(given.content))))));
  const progress = (step, done, total) => postMessage({ kind: "progress", step, done, total });
  try {
    const given = keep(checker.Given(file(game), file(keys), file(policy), keep(python.toPy(receipts.map(file))), bots));
    const report = keep(await checker.verify(given, hasSigned, progress));
    return { kind: "done", code: report.code, lines: keep(report.lines).toJs() };
  } finally {
    for (const proxy of proxies) proxy.destroy();
  }
}

async function hasSigned(publicKey, signature, signed) {
  try {
    const key = await crypto.subtle.importKey("raw", bytesOf(publicKey), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", key, bytesOf(signature), bytesOf(signed));
  } catch (error) {
    if (error.name === "DataError") return false; // the bytes are not a public key
    throw error;
  }
}

function bytesOf(digits) {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

self.onmessage = async ({ data }) => {
  try {
    if (data.kind === "start") {
      await start(data);
      postMessage({ kind: "ready" });
    } else {
      postMessage(await check(data));
    }
  } catch (error) {
    postMessage({ kind: "failed", message: String(error.message).trim().split("\n").at(-1) });
  }
};
