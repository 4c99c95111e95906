import { fraudForToken } from "./fraud.ts";
import { livenessForToken } from "./liveness.ts";
import { ocrForToken } from "./ocr.ts";
import { verificationForToken } from "./verifications.ts";

const VIEWS = {
  ocr: ocrForToken,
  fraud: fraudForToken,
  liveness: livenessForToken,
  verification: verificationForToken,
} as const;

export type TokenView = keyof typeof VIEWS;

/**
 * The view of an answer for a session token (contract §2.7). The reference shows the same schemas. A field
 * that a schema does not name is left out, so a new field stays hidden until somebody adds it to a view.
 */
export function forToken(kind: TokenView, body: object): object {
  return VIEWS[kind].parse(body);
}
