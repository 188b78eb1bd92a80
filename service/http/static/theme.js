// Light or dark mode: the choice of the person on a page, otherwise the setting of the browser. The server reads this choice and
// other preferences from cookies, so that it can send a page that fits from the start.

const night = matchMedia("(prefers-color-scheme: dark)");
const A_YEAR = 31_536_000; // seconds
const root = document.documentElement;

export const theme = () => root.dataset.theme ?? (night.matches ? "dark" : "light");

export function ontheme(changed) {
  night.addEventListener("change", changed);
  document.addEventListener("theme", changed);
}

// An empty value removes the preference.
export function prefer(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${value ? A_YEAR : 0}; samesite=lax`;
}

export function setTheme(value) {
  prefer("theme", value);
  if (value) root.dataset.theme = value;
  else delete root.dataset.theme;
  document.dispatchEvent(new Event("theme"));
}
