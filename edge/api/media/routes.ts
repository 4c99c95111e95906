import { ApiError } from "../../errors.ts";
import { type AppContext, createRouter } from "../../http/context.ts";
import { pathParameter } from "../../http/path-parameter.ts";
import { portraitContext } from "../ocr/portrait.ts";

/**
 * GET /media/…: one portrait, by its signed URL and nothing else. Answers 404 to a URL that is not ours or whose time is
 * over, and 410 once the portrait is deleted.
 */
async function servePortrait(c: AppContext) {
  const { media, vault, clock } = c.var.services;
  const tenantId = pathParameter(c, "tenant");
  const key = `${tenantId}/${pathParameter(c, "ocr")}`;
  const { expires = "", signature = "" } = c.req.query();
  if (media === null || !(await media.verify({ key, expires, signature }, clock()))) {
    throw new ApiError("not_found", "The link is not valid, or its time is over.");
  }
  const headers = { "Cache-Control": "private, no-store", "X-Content-Type-Options": "nosniff" };
  const sealed = await media.get(key);
  if (sealed === null) return c.body(null, 410, headers);
  const jpeg = await vault.open({ tenantId }, portraitContext(key), sealed);
  return c.body(new Uint8Array(jpeg), 200, { ...headers, "Content-Type": "image/jpeg" });
}

export const media = createRouter().get("/:tenant/:ocr", servePortrait);
