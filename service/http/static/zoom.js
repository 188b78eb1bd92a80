// Zoom into the map: with the wheel, two fingers, buttons, or the keys + - 0. A zoomed map can be dragged.

import { fill, h } from "./dom.js";
import { texts } from "./words.js";

const MOST = 6;
const STEP = 1.5;
const DRAGGED = 6; // pixels: less is a click
const FINGER = 24; // pixels: a finger cannot reliably hit one of two objects that are nearer to each other than this

export class Zoom {
  // `map`: the element of the map. `buttons`: the element for the buttons.
  constructor(map, buttons) {
    Object.assign(this, { map, scale: 1, centre: [0.5, 0.5], fingers: new Map(), dragged: false });
    map.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    map.addEventListener("pointerdown", (event) => this.#down(event));
    map.addEventListener("pointermove", (event) => this.#move(event));
    ["pointerup", "pointercancel"].forEach((name) => map.addEventListener(name, (event) => this.fingers.delete(event.pointerId)));
    map.addEventListener("click", (event) => this.#click(event), { capture: true });
    map.addEventListener("keydown", (event) => this.#key(event));
    map.addEventListener("focusin", (event) => this.#reveal(event.target));
    const button = (text, label, onclick) => h("button", { type: "button", "aria-label": label, title: label, onclick }, text);
    this.less = button("−", texts.zoom.less, () => this.to(this.scale / STEP));
    this.more = button("+", texts.zoom.more, () => this.to(this.scale * STEP));
    const full = button("", texts.zoom.full, () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
    full.classList.add("full");
    fill(buttons, this.less, this.more, document.fullscreenEnabled && full);
    this.show();
  }

  get #svg() {
    return this.map.querySelector("svg");
  }

  // Show the chosen part of the map.
  show() {
    const svg = this.#svg;
    this.less.disabled = this.scale === 1;
    this.more.disabled = this.scale === MOST;
    this.map.dataset.zoom = this.scale.toFixed(2);
    if (!svg || !this.whole) return;
    const [left, top, wide, high] = this.whole;
    const size = 1 / this.scale;
    this.centre = this.centre.map((at) => Math.min(1 - size / 2, Math.max(size / 2, at)));
    const [x, y] = this.centre.map((at) => at - size / 2);
    svg.setAttribute("viewBox", [left + x * wide, top + y * high, wide * size, high * size].join(" "));
  }

  // Show a new picture, whose whole map is this area.
  renew(area) {
    this.whole = area.split(" ").map(Number);
    this.show();
  }

  // Zoom. The point at `spot` (shares of the visible part) stays where it is.
  to(scale, spot = [0.5, 0.5]) {
    const next = Math.min(MOST, Math.max(1, scale));
    this.centre = this.centre.map((at, n) => at + (spot[n] - 0.5) * (1 / this.scale - 1 / next));
    this.scale = next < 1.02 ? 1 : next;
    this.show();
  }

  #spot({ clientX, clientY }) {
    const { left, top, width, height } = this.map.getBoundingClientRect();
    return [(clientX - left) / width, (clientY - top) / height];
  }

  #by(right, down) {
    const { width, height } = this.map.getBoundingClientRect();
    this.centre = [this.centre[0] - right / width / this.scale, this.centre[1] - down / height / this.scale];
    this.show();
  }

  #wheel(event) {
    if (this.scale === 1 && event.deltaY > 0) return; // the page scrolls
    event.preventDefault();
    this.to(this.scale * Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.002)), this.#spot(event));
  }

  #down(event) {
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, event);
  }

  #move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || (event.pointerType === "mouse" && !event.buttons)) return;
    const [right, down] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!this.dragged && Math.hypot(right, down) < DRAGGED) return;
    this.dragged = true;
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) this.#pinch(before, event, other);
    else if (this.scale > 1) this.#by(right, down);
    else if (event.pointerType === "touch") scrollBy(0, -down); // the map gets all touches: it scrolls the page itself
    this.fingers.set(event.pointerId, event);
  }

  #pinch(before, event, other) {
    const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    const middle = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
    this.to((this.scale * apart(event)) / Math.max(apart(before), 1), this.#spot(middle));
    this.#by((event.clientX - before.clientX) / 2, (event.clientY - before.clientY) / 2);
  }

  // The end of a drag is not a click. A finger chooses an object that is near. If several small objects are near, the map zooms
  // in.
  #click(event) {
    if (this.dragged && event.detail) return event.stopPropagation();
    if (event.pointerType !== "touch") return;
    const near = [...this.map.querySelectorAll("[data-choosable]")].map((each) => [each, far(each, event)]).filter(([, away]) => away < FINGER);
    if (near.length > 1 && this.scale < 2 && !near.every(([each]) => isLarge(each))) {
      event.stopPropagation();
      return this.to(this.scale * 3, this.#spot(event));
    }
    if (event.target.closest("[data-choosable]") || !near.length) return;
    event.stopPropagation();
    near.sort(([, one], [, other]) => one - other)[0][0].dispatchEvent(new MouseEvent("click", { bubbles: true }));
  }

  #key(event) {
    const to = { "+": this.scale * STEP, "=": this.scale * STEP, "-": this.scale / STEP, 0: 1 }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    this.to(to);
  }

  // If the keyboard focus moves to an object outside the visible part, show this part of the map.
  #reveal(thing) {
    if (this.scale === 1 || !thing.matches("[data-kind]:focus-visible")) return;
    const [one, map] = [thing.getBoundingClientRect(), this.map.getBoundingClientRect()];
    if (one.left >= map.left && one.right <= map.right && one.top >= map.top && one.bottom <= map.bottom) return;
    this.#by(map.left + map.width / 2 - one.left - one.width / 2, map.top + map.height / 2 - one.top - one.height / 2);
  }
}

function far(element, { clientX, clientY }) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY);
}

function isLarge(element) {
  const { width, height } = element.getBoundingClientRect();
  return Math.min(width, height) >= FINGER;
}
