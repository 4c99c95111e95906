import { deriveKey, KEY_LABELS } from "../../crypto/derived-key.ts";
import { hmacHex } from "../../crypto/hmac.ts";

/**
 * The CSRF token of a session's or visitor's forms: HMAC-SHA256 in hex over the id of the session or visitor.
 */
export async function formToken(serviceKey: Uint8Array, who: string): Promise<string> {
  return hmacHex(await deriveKey(serviceKey, KEY_LABELS.dashboardForms), `dashboard form\n${who}`);
}
