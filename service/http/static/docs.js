// The viewer of the OpenAPI document (RapiDoc): one call at a time, chosen in the list or by the address
// (`#/commands/sendCommand`), with the key of this browser to try it.

import { get, key } from "./api.js";
import { showAccount } from "./account.js";
import { theme } from "./theme.js";
import { fill, h, shown } from "./dom.js";
import { labelled } from "./docs_labels.js";

const LOOK = {
  light: { theme: "light", "bg-color": "#fdfaf2", "text-color": "#2b2a26", "primary-color": "#8a3b12" },
  dark: { theme: "dark", "bg-color": "#1f2226", "text-color": "#ece6d8", "primary-color": "#e8a070" },
};
// RapiDoc shows only the call; the page has all else.
const ALONE = { "render-style": "read", "schema-style": "tree", "default-schema-tab": "example", "schema-expand-level": "2", "load-fonts": "false",
  "regular-font": "system-ui, sans-serif", "mono-font": "ui-monospace, monospace", "update-route": "false", "scroll-behavior": "auto" };
const LEFT_OUT = ["show-header", "show-side-nav", "show-info", "allow-authentication", "allow-server-selection", "allow-advanced-search", "allow-search",
  "allow-spec-url-load", "allow-spec-file-load", "show-components"];

let viewer = null;

// RapiDoc reads the stack of an error at its start, for which V8 would parse all of it three times more: turn stacks off.
function read() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const src = new URL("vendor/rapidoc-min.js", import.meta.url);
  document.head.append(h("script", { src, onload: () => (Error.stackTraceLimit = limit) }));
}

async function made() {
  await customElements.whenDefined("rapi-doc");
  viewer = h("rapi-doc", { ...ALONE, ...Object.fromEntries(LEFT_OUT.map((name) => [name, "false"])), "server-url": location.origin });
  Object.entries(LOOK[theme()]).forEach(([name, value]) => viewer.setAttribute(name, value));
  fill(shown("call"), viewer);
  labelled(viewer);
}

// Return the call that the address names, if any.
async function show() {
  const link = document.querySelector(`[data-call="${CSS.escape(location.hash.split("/").at(-1))}"]`);
  if (!link) return;
  document.querySelector("[aria-current]")?.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  link.closest("details").open = true;
  const described = get(`/docs/calls/${link.dataset.call}.json`);
  if (!viewer) await made();
  const spec = await described;
  await viewer.loadSpec(spec);
  if (key()) Object.keys(spec.components.securitySchemes).forEach((scheme) => viewer.setApiKey(scheme, key()));
  if (matchMedia("(max-width: 980px)").matches) shown("call").scrollIntoView();
}

// Show the calls whose line contains all typed words, in all groups.
function filtered({ target }) {
  const words = target.value.toLowerCase().split(/\s+/);
  for (const group of document.querySelectorAll(".reference details")) {
    const lines = [...group.querySelectorAll("li")];
    lines.forEach((each) => (each.hidden = !words.every((word) => each.textContent.toLowerCase().includes(word))));
    group.hidden = lines.every((each) => each.hidden);
    group.open = target.value !== "" && !group.hidden;
  }
}

shown("filter").addEventListener("input", filtered);
addEventListener("hashchange", show);
showAccount();
read();
await show();
document.body.dataset.ready = "";
