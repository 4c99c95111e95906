import type { MiddlewareHandler } from "hono";
import { createPages, type DashboardEnv } from "../shell/context.ts";
import { FIGURE_STYLE, STYLE } from "./style.ts";

const SECONDS_KEPT = 300;

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="9" cy="12" r="7" fill="#1f6feb"/><circle cx="15" cy="12" r="7" fill="#14a085" fill-opacity=".75"/></svg>`;

/** Of the page that a mailed link opens: see `account/link.tsx`. */
const LINK_SCRIPT = `const secret = location.hash.slice(1);
if (secret !== "") {
  history.replaceState(null, "", location.pathname);
  const field = document.querySelector("input[name=secret]");
  field.value = secret;
  field.form.requestSubmit();
}
`;

const kept: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  await next();
  c.res.headers.set("Cache-Control", `public, max-age=${SECONDS_KEPT}`);
};

/** The style sheet, the one script and the icon: the same for every visitor. */
export const assets = createPages()
  .get("/style.css", kept, (c) =>
    c.body(STYLE + FIGURE_STYLE, 200, { "Content-Type": "text/css; charset=utf-8" }),
  )
  .get("/link.js", kept, (c) =>
    c.body(LINK_SCRIPT, 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  )
  .get("/icon.svg", kept, (c) => c.body(ICON, 200, { "Content-Type": "image/svg+xml" }));

const BASE = "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'";

/**
 * A page's Content-Security-Policy: no scripts unless it names them, no resources of other origins, no
 * framing; forms post to this origin only.
 */
export const pagePolicy = (...more: readonly string[]): string =>
  [BASE, ...more, "frame-ancestors 'none'", "base-uri 'none'"].join("; ");
