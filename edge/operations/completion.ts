import type { Statement } from "../store/batch.ts";
import { renderCompleted } from "../verification/render.ts";
import type { Verification } from "../verification/types.ts";
import type { ScopeContext } from "./commit/context.ts";
import { verificationEvent } from "./verification-write.ts";

/** The events of a decision: of every one, and of one that a reviewer has to make. */
export function completionEvents(
  { services, scope }: Pick<ScopeContext, "services" | "scope">,
  decided: Verification,
  now: number,
): Statement[] {
  const types = [
    "completed",
    ...(decided.decision === "review" ? ["review_required" as const] : []),
  ] as const;
  const data = renderCompleted(decided);
  return types.flatMap((type) =>
    verificationEvent(services.db, scope, decided, { type: `verification.${type}`, data, now }),
  );
}
