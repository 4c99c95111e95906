import { themeOf } from "../capture-settings/theme.ts";
import { ApiError } from "../errors.ts";
import { createRouter } from "../http/context.ts";
import type { Database } from "../store/batch.ts";
import { findPublicFace } from "../store/tenancy/capture-settings.ts";
import { answerFile, type BuiltFiles } from "./assets.ts";
import { pageHeaders } from "./headers.ts";
import { type PageConfig, renderPage } from "./page.ts";

/** Nobody may hold it in a frame, and it speaks for nobody. */
const ALONE: PageConfig = { parents: [], tenant: null };

/** The page on which a person is verified, alone or in a frame of a tenant's page, and its built files. */
export const capturePages = (built: BuiltFiles) =>
  createRouter()
    .get("/assets/:name", (c) => {
      const { name } = c.req.param();
      const file = Object.hasOwn(built.files, name) ? built.files[name] : undefined;
      if (file === undefined) throw new ApiError("not_found", "There is no such file.");
      return answerFile(file, c.req.header("accept-encoding") ?? "");
    })
    .get("/", (c) => c.html(renderPage(built, ALONE), 200, pageHeaders(ALONE.parents)))
    .get("/embed/:tenant_id", async (c) => {
      const config = await configOf(c.var.services.db, c.req.param("tenant_id"));
      return c.html(renderPage(built, config), 200, pageHeaders(config.parents));
    });

/** What the page shows of a tenant. An unknown tenant's page opens in no frame and shows nothing. */
async function configOf(db: Database, tenantId: string): Promise<PageConfig> {
  const face = await findPublicFace(db, tenantId);
  if (face === undefined) return ALONE;
  const { name, accent, alternativeUrl, allowedOrigins } = face;
  return {
    parents: allowedOrigins,
    tenant: { name, alternative_url: alternativeUrl, theme: themeOf(accent) },
  };
}
