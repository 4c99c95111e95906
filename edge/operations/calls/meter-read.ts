import type { Principal } from "../../auth/principal.ts";
import type { AppContext } from "../../http/context.ts";
import { commit } from "../../store/batch.ts";
import { countTold } from "../../store/tenancy/tokens.ts";
import { addUsage, addUsageWithinCap } from "../../store/tenancy/usage.ts";
import { capReached } from "./hold-unit.ts";

/**
 * A polling read that has found what it is asked for: counted like the call that made it, 402 when the cap is reached. A
 * device's read of its verification counts only when it tells something new: its polling does not spend the cap.
 */
export async function meterRead({ var: { services, principal } }: AppContext): Promise<void> {
  if (tellsNothingNew(principal)) return;
  const { db } = services;
  const { scope, monthlyCap } = principal;
  const now = services.clock();
  if (principal.kind === "secret_key" && monthlyCap === null) {
    // Without a cap nothing need be asked first, and nobody waits for the count.
    services.background(commit(db, [addUsage(db, scope, now)]));
    return;
  }
  const counted =
    principal.kind === "secret_key"
      ? addUsageWithinCap(db, scope, now)
      : countTold(db, scope, { jti: principal.jti, revision: principal.verification.revision }, now);
  if (monthlyCap === null) services.background(counted);
  else if (!(await counted)) throw capReached();
}

const tellsNothingNew = (principal: Principal) =>
  principal.kind === "session_token" && principal.toldRevision >= principal.verification.revision;
