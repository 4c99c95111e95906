import { type DeviceProof, hasSigned, isFresh, proofText, thumbprintOf } from "../../auth/device-key.ts";
import type { LinkPrincipal } from "../../auth/principal.ts";
import { TTL } from "../../auth/session-token.ts";
import { ApiError } from "../../errors.ts";
import { takeProof } from "../../store/verifications/links.ts";
import { claim } from "../../verification/holder.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commitResult } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification } from "../parts/change-verification.ts";
import { ifUnmet } from "../parts/if-unmet.ts";
import { type MintedToken, mintToken } from "./parts/mint.ts";

interface OpenedLink {
  readonly link: LinkPrincipal;
  readonly proof: DeviceProof;
  /** The origin of the service, which the proof is for. */
  readonly origin: string;
  /** Whether the device takes the place of another one that has captured nothing yet. */
  readonly takesOver: boolean;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

interface CaptureSession {
  readonly verification: Verification;
  readonly token: MintedToken;
}

/**
 * Opens a link on a device, which holds the verification from then on, and makes a session token of that
 * device. The device may open the link again, for a fresh token. Each proof is good once. Throws 401
 * `link_invalid`, 409 `link_claimed` and 410 `link_expired`.
 */
export async function openLink(
  ctx: CallContext<CaptureSession, "tokens">,
  input: OpenedLink,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { link, proof } = input;
  const device = await deviceOf(input, now);
  const ttlSeconds = Math.min(TTL.default, input.maxTtlSeconds);
  const bound = { verificationId: link.verificationId, device };
  const { statement, ...token } = await mintToken(services, scope, bound, now, ttlSeconds);
  const proven = takeProof(services.db, scope, link.hash, { signedAt: proof.signedAt, now });
  const statements = [statement, ...proven];
  const refusal = ifUnmet(untaken("The proof was used before, or the link was replaced."));
  const { verification } = link;
  if (verification.holder?.device === device) {
    return commitResult(ctx, { statements }, { verification, token }).catch(refusal);
  }
  return changeVerification(ctx, {
    verification,
    advance: (current) => ({
      changed: claim(current, device, { takesOver: input.takesOver, now }),
      change: { at: now, kind: "claimed", resultId: null },
      statements,
    }),
    write: (batch, changed) => commitResult(ctx, batch, { verification: changed, token }),
  }).catch(refusal);
}

const untaken = (message: string) => new ApiError("link_invalid", message, { param: "proof" });

/** The name of the device that has made the proof. Throws 401 `link_invalid` for a stale or a wrong one. */
async function deviceOf({ link, proof, origin }: OpenedLink, now: number): Promise<string> {
  if (!isFresh(proof, now)) {
    throw untaken("The proof is of another time: sign with the time that the header Date tells.");
  }
  if (!(await hasSigned(proof, proofText(origin, link.hash, proof.signedAt)))) {
    throw untaken("The key has not signed this link, origin and time.");
  }
  return thumbprintOf(proof.key);
}
