// Arrows on the board that show a suggested command. An arrow leads from one place to another, or from above to the only place
// of the command.

const SVG = "http://www.w3.org/2000/svg";
const FAR = 90, NEAR = 12, HEAD = 26; // lengths in units of the picture: of an arrow to one place, the gap at the place, the head

export class BoardArrow {
  constructor(board) {
    this.board = board;
  }

  clear() {
    this.board.element.querySelectorAll(".pointer").forEach((each) => each.remove());
  }

  show(command) {
    this.clear();
    const svg = this.board.element.querySelector("svg");
    const lines = svg && command ? ways(command).map((ids) => ids.map((id) => this.#place(svg, id)).filter(Boolean)).filter((each) => each.length > 0) : [];
    if (!lines.length) return;
    const group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "pointer");
    group.setAttribute("aria-hidden", "true");
    group.append(...lines.flatMap((places) => arrow(places.length > 1 ? places : [above(places[0]), places[0]])));
    svg.append(group);
  }

  // Return the middle of an object in the units of the picture, or null if the object is not on the board.
  #place(svg, id) {
    const thing = this.board.element.querySelector(`[data-id="${CSS.escape(id)}"]:not([data-of])`);
    if (!thing) return null;
    const shape = thing.querySelector("rect, circle, polygon, polyline") ?? thing;
    const { x, y, width, height } = shape.getBoundingClientRect();
    return new DOMPoint(x + width / 2, y + height / 2).matrixTransform(svg.getScreenCTM().inverse());
  }
}

const above = ({ x, y }) => ({ x: x + FAR / 2, y: y - FAR });

// Return the texts of a command that may name places, with one list for each arrow. A list of moves has an arrow for each move.
function ways(command) {
  const moves = Object.values(command).find((each) => Array.isArray(each) && each.every((one) => wordsIn(one).length > 1));
  return moves?.length ? moves.map(wordsIn) : [[...new Set(wordsIn(command))]];
}

function wordsIn(value) {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(wordsIn) : [];
}

// A line through the points, with a head at the last one.
function arrow(points) {
  const end = points.at(-1), { x, y } = points.at(-2);
  const turn = Math.atan2(end.y - y, end.x - x);
  const at = (back, aside) => [end.x - back * Math.cos(turn) - aside * Math.sin(turn), end.y - back * Math.sin(turn) + aside * Math.cos(turn)].join(",");
  const shaft = [...points.slice(0, -1).map((each) => `${each.x},${each.y}`), at(NEAR + HEAD / 2, 0)].join(" ");
  const head = [at(NEAR, 0), at(NEAR + HEAD, HEAD / 2), at(NEAR + HEAD, -HEAD / 2)].join(" ");
  return [["polyline", shaft], ["polygon", head]].map(([name, given]) => {
    const shape = document.createElementNS(SVG, name);
    shape.setAttribute("points", given);
    return shape;
  });
}
