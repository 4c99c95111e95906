import { z } from "zod";
import { PURPOSES, type Purpose } from "../../vocabulary/verifications.ts";
import type { Policy } from "./policy.ts";

/** The longest that a verification of the age alone is open: it keeps faces until its end. In seconds. */
export const AGE_ONLY_SECONDS = 900;

export const purposeField = z
  .enum(PURPOSES)
  .optional()
  .describe(
    "What the verification is for. `identity`, the default. `age`: only whether the person has reached `min_age`. Nothing that was read from the document or the face is kept, so that no person can review it: it is approved or declined. `on_fraud_suspicious` is then `decline`, and `expires_in_seconds` at most 900, which are its defaults.",
  );

/** Whether only the age is checked, and nothing of the person is kept. */
export const isAgeOnly = ({ purpose }: { readonly purpose?: Purpose | undefined }): boolean =>
  purpose === "age";

/** The rules as they were given, with the defaults of their purpose. */
export const withPurpose = (given: unknown): unknown =>
  given !== null && typeof given === "object" && isAgeOnly(given)
    ? { on_fraud_suspicious: "decline", expires_in_seconds: AGE_ONLY_SECONDS, ...given }
    : given;

/** What a policy of the age alone must not have, and why it cannot. */
const EXCLUDED: readonly [keyof Policy, (policy: Policy) => boolean, string][] = [
  ["min_age", ({ min_age }) => min_age === null, "is required with purpose: age"],
  ["steps", ({ steps }) => !steps.includes("document"), "must have document with purpose: age"],
  [
    "on_fraud_suspicious",
    ({ on_fraud_suspicious: rule }) => rule !== "decline",
    "must be decline with purpose: age, which keeps nothing to review",
  ],
  [
    "expires_in_seconds",
    ({ expires_in_seconds: seconds }) => seconds > AGE_ONLY_SECONDS,
    `must be at most ${AGE_ONLY_SECONDS} with purpose: age`,
  ],
  ["store_media", ({ store_media }) => store_media !== "none", "must be none with purpose: age"],
  ["external_checks", (policy) => policy.external_checks !== undefined, "excludes purpose: age"],
  ...(["dedupe", "match_registered", "register_on_approval", "repeat", "block_list", "contest"] as const).map(
    (key): (typeof EXCLUDED)[number] => [
      key,
      (policy) => (policy[key] ?? "off") !== "off",
      "must be off with purpose: age",
    ],
  ),
];

/** What is wrong with a policy of the age alone, by field. */
export const ageOnlyFaults = (policy: Policy): { path: [string]; message: string }[] =>
  isAgeOnly(policy)
    ? EXCLUDED.flatMap(([key, isBroken, message]) => (isBroken(policy) ? [{ path: [key], message }] : []))
    : [];
