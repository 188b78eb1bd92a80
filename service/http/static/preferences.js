// On every page: the choice of language and theme in the footer, and pictures in the colours of the theme.

import { shown } from "./dom.js";
import { ontheme, prefer, setTheme, theme } from "./theme.js";

// Load the pictures of a part of the page: `data-picture` has the address without the theme.
export function paint(within) {
  within.querySelectorAll("img[data-picture]").forEach((each) => {
    const address = `${each.dataset.picture}${each.dataset.picture.includes("?") ? "&" : "?"}theme=${theme()}`;
    if (each.getAttribute("src") !== address) each.src = address;
  });
}

shown("language").addEventListener("change", (event) => {
  prefer("language", event.target.value);
  location.reload();
});
shown("theme").addEventListener("change", (event) => setTheme(event.target.value));
ontheme(() => paint(document));
paint(document);
