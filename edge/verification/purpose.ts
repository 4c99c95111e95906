import { z } from "zod";
import { PURPOSES, type Purpose } from "../../vocabulary/verifications.ts";

/** The longest that a verification of the age alone is open: it keeps faces until its end. In seconds. */
const AGE_ONLY_SECONDS = 900;

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

/** The fields of a policy that an age check restricts. */
interface Restricted {
  readonly purpose?: Purpose | undefined;
  readonly steps: readonly string[];
  readonly min_age: number | null;
  readonly on_fraud_suspicious: string;
  readonly expires_in_seconds: number;
  readonly store_media: string;
  readonly external_checks?: readonly unknown[] | undefined;
  readonly document_evidence?: readonly unknown[] | undefined;
  readonly dedupe: string;
  readonly match_registered?: string | undefined;
  readonly register_on_approval?: string | undefined;
  readonly repeat?: string | undefined;
  readonly block_list?: string | undefined;
  readonly contest?: string | undefined;
}

/** Fields that keep or look up something, or end in a review. */
const OFF = [
  "dedupe",
  "match_registered",
  "register_on_approval",
  "repeat",
  "block_list",
  "contest",
] as const;

/** What is wrong with a policy of the age alone, by field; nothing with any other one. */
export function ageOnlyFaults(policy: Restricted): { path: [string]; message: string }[] {
  if (!isAgeOnly(policy)) return [];
  const rules: readonly [keyof Restricted, boolean, string][] = [
    ["min_age", policy.min_age === null, "is required"],
    ["steps", !policy.steps.includes("document"), "must have document"],
    ["on_fraud_suspicious", policy.on_fraud_suspicious !== "decline", "must be decline"],
    [
      "expires_in_seconds",
      policy.expires_in_seconds > AGE_ONLY_SECONDS,
      `must be at most ${AGE_ONLY_SECONDS}`,
    ],
    ["store_media", policy.store_media !== "none", "must be none"],
    ["external_checks", policy.external_checks !== undefined, "must be absent"],
    // What a chip says is stored as it was read. A wallet is asked for the age alone.
    ["document_evidence", policy.document_evidence?.includes("chip") ?? false, "must not have chip"],
    ...OFF.map((key): [typeof key, boolean, string] => [
      key,
      (policy[key] ?? "off") !== "off",
      "must be off",
    ]),
  ];
  return rules.flatMap(([key, isBroken, rule]) =>
    isBroken
      ? [{ path: [key], message: `${rule} with purpose: age, which keeps nothing of the person` }]
      : [],
  );
}
