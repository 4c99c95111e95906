import { openPicture, PICTURE_HEADERS } from "../../../media/read.ts";
import { createPages } from "../../shell/context.ts";
import { PageError } from "../../shell/page-error.ts";
import { allow } from "../../shell/roles.ts";

/**
 * One picture of a result, for who may review, by a link that a page has signed 15 minutes ago at most. The
 * session alone would do, but then a picture could be looked at without the page whose view the audit log
 * tells; the link alone would show it to whoever finds it.
 */
export const pictures = createPages().get("/:object", allow("verification.review"), async (c) => {
  const { db, media, vault, clock } = c.var.services;
  const { expires = "", signature = "" } = c.req.query();
  if (media === null || !(await media.verify({ path: c.req.path, expires, signature }, clock()))) {
    throw new PageError(404, "The link is not valid, or its time is over: reload the page it was on.");
  }
  const { scope } = c.var;
  const picture = await openPicture(
    { db, media, vault },
    scope,
    `${scope.tenantId}/${c.req.param("object")}`,
  );
  if (picture === null) return c.body(null, 410, PICTURE_HEADERS);
  return c.body(picture.content, 200, {
    ...PICTURE_HEADERS,
    "Content-Type": picture.mediaType,
    "Cross-Origin-Resource-Policy": "same-origin",
  });
});
