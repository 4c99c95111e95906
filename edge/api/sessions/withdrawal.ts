import { ApiError } from "../../errors.ts";
import type { JsonContext } from "../../http/parameters/validation.ts";
import { provenDevice } from "../../operations/verifications/proven-device.ts";
import { findWithdrawal } from "../../store/verifications/withdrawals.ts";
import { proofOf, type proofSchema } from "./device-proof.ts";

/**
 * POST /v1/capture/withdrawals: the number of the receipt, for the device that took its consent back and lost
 * the answer. Every other device is the same 401 `link_invalid`: who has the address without the device's key
 * learns nothing by it, also not whether there was a consent.
 */
export async function readWithdrawal(c: JsonContext<typeof proofSchema>) {
  const { services, endedHash: secretHash } = c.var;
  if (secretHash === undefined) {
    throw new ApiError("token_scope_insufficient", "Only a link or a code asks for it.");
  }
  const now = services.clock();
  const device = await provenDevice(proofOf(c, c.req.valid("json")), secretHash, now).catch(() => null);
  const receiptId = device && (await findWithdrawal(services.db, { secretHash, device }, now));
  if (!receiptId) throw new ApiError("link_invalid", "This device has taken no consent back by this link.");
  return c.json({ receipt_id: receiptId });
}
