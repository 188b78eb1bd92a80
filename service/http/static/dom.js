// Making elements. Text is always text: nothing here ever reads markup.

const SPECIAL = new Set(["class", "for", "role", "type", "href", "rel", "name", "value", "placeholder", "maxlength", "autocomplete", "list"]);

export function h(tag, given = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (SPECIAL.has(name) || name.includes("-")) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.flat(2).filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

export const shown = (id) => document.getElementById(id);

// Whoever was on a thing inside by keyboard is on the one that is alike afterwards; of several, on the one as far from the end,
// since what is new comes first in a log.
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const fromEnd = focused && alike(element, focused).indexOf(focused);
  element.replaceChildren(...children.flat(2).filter((each) => each !== null && each !== undefined && each !== false));
  if (focused && !focused.isConnected) alike(element, focused)[fromEnd]?.focus({ preventScroll: true });
}

const alike = (element, one) => [...element.querySelectorAll(one.localName)].filter((each) => each.isEqualNode(one)).reverse();

// Runs an action once at a time; whoever asks meanwhile has it run once more afterwards.
export function oneAtATime(action) {
  let running = null, again = false;
  const run = async () => {
    do {
      again = false;
      await action();
    } while (again);
  };
  return () => {
    if (running) again = true;
    else running = run().finally(() => (running = null));
    return running;
  };
}
