// Arrow keys on a picture: move the focus to the next thing in that direction.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2; // weight of the distance across the direction
const STEEP = 2; // a thing that is farther aside than this, compared with the way ahead, is in another direction

export const isArrow = (key) => key in DIRECTIONS;

function centre(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}

// Return the nearest element in the direction of the key, or null.
export function nextOf(from, elements, key) {
  const [[right, down], [x, y]] = [DIRECTIONS[key], centre(from)];
  const found = elements.map((each) => {
    const [far, low] = centre(each).map((at, n) => at - [x, y][n]);
    return { each, ahead: far * right + low * down, aside: Math.abs(far * down) + Math.abs(low * right) };
  });
  const far = (each) => each.ahead + ASIDE * each.aside;
  const ahead = found.filter((each) => each.ahead > 1).sort((a, b) => far(a) - far(b));
  return (ahead.find((each) => each.aside <= STEEP * each.ahead) ?? ahead[0])?.each ?? null;
}
