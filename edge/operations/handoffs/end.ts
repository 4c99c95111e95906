import { ApiError } from "../../core/errors.ts";
import { cancelHandoff, type Handoff } from "../../store/verifications/handoffs.ts";
import { standsWith, takeBack } from "../../verification/holder.ts";
import type { Verification } from "../../verification/types.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import type { ScopeContext } from "../commit/context.ts";
import { changeVerification, verificationWrite } from "../verification-write.ts";
import { existingHandoff } from "./existing.ts";

/**
 * Ends a handoff from the computer; may be repeated. What has moved comes back while the phone has captured
 * nothing. Throws 404 `not_found`, and 409 `link_claimed` and `verification_not_open` for what has moved,
 * also where it moves at this moment.
 */
export async function endHandoff(
  ctx: ScopeContext,
  { verification, id }: { readonly verification: Verification; readonly id: string },
): Promise<void> {
  const { services, scope } = ctx;
  const handoff = await existingHandoff(services.db, scope, { id, verificationId: verification.id });
  if (handoff.state === "moved") await returnIt(ctx, verification, handoff);
  else {
    const statements = cancelHandoff(services.db, scope, id, "pending");
    await commit(ctx, { statements }).catch(
      refuseOnConflict(new ApiError("link_claimed", "The phone has taken it over.")),
    );
  }
}

async function returnIt(ctx: ScopeContext, verification: Verification, handoff: Handoff): Promise<void> {
  const { services, scope, now } = ctx;
  const { id, phone } = handoff;
  if (!standsWith(verification, phone)) return;
  const takeItBack = (current: Verification) => {
    const changed = takeBack(current, phone!, now);
    const statements = cancelHandoff(services.db, scope, id, "moved");
    return commit(ctx, verificationWrite(ctx, { changed, kind: "claimed", statements }));
  };
  await changeVerification(ctx, verification, takeItBack, { mayWatch: true });
}
