import { ApiError } from "../../core/errors.ts";
import { RENEWED_LINKS } from "../../limits/rules.ts";
import { cancelPending } from "../../store/verifications/handoffs.ts";
import { onlyIfRoomForLink } from "../../store/verifications/links.ts";
import { release } from "../../verification/holder.ts";
import type { Verification } from "../../verification/types.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { type CallContext, commit, commitResult, refuseOnConflict, type Write } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";
import { changeVerification, existingVerification, verificationWrite } from "../verification-write.ts";
import { type NewLink, newLink } from "./mint.ts";

/** A new link, and its verification after the change. */
interface LinkOf extends NewLink {
  readonly verification: Verification;
}

/**
 * Makes a new link of an open verification. The earlier links end, and so do the sessions that they gave and
 * a handoff that is pending: the tenant makes a new one where the first went astray. Throws 404 `not_found`
 * and 409 `verification_not_open` and `limit_reached`.
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
      audit: auditEntry(ctx, { action: "verification.link", target: id }),
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
