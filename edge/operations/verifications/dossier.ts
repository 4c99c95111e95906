import { toBase64, toHex } from "../../crypto/encoding.ts";
import { sha256 } from "../../crypto/hashing.ts";
import { openImage } from "../../media/kept.ts";
import { findResults, type ResultRow } from "../../store/results/results.ts";
import { listRevisions } from "../../store/verifications/history.ts";
import { listMedia } from "../../store/verifications/media-objects.ts";
import { type Dossier, type DossierImage, dossierOf } from "../../verdicts/dossier/dossier.ts";
import { awaitsReview } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import { commit } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";

/** The most bytes of images in one dossier. Images beyond it are left out. */
const MAX_IMAGE_BYTES = 12 * 1024 * 1024;

/** A dossier with its signature, and the images that it names by their hashes. */
type SignedDossier = Dossier & {
  readonly image_contents?: readonly { readonly sha256: string; readonly base64: string }[];
  readonly signature: string;
};

/**
 * All that a decision rests on, signed. `withImages` adds the images that the policy keeps. The audit log has
 * an entry for each dossier.
 */
export async function makeDossier(
  ctx: ScopeContext<"vault" | "receipts" | "publicUrl">,
  { verification, withImages }: { readonly verification: Verification; readonly withImages: boolean },
): Promise<SignedDossier> {
  const { services, scope, now } = ctx;
  const { id, steps } = verification;
  const ids = steps.flatMap(({ resultIds }) => resultIds);
  const [changes, found, kept] = await Promise.all([
    listRevisions(services.db, scope, id),
    findResults(services.db, scope, ids),
    withImages ? readImages(ctx, verification) : null,
  ]);
  const results = ids.flatMap((each) => found.get(each) ?? []).map(ofThisPerson);
  const recorded = { changes, results, images: kept?.map(({ image }) => image) };
  const dossier = dossierOf({ ...scope, publicUrl: services.publicUrl }, verification, recorded, now);
  await commit(ctx, {
    statements: [],
    audit: [auditEntry(ctx, { action: "verification.dossier", target: id, after: { images: withImages } })],
  });
  const signature = await services.receipts.sign(dossier, "dossier");
  const contents = kept?.map(({ image, base64 }) => ({ sha256: image.sha256, base64 }));
  return { ...dossier, ...(contents !== undefined && { image_contents: contents }), signature };
}

/** A search names the person that it has found, who is another one: the dossier does not. */
const ofThisPerson = ({ body, ...result }: ResultRow): ResultRow => {
  if (body.kind !== "dedupe") return { ...result, body };
  const { customer_ref: _, registration_id: __, ...rest } = body;
  return { ...result, body: rest };
};

/**
 * The images that the policy keeps, in the order of the results. While a human has to decide, also those that
 * are kept for the review.
 */
async function readImages(
  { services, scope }: ScopeContext<"vault">,
  verification: Verification,
): Promise<{ readonly image: DossierImage; readonly base64: string }[]> {
  const { db, media, vault } = services;
  if (media === null) return [];
  const isUndecided = awaitsReview(verification);
  const resultIds = verification.steps.flatMap((step) => step.resultIds);
  const rows = (await listMedia(db, scope, resultIds)).filter(
    ({ state, keptUntil }) => state === "kept" && (keptUntil === null || isUndecided),
  );
  const read: { readonly image: DossierImage; readonly base64: string }[] = [];
  let bytes = 0;
  for (const { objectKey, resultId, kind, side, mediaType } of rows) {
    const opened = await openImage({ db, media, vault }, scope, objectKey);
    if (opened === null || bytes + opened.content.length > MAX_IMAGE_BYTES) continue;
    bytes += opened.content.length;
    const hash = toHex(await sha256(opened.content));
    read.push({
      image: { result_id: resultId, kind, side, media_type: mediaType, sha256: hash },
      base64: toBase64(opened.content),
    });
  }
  return read;
}
