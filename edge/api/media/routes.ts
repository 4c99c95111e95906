import { ApiError } from "../../errors.ts";
import { type AppContext, createRouter } from "../../http/context.ts";
import { pathParameter } from "../../http/parameters/path-parameter.ts";
import { mediaPath, openPicture, PICTURE_HEADERS } from "../../media/read.ts";

/**
 * GET /media/…: one picture, by its signed URL alone. Answers 404 to a URL without our signature or after its
 * time, and 410 once the picture is deleted.
 */
async function servePicture(c: AppContext) {
  const { db, media, vault, clock } = c.var.services;
  const tenantId = pathParameter(c, "tenant");
  const key = `${tenantId}/${pathParameter(c, "object")}`;
  const { expires = "", signature = "" } = c.req.query();
  if (media === null || !(await media.verify({ path: mediaPath(key), expires, signature }, clock()))) {
    throw new ApiError("not_found", "The link is not valid, or its time is over.");
  }
  const picture = await openPicture({ db, media, vault }, { tenantId }, key);
  if (picture === null) return c.body(null, 410, PICTURE_HEADERS);
  return c.body(picture.content, 200, picture.headers);
}

export const media = createRouter().get("/:tenant/:object", servePicture);
