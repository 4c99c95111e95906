import { openImage, PICTURE_HEADERS } from "../../media/kept.ts";
import type { Media } from "../../media/media.ts";
import { logMediaView } from "../../operations/media.ts";
import { listMedia, type MediaRow } from "../../store/verifications/media-objects.ts";
import { createPages, type DashboardContext, inMode, PageError, to } from "../shell/context.ts";
import { allow, viewerMay } from "../shell/roles.ts";

/** A kept image, and the results that show it. */
export interface Shot extends Pick<MediaRow, "kind" | "side" | "frame"> {
  /** The address for the viewer's browser, valid for 15 minutes. */
  readonly src: string;
  /** The same for the original upload, to save; null if none is kept. */
  readonly original: string | null;
  readonly resultIds: readonly string[];
  /** Displayed size, in pixels; null if regions cannot be drawn over the image. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** The kept and the erased images of results. */
export interface KeptMedia {
  /** Newest first; empty for a viewer who may not review. */
  readonly shots: readonly Shot[];
  /** Rows of erased images. */
  readonly erased: readonly MediaRow[];
}

/**
 * The images of these results, for viewers who may review. `target` is the page's verification or result:
 * the audit log gets one entry for each view of a page, not one for each image.
 */
export async function viewMedia(
  c: DashboardContext,
  target: string,
  resultIds: readonly string[],
): Promise<KeptMedia> {
  const { services, scope } = c.var;
  const { db, media } = services;
  const rows = resultIds.length === 0 ? [] : await listMedia(db, scope, resultIds);
  const erased = rows.filter(({ state }) => state === "erasing" || state === "erased");
  const kept = rows.filter(({ state }) => state === "kept");
  if (media === null || kept.length === 0 || !viewerMay(c, "verification.review")) {
    return { shots: [], erased };
  }
  const [originals, images] = [kept.filter(isOriginal), kept.filter((row) => !isOriginal(row))];
  const objects = [...Map.groupBy(images, ({ objectKey }) => objectKey).values()];
  await logMediaView(inMode(c), { target, images: objects.length });
  const shots = objects.map((ofObject) => toShot(c, media, ofObject, originals));
  return { shots: await Promise.all(shots), erased };
}

const isOriginal = ({ kind }: MediaRow) => kind === "original";

async function toShot(
  c: DashboardContext,
  media: Media,
  rows: readonly MediaRow[],
  originals: readonly MediaRow[],
): Promise<Shot> {
  const { kind, side, frame, width, height, objectKey, resultId } = rows[0]!;
  const link = async ({ objectKey: key }: Pick<MediaRow, "objectKey">) => {
    const [, object = ""] = key.split("/");
    const { url } = await media.sign(to(c, "images", object), c.var.services.clock());
    const { pathname, search } = new URL(url);
    return pathname + search;
  };
  // A portrait was cut out of a document's image: it has no upload of its own.
  const original = originals.find((row) => row.resultId === resultId && kind !== "portrait");
  return {
    kind,
    side,
    frame,
    src: await link({ objectKey }),
    original: original === undefined ? null : await link(original),
    resultIds: rows.map(({ resultId }) => resultId),
    size: width === null || height === null ? null : { width, height },
  };
}

/**
 * One image of a result, for reviewers, by a link that a page has signed at most 15 minutes ago. With the
 * session alone an image could be seen without the page whose view the audit log records; with the link alone
 * anyone who finds it could see the image.
 */
export const images = createPages().get("/:object", allow("verification.review"), async (c) => {
  const { db, media, vault, clock } = c.var.services;
  const { expires = "", signature = "" } = c.req.query();
  if (media === null || !(await media.verify({ path: c.req.path, expires, signature }, clock()))) {
    throw new PageError(404, "The link is not valid, or its time is over: reload the page it was on.");
  }
  const { scope } = c.var;
  const image = await openImage({ db, media, vault }, scope, `${scope.tenantId}/${c.req.param("object")}`);
  if (image === null) return c.body(null, 410, PICTURE_HEADERS);
  return c.body(image.content, 200, {
    ...image.headers,
    "Cross-Origin-Resource-Policy": "same-origin",
  });
});
