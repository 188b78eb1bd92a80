// What the schemas of a ruleset say about a place in a command: its kind, its description, and the order of its fields.

export class Schemas {
  constructor(document) {
    this.defs = document.$defs;
    this.commands = new Map(this.#branches(this.defs.Command).map((each) => [each.properties.type.const, each]));
  }

  #resolved(schema) {
    return schema?.$ref ? this.#resolved(this.defs[schema.$ref.split("/").at(-1)]) : schema;
  }

  // Return all schemas that a place may have. There are several if a field may be one of several things.
  #at(type, path) {
    let found = this.#branches(this.commands.get(type));
    for (const key of path) {
      found = found.flatMap((each) => this.#branches(this.#below(each, key)));
    }
    return found;
  }

  #below(schema, key) {
    if (typeof key === "number") return schema.prefixItems?.[key] ?? schema.items;
    const more = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
    return schema.properties?.[key] ?? more;
  }

  #branches(schema) {
    const found = this.#resolved(schema);
    if (!found) return [];
    const several = found.anyOf ?? found.oneOf;
    return several ? several.flatMap((each) => this.#branches(each)).map((each) => ({ description: found.description, ...each })) : [found];
  }

  // Return the kinds of things that a place may name: an intersection or a site.
  kinds(type, path) {
    return this.#at(type, path).map((each) => each["x-kind"]).filter(Boolean);
  }

  kind(type, path) {
    return this.kinds(type, path)[0] ?? null;
  }

  // Return whether each item may occur only once in a list.
  isDistinct(type, path) {
    return this.#at(type, path).some((each) => each["x-distinct"]);
  }

  description(type, path) {
    const text = path.length ? this.#at(type, path).find((each) => each.description)?.description : this.commands.get(type)?.description;
    // Ids of rules are for the reference. Here a refusal shows its rule.
    return (text ?? "").replaceAll("`", "").replace(/\s+/g, " ").replace(/ \((?:[A-Z]{2,}-[A-Z0-9-]*\d(?:, )?)+\)/g, "").trim();
  }

  // Return the keys in the order of the schema, but first the keys that separate variants (a constant, `kind`, `source`).
  order(type) {
    return (path, keys) => {
      const known = this.#at(type, path).flatMap((each) => Object.keys(each.properties ?? {}));
      const place = (key) => (known.includes(key) ? known.indexOf(key) : known.length);
      return [...keys].sort((a, b) => place(a) - place(b));
    };
  }
}
