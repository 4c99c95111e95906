import { openPicture, PICTURE_HEADERS } from "../../../media/read.ts";
import { createPages } from "../../shell/context.ts";
import { PageError } from "../../shell/page-error.ts";
import { allow } from "../../shell/roles.ts";

/**
 * One picture of a result, for reviewers, by a link that a page has signed at most 15 minutes ago. With the
 * session alone a picture could be seen without the page whose view the audit log records; with the link
 * alone anybody who finds it could see the picture.
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
    ...picture.headers,
    "Cross-Origin-Resource-Policy": "same-origin",
  });
});
