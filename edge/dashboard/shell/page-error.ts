import { deriveKey, KEY_LABELS } from "../../crypto/derived-key.ts";
import { hmacHex } from "../../crypto/hashing.ts";

/** A refusal that only the dashboard makes. `message` is shown unchanged: no secret, no personal data. */
export class PageError extends Error {
  override readonly name = "PageError";
  readonly status: 400 | 401 | 403 | 404 | 429;

  constructor(status: PageError["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The CSRF token of a session's or visitor's forms: HMAC-SHA256 in hex over the id of the session or visitor.
 */
export async function formToken(serviceKey: Uint8Array, who: string): Promise<string> {
  return hmacHex(await deriveKey(serviceKey, KEY_LABELS.dashboardForms), `dashboard form\n${who}`);
}
