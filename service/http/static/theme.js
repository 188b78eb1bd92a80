// Day or night, as whoever looks has it.

const night = matchMedia("(prefers-color-scheme: dark)");

export const theme = () => (night.matches ? "dark" : "light");
export const ontheme = (changed) => night.addEventListener("change", changed);
