import type { MiddlewareHandler } from "hono";
import { OPERATION_GROUPS } from "../api/operation-groups.ts";
import { toBase64 } from "../crypto/encoding.ts";
import { sha256 } from "../crypto/sha256.ts";
import { type AppEnv, createRouter } from "../http/context.ts";
import { writeDocument } from "./open-api/document.ts";
import { referenceOperations } from "./open-api/operations.ts";
import { shareResponses } from "./open-api/shared-responses.ts";
import { renderPage } from "./pages/page.ts";
import { renderText } from "./pages/plain-text.ts";
import { STYLE } from "./pages/style.ts";

const SECONDS_KEPT = 300;

/** Computes a value once: the value depends on the code alone. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** The OpenAPI document of the whole service. */
export const openApiDocument = once(() => writeDocument([...OPERATION_GROUPS, referenceOperations]));

const json = once(() => JSON.stringify(shareResponses(openApiDocument())));
const page = once(async () => String(await renderPage(openApiDocument())));
const text = once(() => renderText(openApiDocument()));

/** The page loads its own style and nothing else. */
const policy = once(async () => {
  const style = toBase64(await sha256(STYLE));
  return `default-src 'none'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
});

const publicHeaders: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.res.headers.set("Cache-Control", `public, max-age=${SECONDS_KEPT}`);
  c.res.headers.set("Content-Security-Policy", await policy());
  c.res.headers.set("X-Content-Type-Options", "nosniff");
  c.res.headers.set("Referrer-Policy", "no-referrer");
};

/** A browser that opens the host is sent to the reference; for anybody else nothing is there. */
const showBrowser: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isBrowser = c.req.method === "GET" && c.req.header("Accept")?.includes("text/html") === true;
  return isBrowser ? c.redirect("/docs") : next();
};

/** The reference: open to everybody, without a credential or services. */
export const reference = createRouter()
  .use("/", showBrowser)
  .get("/openapi.json", publicHeaders, (c) => c.body(json(), 200, { "Content-Type": "application/json" }))
  .get("/docs", publicHeaders, async (c) => c.html(await page()))
  .get("/llms.txt", publicHeaders, (c) => c.text(text()));
