// Light or dark, as the browser of the viewer is set.

const night = matchMedia("(prefers-color-scheme: dark)");

export const theme = () => (night.matches ? "dark" : "light");
export const ontheme = (changed) => night.addEventListener("change", changed);
