import { deviceAccess } from "../../auth/access.ts";
import type { LinkPrincipal } from "../../auth/principal.ts";
import { ApiError } from "../../core/errors.ts";
import { RENEWED_LINKS } from "../../limits/rules.ts";
import { cancelPending } from "../../store/verifications/handoffs.ts";
import { onlyIfRoomForLink, takeProof } from "../../store/verifications/links.ts";
import { claim, release } from "../../verification/bound-device.ts";
import type { Verification } from "../../verification/types.ts";
import { type CallContext, commit, commitResult, refuseOnConflict, type Write } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification, existingVerification, verificationWrite } from "../verification-write.ts";
import {
  linkInvalid,
  type MintedSession,
  mintForDevice,
  type NewLink,
  newLink,
  type Proven,
  provenDevice,
} from "./mint.ts";

/** A new link, and its verification after the change. */
interface LinkOf extends NewLink {
  readonly verification: Verification;
}

/**
 * Makes a new link of a verification that is open, or that the person may contest. The earlier links end,
 * and so do the sessions that they gave and a pending handoff: the tenant replaces a link that was lost or
 * leaked. Throws 404 `not_found` and 409 `verification_not_open` and `limit_reached`.
 */
async function renewLink<Outcome>(
  ctx: ScopeContext<"serviceKey">,
  id: string,
  write: (batch: Write, link: LinkOf) => Promise<Outcome>,
): Promise<Outcome> {
  const { services, scope, now } = ctx;
  const verification = await existingVerification(services.db, scope, id);
  const { statements, ...link } = await newLink(services, scope, verification, now);
  const room = onlyIfRoomForLink(services.db, scope, id, RENEWED_LINKS);
  return changeVerification(ctx, verification, (current) => {
    const changed = release(current, now);
    const batch = verificationWrite(ctx, {
      changed,
      kind: "linked",
      statements: [room, ...statements, cancelPending(services.db, scope, id)],
      audit: [auditEntry(ctx, { action: "verification.link", target: id })],
    });
    return write(batch, { ...link, verification: changed });
  }).catch(refuseOnConflict(tooMany()));
}

const tooMany = () =>
  new ApiError("limit_reached", `A verification gets ${RENEWED_LINKS} new links at most: create a new one.`);

/** Makes a new link for a call of the API: see `renewLink`. */
export async function createLink(
  ctx: CallContext<LinkOf, "serviceKey">,
  { id }: { readonly id: string },
): Promise<Answer> {
  return renewLink(ctx, id, (batch, link) => commitResult(ctx, batch, link));
}

/** Makes a new link for a member of the dashboard: see `renewLink`. */
export async function showLink(
  ctx: ScopeContext<"serviceKey">,
  { id }: { readonly id: string },
): Promise<LinkOf> {
  return renewLink(ctx, id, async (batch, link): Promise<LinkOf> => {
    await commit(ctx, batch);
    return link;
  });
}

interface OpenedLink extends Proven {
  readonly link: LinkPrincipal;
  /** Whether the device replaces another one that has captured nothing yet. */
  readonly takesOver: boolean;
  /** The longest life that the tenant gives a session token, in seconds. */
  readonly maxTtlSeconds: number;
}

/**
 * Opens a link on a device, which the verification is bound to from then on, and makes a session token of
 * that device. The device may open the link again, for a fresh token. Each proof is accepted once. Throws 401
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
  const refusal = refuseOnConflict(linkInvalid("The proof was used before, or the link was replaced."));
  const { verification } = link;
  // The computer of a handoff gets tokens to read with, unless it takes the verification back.
  const access = deviceAccess(verification.boundDevice, device);
  if (access === "active" || (access === "readOnly" && !input.takesOver)) {
    return commitResult(ctx, { statements }, { verification, token }).catch(refusal);
  }
  return changeVerification(ctx, verification, async (current) => {
    const changed = claim(current, device, { takesOver: input.takesOver, now });
    const write = verificationWrite(ctx, { changed, kind: "claimed", statements });
    return commitResult(ctx, write, { verification: changed, token });
  }).catch(refusal);
}
