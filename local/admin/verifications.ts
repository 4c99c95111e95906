import { reviewVerification } from "../../edge/operations/verifications/review.ts";
import { renderVerification } from "../../edge/verification/render.ts";
import { REVIEW_REASONS } from "../../edge/verification/review.ts";
import { RULINGS } from "../../vocabulary/verifications.ts";
import type { Commands } from "./command.ts";
import { existingTenant } from "./tenants.ts";

export const VERIFICATION_COMMANDS: Commands = {
  "verifications review": {
    needs: "database",
    summary: `ends a review as ${RULINGS.join(" or ")}, with a reason: ${Object.keys(REVIEW_REASONS).join(", ")}`,
    flags: { tenant: "string", mode: "string", id: "string", decision: "string", reason: "string" },
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      const ruling = flags.requiredOf("decision", RULINGS);
      const judgement = { id: flags.required("id"), ruling, reason: flags.required("reason") };
      const ctx = { ...context(), scope };
      return renderVerification(scope, await reviewVerification(ctx, judgement), ctx.now);
    },
  },
};
