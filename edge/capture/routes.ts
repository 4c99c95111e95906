import { themeOf } from "../capture-settings/theme.ts";
import { ApiError } from "../core/errors.ts";
import { createRouter } from "../http/context.ts";
import { answerFile, type BuiltFiles, type PageConfig, pageHeaders, renderPage } from "./page.ts";
import { TenantFaces } from "./tenant-faces.ts";

/** Not frameable, and no CORS. */
const ALONE: PageConfig = { parents: [], tenant: null };

/** The page on which a person is verified, alone or in a frame of a tenant's page, and its built files. */
export function capturePages(built: BuiltFiles) {
  const faces = new TenantFaces();
  return createRouter()
    .get("/assets/:name", (c) => {
      const { name } = c.req.param();
      const file = Object.hasOwn(built.files, name) ? built.files[name] : undefined;
      if (file === undefined) throw new ApiError("not_found", "There is no such file.");
      return answerFile(file, c.req.header("accept-encoding") ?? "");
    })
    .get("/", (c) => c.html(renderPage(built, ALONE), 200, pageHeaders(ALONE.parents)))
    .get("/embed/:tenant_id", async (c) => {
      const { db, clock } = c.var.services;
      const config = configOf(await faces.of(db, c.req.param("tenant_id"), clock()));
      return c.html(renderPage(built, config), 200, pageHeaders(config.parents));
    });
}

/** What the page shows of a tenant. For an unknown tenant it cannot be framed and shows nothing. */
function configOf(face: Awaited<ReturnType<TenantFaces["of"]>>): PageConfig {
  if (face === undefined) return ALONE;
  const { name, accent, alternativeUrl, allowedOrigins } = face;
  return {
    parents: allowedOrigins,
    tenant: { name, alternative_url: alternativeUrl, theme: themeOf(accent) },
  };
}
