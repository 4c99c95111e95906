import { z } from "zod";
import type { CheckName, SignalName } from "../../vocabulary/fraud.ts";
import type { Ruling } from "../../vocabulary/verifications.ts";
import { ApiError } from "../core/errors.ts";
import { isContested } from "./contest.ts";
import { reasonsOf } from "./evidence.ts";
import { checkReasons } from "./external-checks.ts";
import { reasonMessage } from "./reasons/messages.ts";
import type { DecisionReason, Verification } from "./types.ts";

/** What an approval contradicts, so that the reviewer writes why: a specimen, contradicting data, a block. */
const SIGNALS: readonly SignalName[] = ["specimen_document"];
const CHECKS: readonly CheckName[] = ["mrz_viz_consistency", "date_order", "single_holder"];
const FINDINGS: readonly string[] = ["sides_contradict", "list_blocked"];

/** The shortest reason in a reviewer's own words, in characters. */
export const SHORTEST_REASON = 10;

/** The part of a fraud result's body that this rule reads. */
const judged = z.object({
  signals: z.array(z.object({ name: z.string(), triggered: z.boolean() })),
  deterministic_checks: z.array(z.object({ name: z.string(), status: z.string() })),
});

/** The results of a verification by their ids. One that was erased is missing, or has an empty body. */
type Results = ReadonlyMap<string, { readonly body: Readonly<Record<string, unknown>> }>;

/**
 * Codes of what an approval of the verification would override; empty if an approval contradicts nothing. A
 * standing finding whose result is gone counts: nothing shows any more what was found. So does each reason of
 * a contested decision.
 */
export function overriddenBy(verification: Verification, results: Results): readonly string[] {
  const { steps, decisionReasons } = verification;
  const standing = steps.flatMap(({ findings }) => findings);
  const ids = steps.flatMap(({ resultIds }) => resultIds).filter((id) => id.startsWith("fc_"));
  const bodies = new Map(ids.map((id) => [id, judged.safeParse(results.get(id)?.body).data]));
  const found = [...bodies.values()].flatMap((body) => [
    ...(body?.signals ?? []).filter(({ triggered }) => triggered).map(({ name }) => name),
    ...(body?.deterministic_checks ?? []).filter(({ status }) => status === "fail").map(({ name }) => name),
  ]);
  const overridden: readonly string[] = [...SIGNALS, ...CHECKS];
  const gone = standing.filter(({ resultId }) => bodies.has(resultId) && bodies.get(resultId) === undefined);
  return [
    ...new Set([
      ...(isContested(verification) ? decisionReasons.map(({ code }) => code) : []),
      ...standing.map(({ code }) => code).filter((code) => FINDINGS.includes(code)),
      ...found.filter((name) => overridden.includes(name)),
      ...gone.map(({ code }) => code),
    ]),
  ];
}

const ADVERSE = ["review", "failed"] as const;

/** The reasons that a reviewer's approval overrode; null without such an approval. */
export function overriddenReasons(verification: Verification): DecisionReason[] | null {
  const { decision, reviewedAt, steps } = verification;
  if (decision !== "approved" || reviewedAt === null) return null;
  return ADVERSE.flatMap((status) => [
    ...steps.flatMap((step) =>
      reasonsOf({ ...step, status }, status)
        // What stands for a step without a reason of that status.
        .filter(({ code }) => code !== `${step.name}_${status}`)
        .map((reason) => ({
          code: reason.code,
          step: step.name,
          message: reasonMessage(reason, step.name),
        })),
    ),
    ...checkReasons(verification, status),
  ]);
}

/**
 * Throws 400 `invalid_parameter` for an approval that overrides a finding without a reason in the reviewer's
 * own words.
 */
export function assertReasoned(
  verification: Verification,
  results: Results,
  { ruling, note }: { readonly ruling: Ruling; readonly note: string },
): void {
  if (ruling !== "approved" || note.trim().length >= SHORTEST_REASON) return;
  const overridden = overriddenBy(verification, results);
  if (overridden.length === 0) return;
  throw new ApiError(
    "invalid_parameter",
    `An approval against ${overridden.join(", ")} needs a note of at least ${SHORTEST_REASON} characters that says why.`,
    { param: "note" },
  );
}
