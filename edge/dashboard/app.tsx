import type { MiddlewareHandler } from "hono";
import { accounts } from "./account/accounts.tsx";
import { SECTIONS } from "./sections/sections.ts";
import { createPages, type DashboardEnv, PageError } from "./shell/context.ts";
import { onPageError } from "./shell/errors.tsx";
import { pageOfForm } from "./shell/form-page.ts";
import { guardForms } from "./shell/forms.tsx";
import { MENU } from "./shell/menu.ts";
import { allow } from "./shell/roles.ts";
import { membersOnly, readViewer } from "./shell/session.ts";
import { assets, pagePolicy } from "./ui/assets.ts";
import { images } from "./ui/media.ts";

const pageHeaders: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  await next();
  const { headers } = c.res;
  if (!headers.has("Content-Security-Policy")) headers.set("Content-Security-Policy", pagePolicy());
  headers.set("X-Frame-Options", "DENY");
  headers.set("X-Content-Type-Options", "nosniff");
  headers.set("Referrer-Policy", "same-origin");
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  // Pages contain personal data, and secrets that are shown once.
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
};

/** The dashboard: the middleware of every page, in order, and the router of each path. */
export const dashboard = createPages();
dashboard.onError(onPageError(dashboard));
dashboard.use(pageHeaders);
dashboard.route("/", assets);
dashboard.get("/", async (c) =>
  c.redirect((await readViewer(c)) === null ? "/dashboard/sign-in" : `/dashboard/test/${MENU[0].path}`, 303),
);
dashboard.route("/", accounts);
dashboard.use("/:mode{live|test}/*", membersOnly, guardForms);
dashboard.route("/:mode{live|test}/images", images);
for (const { path, right } of MENU) {
  dashboard.use(`/:mode{live|test}/${path}/*`, allow(right));
  dashboard.route(`/:mode{live|test}/${path}`, SECTIONS[path]);
}
for (const path of ["/:mode{live|test}/*", "*"]) {
  dashboard.all(path, (c) => {
    const page = c.req.method === "GET" ? pageOfForm(dashboard.routes, c.req.path) : null;
    if (page === null) throw new PageError(404, "There is no such page.");
    return c.redirect(page, 303);
  });
}
