import type { LinkPrincipal } from "../../auth/principal.ts";
import { standingOf } from "../../auth/standing.ts";
import { takeProof } from "../../store/verifications/links.ts";
import { claim } from "../../verification/holder.ts";
import { type CallContext, commitResult, refuseOnConflict } from "../commit/commit.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification, verificationWrite } from "../verification-write.ts";
import { type MintedSession, mintForDevice } from "./mint.ts";
import { type Proven, provenDevice, untaken } from "./proven-device.ts";

interface OpenedLink extends Proven {
  readonly link: LinkPrincipal;
  /** Whether the device takes the place of another one that has captured nothing yet. */
  readonly takesOver: boolean;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

/**
 * Opens a link on a device, which holds the verification from then on, and makes a session token of that
 * device. The device may open the link again, for a fresh token. Each proof is good once. Throws 401
 * `link_invalid`, 409 `link_claimed` and 410 `link_expired`.
 */
export async function openLink(
  ctx: CallContext<MintedSession, "tokens">,
  input: OpenedLink,
): Promise<Answer> {
  const { services, scope, now } = ctx;
  const { link, proof } = input;
  const device = await provenDevice(input, link.hash, now);
  const bound = { verificationId: link.verificationId, device, maxTtlSeconds: input.maxTtlSeconds };
  const { statement, ...token } = await mintForDevice(services, scope, bound, now);
  const proven = takeProof(services.db, scope, link.hash, { signedAt: proof.signedAt, now });
  const statements = [statement, ...proven];
  const refusal = refuseOnConflict(untaken("The proof was used before, or the link was replaced."));
  const { verification } = link;
  // The computer of a handoff gets tokens to read with, unless it takes the verification back.
  const standing = standingOf(verification.holder, device);
  if (standing === "holds" || (standing === "watches" && !input.takesOver)) {
    return commitResult(ctx, { statements }, { verification, token }).catch(refusal);
  }
  return changeVerification(ctx, verification, async (current) => {
    const changed = claim(current, device, { takesOver: input.takesOver, now });
    const write = verificationWrite(ctx, { changed, kind: "claimed", statements });
    return commitResult(ctx, write, { verification: changed, token });
  }).catch(refusal);
}
