// Opens the page of an invitation as a browser does, as far as its script can tell: the script and the server are the
// real ones, the page has only what the script touches. Arguments: the server, the path of the page, the token, a name.
const [server, path, token, name] = process.argv.slice(2);
const page = await (await fetch(server + path)).text();
const script = await (await fetch(server + /<script src="([^"]+)">/.exec(page)[1])).text();

const elements = {};
for (const [, id] of page.matchAll(/ id="([a-z]+)"/g)) {
  elements[id] = { value: "", hidden: false, textContent: "", addEventListener: (_, does) => (elements[id].does = does) };
}
const pending = [];
const asking = (to, how) => {
  const answer = fetch(server + to, how);
  pending.push(answer);
  return answer;
};
const settled = async () => {
  while (pending.length) {
    await pending.shift();
    await new Promise((done) => setImmediate(done));
  }
};
const here = { hash: `#invitation=${token}`, pathname: path };
const past = { replaceState: (_, __, to) => (here.hash = to) };
elements.result.textContent = elements.about.textContent = "";
new Function("document", "location", "history", "fetch", script)({ getElementById: (id) => elements[id] }, here, past, asking);
await settled();
const about = elements.about.textContent;
elements.name.value = name;
elements.accept.does({ preventDefault: () => {} });
await settled();
console.log(JSON.stringify({ about, result: elements.result.textContent, hash: here.hash }));
