// The OpenAPI document for a viewer: a body that may be any command of any ruleset has hundreds of schemas, and a viewer
// draws them all. Such a union is told as an object, with a word on where to read on; examples stay. What is then named by
// nobody goes. And it is told as OpenAPI 3.0, which the viewer reads many times faster than 3.1; it draws the same.

const MOST = 4; // branches of a union that a viewer draws quickly

function shortened(value, note) {
  if (Array.isArray(value)) return value.map((each) => shortened(each, note));
  if (typeof value !== "object" || value === null) return value;
  const short = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shortened(each, note)]));
  for (const union of ["oneOf", "anyOf"]) {
    if (Array.isArray(short[union]) && short[union].length > MOST) {
      delete short[union];
      delete short.discriminator;
      short.type = "object";
      short.description = [short.description, note].filter(Boolean).join(" ");
    }
  }
  return older(short);
}

// A schema as 3.0 writes it.
function older(schema) {
  if (Array.isArray(schema.type)) {
    schema.nullable = schema.type.includes("null");
    schema.type = schema.type.find((each) => each !== "null");
  }
  if ("const" in schema && typeof schema.const !== "object") {
    schema.enum = [schema.const];
    delete schema.const;
  }
  return schema;
}

function named(value, found) {
  if (Array.isArray(value)) value.forEach((each) => named(each, found));
  else if (typeof value === "object" && value !== null) {
    if (typeof value.$ref === "string") found.add(value.$ref.split("/").at(-1));
    Object.values(value).forEach((each) => named(each, found));
  }
  return found;
}

export function lean(document, note) {
  const short = shortened(document, note);
  const all = short.components.schemas;
  const kept = {};
  let wanted = [...named(short.paths, new Set())];
  while (wanted.length) {
    const fresh = wanted.filter((name) => name in all && !(name in kept));
    fresh.forEach((name) => (kept[name] = all[name]));
    wanted = fresh.flatMap((name) => [...named(all[name], new Set())]);
  }
  return { ...short, openapi: "3.0.3", components: { ...short.components, schemas: kept } };
}
