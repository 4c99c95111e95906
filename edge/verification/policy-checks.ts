import { z } from "zod";
import { VERIFIED_KEYS } from "../../vocabulary/details.ts";
import { DEADLINE_RULES } from "../../vocabulary/own-checks.ts";

/** The limits of a check's deadline, in seconds. */
const DEADLINE_SECONDS = { min: 60, max: 86_400 } as const;
const MOST_CHECKS = 3;

const externalCheck = z.strictObject({
  name: z
    .string()
    .regex(
      /^[a-z][a-z0-9_]{0,39}$/,
      "must be 1 to 40 lower-case letters, digits and _, and begin with a letter",
    )
    .describe("Your name for the check, such as `watchlist`. It is part of the path of the answer."),
  deadline_seconds: z
    .int()
    .min(DEADLINE_SECONDS.min)
    .max(DEADLINE_SECONDS.max)
    .default(3_600)
    .describe("The seconds within which your server answers."),
  on_deadline: z
    .enum(DEADLINE_RULES)
    .default("review")
    .describe(
      "What follows without an answer. `review`: the verification goes to review. `decline`: it is declined.",
    ),
  fields: z
    .array(z.enum(VERIFIED_KEYS))
    .refine((list) => new Set(list).size === list.length, "must not name anything twice")
    .meta({ uniqueItems: true })
    .default([])
    .describe("The fields of the document that `verification.check_requested` has for this check."),
});

/** The policy's checks of the tenant's own (contract §3.13). */
export const externalChecks = z
  .array(externalCheck)
  .min(1)
  .max(MOST_CHECKS)
  .refine(
    (checks) => new Set(checks.map(({ name }) => name)).size === checks.length,
    "must not name a check twice",
  )
  .describe(
    "Checks of your own before the decision, at most 3. Selfsame requests them with the event `verification.check_requested`, when no step has failed and none is open. Default: none.",
  );
