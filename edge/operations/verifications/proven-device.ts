import { type DeviceProof, hasSigned, isFresh, proofText, thumbprintOf } from "../../auth/device-key.ts";
import { ApiError } from "../../core/errors.ts";

/** What a device shows with a secret of ours. */
export interface Proven {
  readonly proof: DeviceProof;
  /** The origin of the service, which the proof is for. */
  readonly origin: string;
}

export const untaken = (message: string) => new ApiError("link_invalid", message, { param: "proof" });

/**
 * The name of the device that has made the proof over the secret with this SHA-256. Throws 401 `link_invalid`
 * for a stale or a wrong one.
 */
export async function provenDevice(
  { proof, origin }: Proven,
  secretHash: Uint8Array,
  now: number,
): Promise<string> {
  if (!isFresh(proof, now)) {
    throw untaken("The proof is of another time: sign with the time that the header Date tells.");
  }
  if (!(await hasSigned(proof, proofText(origin, secretHash, proof.signedAt)))) {
    throw untaken("The key has not signed this secret, origin and time.");
  }
  return thumbprintOf(proof.key);
}
