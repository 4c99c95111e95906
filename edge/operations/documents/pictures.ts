import { sha256Hex } from "../../crypto/hashing.ts";
import type { DocumentReading, NamedImage, PortraitReading } from "../../inference/port.ts";
import type { Check } from "../checks.ts";
import { type Picture, withOriginal } from "../keep-media.ts";

/**
 * Names the pictures of one document, a front and perhaps a back, for this verification alone: a digest of
 * their bytes, salted with the verification's id, so that it cannot be linked to other verifications.
 * Evidence counts only for the pictures that it was made on. If a test reference fixes the outcome, every
 * picture stands for the same specimen.
 */
export async function namePictures(
  { fixed }: Pick<Check, "fixed">,
  verificationId: string,
  pictures: readonly NamedImage[],
): Promise<string> {
  if (fixed !== null) return sha256Hex(`${verificationId}\nspecimen`);
  const digests = await Promise.all(pictures.map(({ content }) => sha256Hex(content)));
  return sha256Hex([verificationId, ...digests].join("\n"));
}

/** A document's picture that is kept for reviewers with these results. */
export const documentPicture = (
  results: Pick<Picture, "resultIds" | "side">,
  { width, height, shown }: DocumentReading,
  { content }: NamedImage,
): Picture[] => withOriginal({ ...results, kind: "document", size: { width, height } }, shown, content);

/** The portrait that is kept with an OCR result; none if none was found. */
export const portraitPicture = (ocrId: string, { portrait }: PortraitReading): Picture[] =>
  portrait === null ? [] : [{ kind: "portrait", resultIds: [ocrId], content: portrait.jpeg }];
