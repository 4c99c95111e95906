import { sha256Hex } from "../../crypto/hashing.ts";
import type { DocumentReading, NamedImage, PortraitReading } from "../../inference/port.ts";
import type { Check } from "../checks.ts";
import { type Image, withOriginal } from "../keep-media.ts";

/**
 * Names the files that show one document, such as a front and perhaps a back, for this verification alone: a
 * digest of their bytes, salted with the verification's id, so that it cannot be linked to other
 * verifications. Evidence counts only for the files that it was made on. If a test reference fixes the
 * outcome, every file counts as the same specimen.
 */
export async function nameImages(
  { fixed }: Pick<Check, "fixed">,
  verificationId: string,
  images: readonly Pick<NamedImage, "content">[],
): Promise<string> {
  if (fixed !== null) return sha256Hex(`${verificationId}\nspecimen`);
  const digests = await Promise.all(images.map(({ content }) => sha256Hex(content)));
  return sha256Hex([verificationId, ...digests].join("\n"));
}

/** A document's image that is kept for reviewers with these results. */
export const documentImage = (
  results: Pick<Image, "resultIds" | "side">,
  { width, height, shown }: DocumentReading,
  { content }: NamedImage,
): Image[] => withOriginal({ ...results, kind: "document", size: { width, height } }, shown, content);

/** The portrait that is kept with an OCR result; none if none was found. */
export const portraitImage = (ocrId: string, { portrait }: Pick<PortraitReading, "portrait">): Image[] =>
  portrait === null ? [] : [{ kind: "portrait", resultIds: [ocrId], content: portrait.jpeg }];
