import { hex } from "../../hex.ts";
import type { NamedImage } from "../../inference/port.ts";
import type { Check } from "./open.ts";

/**
 * Names the pictures of one document, a front and perhaps a back, for this verification alone: a digest of their bytes
 * that is salted with its id, so that it tells nothing beyond it. Evidence counts only for the pictures that it was made
 * on. Where a test reference fixes the outcome every picture stands for the same specimen.
 */
export async function namePictures(
  { fixed }: Pick<Check, "fixed">,
  verificationId: string,
  pictures: readonly NamedImage[],
): Promise<string> {
  if (fixed !== null) return digest(`${verificationId}\nspecimen`);
  const digests = await Promise.all(pictures.map(({ content }) => digest(content)));
  return digest([verificationId, ...digests].join("\n"));
}

async function digest(content: string | Uint8Array): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  // WebCrypto's types want bytes that are not shared; an upload's never are.
  return hex(await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>));
}
