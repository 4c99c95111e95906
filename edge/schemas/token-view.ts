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
 * An answer as a session token is told it (contract §2.7). The view's schema is what the reference shows and
 * what is told: whatever it does not name is left out, so that a new field stays hidden until somebody shows
 * it.
 */
export function forToken(kind: TokenView, body: object): object {
  return VIEWS[kind].parse(body);
}
