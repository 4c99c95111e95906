import type { Principal } from "../../auth/principal.ts";
import type { AppContext } from "../../http/context.ts";
import { countRead } from "../../operations/calls/count-read.ts";
import { contextOf } from "./context.ts";

/**
 * Bills a successful read-back like the call that made the result; 402 `usage_cap_reached` at the cap. A
 * device's read of its verification counts only when the verification has changed since the last read with
 * any of its tokens: its polling does not spend the cap.
 */
export async function meterRead(c: AppContext): Promise<void> {
  const { services, principal } = c.var;
  if (tellsNothingNew(principal)) return;
  const told =
    principal.kind === "session_token"
      ? {
          jti: principal.jti,
          verificationId: principal.verificationId,
          revision: principal.verification.revision,
        }
      : null;
  const isCapped = principal.monthlyCap !== null;
  const counted = countRead(contextOf(c), { isCapped, told });
  // Without a cap no check is needed first, and nobody waits for the count.
  if (isCapped) await counted;
  else services.background(counted);
}

const tellsNothingNew = (principal: Principal) =>
  principal.kind === "session_token" && principal.toldRevision >= principal.verification.revision;
