import { deriveKey, KEY_LABELS } from "../../crypto/derived-key.ts";
import { hmacHex } from "../../crypto/hmac.ts";

/** The token of a visitor's forms: HMAC-SHA256 in hex over who they are, a session or a visitor's cookie. */
export async function formToken(dataKey: Uint8Array, who: string): Promise<string> {
  return hmacHex(await deriveKey(dataKey, KEY_LABELS.dashboardForms), `dashboard form\n${who}`);
}
