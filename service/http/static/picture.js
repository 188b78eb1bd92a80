// Put the picture of a board into the page: the map into one element, each panel next to the map into another one. The server
// draws one picture, and says where its map (`data-map`) and its panels (`data-part`, `data-area`) are.

import { fill } from "./dom.js";

const SLIM = 0.8;
const NAMES = ["viewBox", "font-family"];

function parsed(text) {
  const svg = document.adoptNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
  svg.querySelectorAll("script, foreignObject, style").forEach((each) => each.remove());
  return svg;
}

// Return the properties that two pictures must share so that their parts can be replaced one by one.
const form = (svg) => JSON.stringify([...NAMES, "data-map"].map((name) => svg.getAttribute(name)).concat([...svg.children].map(({ dataset }) => [dataset.part, dataset.id])));

function drawing(of, area, parts) {
  const svg = of.cloneNode(false);
  [...svg.attributes].filter(({ name }) => !NAMES.includes(name)).forEach(({ name }) => svg.removeAttribute(name));
  svg.setAttribute("viewBox", area);
  svg.setAttribute("role", "group"); // not an image, because its things can be chosen
  svg.append(...parts);
  return svg;
}

export class Picture {
  // `place`: the element for a panel, by its name and the id of its thing. Without it, the panels stay below the map.
  constructor(element, place) {
    Object.assign(this, { element, place, came: null, live: [] });
  }

  // Whether the map is so high that a wide window has room for a panel beside one's desk.
  get leavesRoom() {
    const [, , wide, high] = this.area.split(" ").map(Number);
    return high > SLIM * wide;
  }

  put(text) {
    const svg = parsed(text);
    const [was, same] = [this.came, this.came && form(this.came) === form(svg)];
    this.came = svg; // the picture as it was received, to compare it with the next one: the page changes its copies
    if (same) [...svg.children].forEach((each, n) => !each.isEqualNode(was.children[n]) && this.#replace(n, each));
    else this.#build(svg);
  }

  // Replace only the changed parts, because the browser draws a few parts faster than the whole picture.
  #replace(n, part) {
    const node = part.cloneNode(true);
    this.live[n].node.replaceWith(node);
    this.live[n].node = node;
    if (this.live[n].panel) this.live[n].panel.setAttribute("viewBox", part.dataset.area);
  }

  #build(svg) {
    this.live.forEach(({ panel }) => panel?.remove());
    const area = this.place && svg.dataset.map;
    this.area = area || svg.getAttribute("viewBox"); // of the map
    this.live = [...svg.children].map((each) => ({ node: each.cloneNode(true), part: area ? each.dataset.part : undefined }));
    fill(this.element, drawing(svg, this.area, this.live.filter(({ part }) => !part).map(({ node }) => node)));
    for (const each of this.live.filter(({ part }) => part && part !== "header")) each.panel = drawing(svg, each.node.dataset.area, [each.node]);
    this.arrange();
  }

  // Put each panel into its place, which may have changed.
  arrange() {
    for (const { panel, part, node } of this.live.filter(({ panel }) => panel)) {
      const place = this.place(part, node.dataset.id);
      if (panel.parentNode !== place) place.append(panel);
    }
    if (this.place) this.#measure();
  }

  // Set the style properties for the height of the map, and of the map with the panel below it, relative to the width.
  #measure() {
    const { style } = document.documentElement;
    const high = (svg) => svg.viewBox.baseVal.height / svg.viewBox.baseVal.width;
    const map = high(this.element.firstElementChild);
    const track = this.live.find(({ part }) => part === "track")?.panel;
    style.setProperty("--map", map);
    style.setProperty("--drawn", map + (track ? high(track) : 0));
  }
}
