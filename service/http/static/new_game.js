// The page for a new game. The JSON Schema of the ruleset describes the options.

import { Problem, get, post } from "./api.js";
import { required, showAccount } from "./account.js";
import { accept, labelled, reveal, select } from "./controls.js";
import { fill, h, shown } from "./dom.js";
import { GameOptions } from "./game_options.js";
import { theme } from "./theme.js";
import { human, say, texts, told } from "./words.js";

const USUAL = 3; // seats that are offered first, if the board allows them

class NewGame {
  constructor(form, rulesets) {
    Object.assign(this, { form, rulesets });
    this.choice = select("ruleset", rulesets.map((each) => [each.name, each.title]), () => this.#ruleset());
    this.rest = h("div", {});
    this.problem = h("p", { class: "bad", role: "alert", id: "problem" });
    this.board = h("div", {});
    this.picture = h("img", { alt: "" });
    fill(form, h("fieldset", {}, h("legend", {}, texts.new.ruleset), h("div", { class: "which" },
      h("div", {}, labelled(texts.new.ruleset, this.choice), this.board), this.picture)), this.rest, this.problem, h("button", { class: "primary" }, texts.new.create));
    form.addEventListener("submit", (event) => this.#create(event));
    form.addEventListener("input", () => this.#forget());
  }

  async #ruleset() {
    const { name, href } = this.rulesets.find((each) => each.name === this.choice.value);
    const found = await get(href);
    if (name !== this.choice.value) return; // another ruleset was chosen meanwhile
    this.ruleset = found;
    const board = select("board", found.boards.map((each) => [each.name, each.title]), () => this.#show());
    fill(this.board, labelled(texts.new.board, board), h("p", { class: "row" },
      found.guide_href && h("a", { href: found.guide_href }, texts.guide.title), h("a", { href: `/rules/${name}` }, texts.guide.complete)), this.#options());
    this.chairs = h("div", { class: "chairs" });
    this.count = 0;
    this.besides = new GameOptions(found);
    fill(this.rest, this.#seats(), this.besides.element);
    for (let n = 0; n < USUAL; n++) this.#addChair();
    this.#show();
  }

  get #board() {
    return this.ruleset.boards.find((each) => each.name === this.#value("board"));
  }

  // Set the chosen board and the number of seats that it allows.
  #show() {
    this.picture.src = `${this.#board.href}/board.svg?theme=${theme()}`;
    const { fewest, most } = this.#board.seats;
    while (this.count < fewest) this.#addChair();
    while (this.count > most) this.#removeChair();
    this.#limit();
  }

  // Keep the number of seats within the limits of the board. If another board has more seats, name it.
  #limit() {
    const { fewest, most } = this.#board.seats;
    this.add.disabled = this.count >= most;
    this.remove.disabled = this.count <= fewest;
    const larger = this.ruleset.boards.find((each) => each.seats.most > most);
    this.more.textContent = this.count >= most && larger ? say(texts.new.more_seats, { board: larger.title, seats: larger.seats.most }) : "";
  }

  #value(name) {
    return this.form.elements[name].value;
  }

  begin() {
    return this.#ruleset();
  }

  // ---------------------------------------------------------------- options of the ruleset

  #options() {
    this.options = Object.entries(this.ruleset.options.properties).map(([name, schema]) => ({ name, ...control(schema) }));
    const shown = this.options.map(({ name, input, about }) => labelled(human(name), input, about));
    return shown.length > 0 && h("details", {}, h("summary", {}, texts.new.variants), h("div", { class: "pair" }, shown));
  }

  // ---------------------------------------------------------------- seats

  #seats() {
    const button = (text, change) => h("button", { type: "button", onclick: () => (change(), this.#limit(), this.#forget()) }, text);
    this.add = button(texts.new.add, () => this.#addChair());
    this.more = h("small", { role: "status" });
    this.remove = button(texts.new.remove, () => this.#removeChair());
    return h("fieldset", {}, h("legend", {}, texts.new.seats), this.chairs, h("div", { class: "row" }, this.add, this.remove), this.more);
  }

  #addChair() {
    this.count++;
    const kind = select("kind", Object.entries(texts.new.kinds), () => show());
    const bot = select("bot", this.#bots(), () => show());
    const about = h("small", { class: "bot-about" });
    const colour = select("colour", [["", texts.new.any], ...this.ruleset.colours.map((each) => [each, human(each)])]);
    kind.value = this.count === 1 ? "me" : "bot";
    const which = labelled(texts.new.bot, bot);
    const seat = say(texts.new.seat, { seat: this.count });
    const show = () => {
      which.hidden = about.hidden = kind.value !== "bot";
      about.textContent = this.ruleset.bots_about[bot.value] ?? "";
    };
    show();
    this.chairs.append(h("div", { class: "chair", role: "group", "aria-label": seat }, h("strong", {}, seat), labelled(texts.new.who, kind), which, labelled(texts.new.colour, colour), about));
  }

  // Return the bots with their levels of difficulty, the easiest first, then the others.
  #bots() {
    const { bots, levels } = this.ruleset;
    const others = bots.filter((each) => levels.every((level) => level.bot !== each));
    return [...levels.map((level) => [level.bot, `${human(level.name)}: ${human(level.bot)}`]), ...others.map((each) => [each, human(each)])];
  }

  #removeChair() {
    this.count--;
    this.chairs.lastElementChild.remove();
  }

  #chairsAsked() {
    return [...this.chairs.children].map((each) => {
      const value = (name) => each.querySelector(`[name=${name}]`).value;
      const bot = value("kind") === "bot" ? { bot: value("bot") } : {};
      return { kind: value("kind"), ...bot, ...(value("colour") ? { colour: value("colour") } : {}) };
    });
  }

  // ---------------------------------------------------------------- create

  #asked() {
    const options = this.options.map(({ name, read }) => [name, read()]).filter(([, value]) => value !== undefined);
    return { ruleset: this.ruleset.name, board: this.#value("board"), seats: this.#chairsAsked(), options: Object.fromEntries(options), ...this.besides.asked() };
  }

  async #create(event) {
    event.preventDefault();
    this.#forget();
    if (!(await required())) return;
    try {
      location.href = `/games/${(await post("/v1/games", this.#asked())).id}`;
    } catch (refused) {
      if (!(refused instanceof Problem)) throw refused;
      this.#tell(refused);
    }
  }

  // Show a refusal at the control that it names, if it names one.
  #tell({ message, body }) {
    const { name, control } = this.#meant(body) ?? {};
    this.problem.textContent = name ? message.replaceAll(name, `“${human(name)}”`) : message;
    if (control) reveal(control, this.problem);
  }

  #meant({ detail = "", errors = [] }) {
    const pointed = errors.map(({ pointer }) => this.#at(pointer.split("/").slice(1))).find(Boolean);
    const words = detail.toLowerCase();
    const option = this.options.find(({ name }) => words.includes(name) || words.includes(name.replaceAll("_", " ")));
    return pointed ? { control: pointed } : option && { name: option.name, control: option.input };
  }

  // Return the control for a pointer into the sent body.
  #at([part, ...rest]) {
    if (part === "options") return this.options.find(({ name }) => name === rest[0])?.input;
    if (part === "seats") return this.chairs.children[rest[0]]?.querySelector(`[name="${rest[1]}"]`);
    return this.form.elements[rest[0] ?? part] ?? this.form.elements[part];
  }

  // A value has changed: remove the refusal.
  #forget() {
    this.problem.textContent = "";
    this.form.querySelectorAll("[aria-invalid]").forEach(accept);
  }
}

// Return a control for a value of any schema that options have. `read` returns undefined for the default of the rules.
function control(schema) {
  const about = schema.description;
  const bare = schema.anyOf ? schema.anyOf.find((each) => each.type !== "null") : schema;
  if (bare.type === "integer") {
    const input = h("input", { type: "number", min: bare.minimum, max: bare.maximum });
    return { about, input, read: () => (input.value === "" ? undefined : Number(input.value)) };
  }
  const values = bare.type === "boolean" ? [true, false] : bare.enum;
  const input = select("", [["", texts.new.left_out], ...values.map((each, n) => [n, told(each)])]);
  return { about, input, read: () => (input.value === "" ? undefined : values[Number(input.value)]) };
}

const page = new NewGame(shown("new"), (await get("/v1/rulesets")).items);
showAccount();
await page.begin();
document.body.dataset.ready = "";
