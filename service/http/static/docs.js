// The viewer of the API's description (Swagger UI), with the key of this browser for whatever is tried out.

/* global SwaggerUIBundle */
import { get, key } from "./api.js";
import { showAccount } from "./account.js";
import { lean } from "./lean_document.js";
import { texts } from "./words.js";

const authorized = (request) => {
  if (key() && !request.headers.Authorization) request.headers.Authorization = `Bearer ${key()}`;
  return request;
};

showAccount();
SwaggerUIBundle({
  spec: lean(await get("/openapi.json"), texts.docs.more),
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
