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

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(2).filter((each) => each !== null && each !== undefined && each !== false));
}

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
