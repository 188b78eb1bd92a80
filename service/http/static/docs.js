// The viewer of the API's description (Swagger UI), with the key of this browser for whatever is tried out.

/* global SwaggerUIBundle */
import { get, key } from "./api.js";
import { showAccount } from "./account.js";
import { texts } from "./words.js";

const described = get("/docs/calls.json"); // fetched while the viewer is, which comes after this script
const loaded = new Promise((done) => addEventListener("DOMContentLoaded", done));
const authorized = (request) => {
  if (key() && !request.headers.Authorization) request.headers.Authorization = `Bearer ${key()}`;
  return request;
};

// What the viewer says to screen readers, put right: there is one main part of a page, and no level of headings is skipped.
const GIVEN = [["main", { role: "region", "aria-label": texts.docs.calls }], ["h3.opblock-tag", { "aria-level": "2" }], ["select#servers", { "aria-label": texts.docs.server }]];

function tidy(viewer) {
  for (const [which, given] of GIVEN) {
    viewer.querySelectorAll(which).forEach((each) => Object.entries(given).forEach(([name, value]) => each.setAttribute(name, value)));
  }
}

const viewer = document.getElementById("viewer");
new MutationObserver(() => tidy(viewer)).observe(viewer, { childList: true, subtree: true });
showAccount();
const spec = await described;
await loaded;
SwaggerUIBundle({
  spec,
  dom_id: "#viewer",
  deepLinking: true,
  docExpansion: "none",
  filter: true,
  defaultModelsExpandDepth: -1,
  defaultModelExpandDepth: 1,
  defaultModelRendering: "example",
  syntaxHighlight: false,
  tryItOutEnabled: true,
  validatorUrl: null,
  requestInterceptor: authorized,
  onComplete: () => (document.body.dataset.ready = ""),
});
