import { z } from "zod";
import { REASON_SOURCES } from "../../vocabulary/details.ts";
import { REASON_STEPS, STEP_NAMES } from "../../vocabulary/verifications.ts";
import { REASONS, reasonAnchor } from "../verification/reasons/messages.ts";

export const stepName = z.enum(STEP_NAMES).describe("The step.");

export const reasonStep = z
  .enum(REASON_STEPS)
  .describe("The step; `external_check` for a check of your own.");

/** A service of a later version may have more codes. */
export const reasonCode = z.union([z.enum([...REASONS.keys()]), z.string()]).meta({
  id: "DecisionReasonCode",
  description: "The code of a reason. A later version of the service may have more.",
  examples: ["fraud_suspicious"],
});

export const decisionReasons = z
  .array(
    z.object({
      code: reasonCode,
      step: reasonStep,
      message: z.string().describe("What was found, in a sentence, for your staff."),
      source: z
        .enum(REASON_SOURCES)
        .describe(
          "What the reason rests on. `tenant`: your own rules, such as `min_age` or `expected`. `test`: a test reference.",
        ),
      action: z
        .string()
        .nullable()
        .describe("What your staff can do, in a sentence; null for a reviewer's own decision."),
      docs: z
        .string()
        .describe(
          "The reason's entry in this service's reference, such as `https://id.example.com/docs#reason-glare`.",
        ),
    }),
  )
  .describe("Why the verification was decided so. Empty if every step passed.");

/** Every reason of a decision, as the reference lists it. */
export const REASON_ENTRIES = [...REASONS].map(([code, { finding, cause, source, support }]) => ({
  id: reasonAnchor(code),
  code,
  source,
  text: [`${finding}.`, cause, support ?? ""].join(" ").trim(),
}));
