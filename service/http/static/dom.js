// Create elements. Text is always inserted as text, never parsed as markup.

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

// Keep the keyboard focus on the same element after a change. Among equal elements, count from the end, because a log gets
// new lines at the start.
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const fromEnd = focused && alike(element, focused).indexOf(focused);
  element.replaceChildren(...children.flat(2).filter((each) => each !== null && each !== undefined && each !== false));
  if (focused && !focused.isConnected) alike(element, focused)[fromEnd]?.focus({ preventScroll: true });
}

const alike = (element, one) => [...element.querySelectorAll(one.localName)].filter((each) => each.isEqualNode(one)).reverse();

// Run an async action one at a time. Calls during a run cause one more run afterwards, also if the run fails.
export function oneAtATime(action) {
  let running = null, again = false;
  const run = async () => {
    try {
      do {
        again = false;
        await action().catch((error) => {
          if (!again) throw error;
        });
      } while (again);
    } finally {
      running = null; // in the same step as the last check of `again`: a call in between would be lost
    }
  };
  return () => {
    again = true;
    return (running ??= run());
  };
}
