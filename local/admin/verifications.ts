import { reviewVerification } from "../../edge/operations/verifications/review.ts";
import { MAX_NOTE, REVIEW_REASONS, reasonsOf } from "../../edge/verification/review.ts";
import { RULINGS } from "../../vocabulary/verifications.ts";
import type { ArgumentFault } from "../arguments.ts";
import { type Form, WrongValueError, wordOf } from "../forms.ts";
import { type Commands, type Flags, MODE, TENANT } from "./command.ts";
import { existingTenant } from "./tenants.ts";

const REASON = wordOf(Object.keys(REVIEW_REASONS));

const NOTE: Form<string> = (text) => {
  if (text.trim() !== "" && text.length <= MAX_NOTE) return text;
  throw new WrongValueError(`must be 1 to ${MAX_NOTE} characters, not ${text.length}`);
};

/** A reason that is one of the other decision. */
function contradiction(flags: Flags): ArgumentFault | null {
  const [ruling, reason] = [RULINGS.find((each) => each === flags.text("decision")), flags.text("reason")];
  const other = Object.entries(REVIEW_REASONS).find(([code]) => code === reason)?.[1].ruling;
  if (ruling === undefined || other === undefined || other === ruling) return null;
  const message = `--reason must be one of ${reasonsOf(ruling).join(", ")} for --decision ${ruling}, not \`${reason}\`, which is for ${other}`;
  return { code: "invalid_parameter", message };
}

export const VERIFICATION_COMMANDS: Commands = {
  "verifications review": {
    needs: "database",
    summary: "Ends a review with a decision",
    details: `If the tenant asks for a second reviewer, the operator counts as one of the two. An approval under a policy with dedupe needs the reason not_a_duplicate, unless the gallery is among the reasons of the review: this command cannot search it. Reasons: ${Object.entries(
      REVIEW_REASONS,
    )
      .map(([code, { ruling }]) => `${code} (${ruling})`)
      .join(", ")}.`,
    flags: {
      tenant: TENANT,
      mode: MODE,
      id: { value: "ID", text: "the verification, vf_…", required: true },
      decision: { value: RULINGS.join("|"), text: "the decision, which is final", required: true },
      reason: {
        value: "CODE",
        text: "a reason that belongs to the decision",
        required: true,
        form: REASON,
      },
      note: {
        value: "TEXT",
        text: "a note for reviewers; an approval against a specimen or contradicting data needs one",
        form: NOTE,
      },
    },
    check: contradiction,
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      const ruling = flags.requiredOf("decision", RULINGS);
      const judgement = { id: flags.required("id"), ruling, reason: flags.required("reason") };
      const note = flags.text("note");
      const { services, ...rest } = context();
      const ctx = { ...rest, scope, services: { ...services, inference: null, clock: Date.now } };
      const reviewed = await reviewVerification(ctx, note === undefined ? judgement : { ...judgement, note });
      const { id, status, decision, decisionReasons, proposal } = reviewed;
      return {
        ...{ id, status, decision },
        reasons: [...new Set(decisionReasons.map(({ code }) => code))].join(", "),
        proposed: proposal?.ruling ?? null,
      };
    },
  },
};
