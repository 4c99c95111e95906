import type { Media } from "../../media/media.ts";
import { logMediaView } from "../../operations/media/log-view.ts";
import { listMedia, type MediaRow } from "../../store/verifications/media-objects.ts";
import { inMode } from "../shell/acting.ts";
import { type DashboardContext, to } from "../shell/context.ts";
import { viewerMay } from "../shell/roles.ts";

/** A kept picture, and the results that show it. */
export interface Shot extends Pick<MediaRow, "kind" | "side"> {
  /** The address for the viewer's browser, valid for 15 minutes. */
  readonly src: string;
  /** The same of the upload that it was made of, to save; null where none is kept. */
  readonly original: string | null;
  readonly resultIds: readonly string[];
  /** Size as shown, in pixels; null where regions cannot be drawn over the picture. */
  readonly size: { readonly width: number; readonly height: number } | null;
}

/** The kept and the erased pictures of results. */
export interface KeptMedia {
  /** Newest first; empty for a viewer who may not review. */
  readonly shots: readonly Shot[];
  /** Rows of erased pictures. */
  readonly erased: readonly MediaRow[];
}

/**
 * The pictures of these results, for viewers who may review. `target` is the page's verification or result:
 * the audit log gets one entry for each view of a page, not one for each picture.
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
  const [originals, pictures] = [kept.filter(isOriginal), kept.filter((row) => !isOriginal(row))];
  const objects = [...Map.groupBy(pictures, ({ objectKey }) => objectKey).values()];
  await logMediaView(inMode(c), { target, pictures: objects.length });
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
  const { kind, side, width, height, objectKey, resultId } = rows[0]!;
  const link = async ({ objectKey: key }: Pick<MediaRow, "objectKey">) => {
    const [, object = ""] = key.split("/");
    const { url } = await media.sign(to(c, "pictures", object), c.var.services.clock());
    const { pathname, search } = new URL(url);
    return pathname + search;
  };
  // A portrait was cut out of a document's picture: it has no upload of its own.
  const original = originals.find((row) => row.resultId === resultId && kind !== "portrait");
  return {
    kind,
    side,
    src: await link({ objectKey }),
    original: original === undefined ? null : await link(original),
    resultIds: rows.map(({ resultId }) => resultId),
    size: width === null || height === null ? null : { width, height },
  };
}
