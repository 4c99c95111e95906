import type { MiddlewareHandler } from "hono";
import { route } from "../api/call/route.ts";
import { API } from "../api/routes.ts";
import { toBase64 } from "../crypto/encoding.ts";
import { sha256 } from "../crypto/hashing.ts";
import type { AppEnv } from "../http/context.ts";
import type { RouteGroup } from "../http/route.ts";
import { writeDocument } from "./open-api/document.ts";
import { shareResponses } from "./open-api/shared-responses.ts";
import { renderPage, SCRIPT } from "./pages/page.ts";
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
export const openApiDocument = once(() => writeDocument([...API, reference]));

const json = once(() => JSON.stringify(shareResponses(openApiDocument())));
const page = once(async () => String(await renderPage(openApiDocument())));
const text = once(() => renderText(openApiDocument()));

/** The page has its own style and script, and loads nothing. */
const policy = once(async () => {
  const [style, script] = await Promise.all([STYLE, SCRIPT].map(sha256));
  return `default-src 'none'; script-src 'sha256-${toBase64(script!)}'; style-src 'sha256-${toBase64(style!)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
});

/** The headers of the reference's texts, which browsers and proxies may keep. */
const kept = async (type: string) => ({
  "Content-Type": type,
  "Cache-Control": `public, max-age=${SECONDS_KEPT}`,
  "Content-Security-Policy": await policy(),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
});

/** The reference: public, without a credential or services. */
export const reference: RouteGroup = {
  tag: "Reference",
  description: "This reference, for tools, people and language models.",
  routes: [
    route(
      {
        method: "get",
        path: "/openapi.json",
        id: "readOpenApi",
        summary: "The OpenAPI 3.1 document",
        callers: "anybody",
        answer: { status: 200, description: "The document.", mediaType: "application/json" },
      },
      async ({ c }) => c.body(json(), 200, await kept("application/json")),
    ),
    route(
      {
        method: "get",
        path: "/docs",
        id: "readDocs",
        summary: "This reference as a page",
        callers: "anybody",
        answer: { status: 200, description: "The page.", mediaType: "text/html" },
      },
      async ({ c }) => c.body(await page(), 200, await kept("text/html; charset=UTF-8")),
    ),
    route(
      {
        method: "get",
        path: "/llms.txt",
        id: "readPlainText",
        summary: "This reference as plain text",
        callers: "anybody",
        answer: { status: 200, description: "Markdown.", mediaType: "text/plain" },
      },
      async ({ c }) => c.body(text(), 200, await kept("text/plain; charset=UTF-8")),
    ),
  ],
};

/** A browser that opens the host is redirected to the reference; other clients get 404. */
export const showBrowser: MiddlewareHandler<AppEnv> = async (c, next) => {
  const isBrowser = c.req.method === "GET" && c.req.header("Accept")?.includes("text/html") === true;
  return isBrowser ? c.redirect("/docs") : next();
};
