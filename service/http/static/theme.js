// Light or dark mode: the choice of the person on a page, otherwise the setting of the browser. Also the preferences that
// the server needs to draw a page: it reads them from cookies.

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
