import type { MediaKind, StoreMedia } from "../../vocabulary/enumerations.ts";
import { newId } from "../core/ids.ts";
import { isUncertain } from "../core/outage.ts";
import type { Scope } from "../core/scope.ts";
import type { Vault } from "../crypto/vault.ts";
import type { NamedImage } from "../inference/port.ts";
import { encryptionContext, KEPT_KINDS, mediaTypeOf, REVIEW_KINDS, reviewEnd } from "../media/kept.ts";
import type { Media } from "../media/media.ts";
import { commit, type Database, type Statement } from "../store/batch.ts";
import { forgetPending, insertPending, markKept } from "../store/verifications/media-objects.ts";
import { isAgeOnly } from "../verification/purpose.ts";
import type { Verification } from "../verification/types.ts";
import type { Services } from "./commit/context.ts";

/** An image that results show, or the upload that it was made of: a JPEG, PNG or WebP. */
export interface Image {
  readonly kind: MediaKind;
  /** The side of a document. */
  readonly side?: "front" | "back";
  /** Place of a challenge's frame, from 1. */
  readonly frame?: number;
  /** Each result gets a row; the object is shared. */
  readonly resultIds: readonly string[];
  readonly content: Uint8Array;
  /** In pixels, upright: the units of regions on the image, which may be kept smaller. */
  readonly size?: { readonly width: number; readonly height: number };
}

export interface KeptMedia {
  /**
   * For the batch that writes the results. Without these statements the sweep treats the images as those of a
   * crashed call.
   */
  readonly statements: readonly Statement[];
  /**
   * Deletes the objects and rows if the results could not be written. The sweep repeats a failed deletion.
   */
  discard(): Promise<void>;
}

/** The owner of the images, and the level of storage. Times in milliseconds since the epoch. */
interface MediaOwner {
  readonly level: StoreMedia;
  /**
   * Until when images that the level does not keep are kept for a review; null, or without it, they are not
   * kept.
   */
  readonly reviewUntil?: number | null;
  readonly verificationId: string | null;
  readonly customerRef: string | null;
  readonly now: number;
}

const NOTHING: KeptMedia = { statements: [], discard: async () => undefined };

/**
 * Keeps the level's kinds of images, and those that a review needs, encrypted; nothing if no object store is
 * bound. An object's rows are
 * written before the object, so that the sweep knows and deletes every object that a crash leaves.
 */
export async function keepMedia(
  { db, media, vault }: { readonly db: Database; readonly media: Media | null; readonly vault: Vault },
  scope: Scope,
  { level, now, reviewUntil = null, ...owner }: MediaOwner,
  images: readonly Image[],
): Promise<KeptMedia> {
  const kept = images.flatMap((image): (Image & { readonly keptUntil: number | null })[] => {
    if (KEPT_KINDS[level].includes(image.kind)) return [{ ...image, keptUntil: null }];
    const isForReview = reviewUntil !== null && REVIEW_KINDS.includes(image.kind);
    return isForReview ? [{ ...image, keptUntil: reviewUntil }] : [];
  });
  if (media === null || kept.length === 0) return NOTHING;
  const objects = kept.map((image) => ({ ...image, key: `${scope.tenantId}/${newId("media", now)}` }));
  const keys = objects.map(({ key }) => key);
  const rows = objects.flatMap(
    ({ key, kind, side = null, frame = null, resultIds, content, size, keptUntil }) =>
      resultIds.map((resultId) => ({
        ...owner,
        keptUntil,
        id: newId("media", now),
        objectKey: key,
        resultId,
        kind,
        side,
        frame,
        mediaType: mediaTypeOf(content),
        width: size?.width ?? null,
        height: size?.height ?? null,
        createdAt: now,
      })),
  );
  const removeKept = async () => {
    await media.delete(...keys);
    await commit(db, [forgetPending(db, keys)]);
  };
  const discard = () => removeKept().catch(() => undefined);
  await commit(db, [insertPending(db, scope, rows)]);
  const puts = await Promise.allSettled(
    objects.map(async ({ key, kind, content }) =>
      media.put(key, await vault.encrypt(scope, encryptionContext(kind, key), content)),
    ),
  );
  // Every other put has ended by now: one that ended after the deletion would leave an object without a row.
  const failed = puts.find((put) => put.status === "rejected");
  if (failed !== undefined) {
    // An abandoned put may still take effect: its row stays, for the sweep.
    if (!puts.some((put) => put.status === "rejected" && isUncertain(put.reason))) await discard();
    throw failed.reason;
  }
  return { statements: [markKept(db, scope, keys, owner.customerRef)], discard };
}

/** The check that images are kept of. */
interface CheckOfImages {
  readonly services: Pick<Services<"vault">, "db" | "media" | "vault">;
  readonly scope: Scope;
  readonly storeMedia: StoreMedia;
  readonly verification: Pick<Verification, "id" | "expiresAt" | "policy"> | null;
  readonly customerRef: string | null;
  readonly now: number;
}

/**
 * Keeps the images of a check that its policy allows (outside a verification: its tenant), and within a
 * verification those that a review needs. If only the age is checked, there is no review.
 */
export function keepImages(
  { services, scope, storeMedia: level, verification, customerRef, now }: CheckOfImages,
  images: readonly Image[],
): Promise<KeptMedia> {
  const reviewUntil =
    verification === null || isAgeOnly(verification.policy) ? null : reviewEnd(verification);
  const owner = { level, reviewUntil, verificationId: verification?.id ?? null, customerRef, now };
  return keepMedia(services, scope, owner, images);
}

/** The upload, with the request for an image to show to reviewers, if such images are kept. */
export function toBeShown(
  { services, storeMedia, verification }: Pick<CheckOfImages, "services" | "storeMedia" | "verification">,
  upload: NamedImage,
): NamedImage {
  const isReviewed = verification !== null && !isAgeOnly(verification.policy);
  const isKept = isReviewed || KEPT_KINDS[storeMedia].includes("original");
  return services.media !== null && isKept ? { ...upload, show: true } : upload;
}

/** The judged image to show to reviewers, and the upload itself; none if none was requested. */
export function withOriginal(
  image: Omit<Image, "content">,
  shown: Uint8Array | undefined,
  upload: Uint8Array,
): Image[] {
  if (shown === undefined) return [];
  const { size: _, ...original } = image;
  return [
    { ...image, content: shown },
    { ...original, kind: "original", content: upload },
  ];
}
