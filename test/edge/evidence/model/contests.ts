import type { Policy } from "#edge/verification/policy.ts";
import type { PartName } from "#edge/verification/types.ts";
import type { Decision } from "#vocabulary/verifications.ts";
import type { Expected } from "./expected.ts";
import type { Accepted } from "./history.ts";

/** A declined person's attempt to contest the decision; `late`: when the time for it is over. */
export interface Contesting {
  readonly kind: "contest";
  readonly late: boolean;
}

/** Whether the attempt must be accepted (contract §3.16). */
export const mayContest = (
  { policy, decision, contested }: { policy: Policy; decision: Decision | null; contested: boolean },
  { late }: Contesting,
): boolean => policy.contest === "on" && decision === "declined" && !contested && !late;

const CAPTURED: readonly PartName[] = ["ocr", "fraud", "check", "search"];
const ABOUT_DOCUMENT: readonly PartName[] = ["ocr", "fraud"];
const JUDGED: readonly string[] = ["passed", "review", "adverse", "failed"];

/**
 * Required parts that nobody can judge from what the person has sent: without a result, with one of another
 * capture than the newest, or with one that asks for another capture.
 */
export function partsWithoutEvidence(
  expected: Pick<Expected, "parts" | "used">,
  { max_attempts }: Pick<Policy, "max_attempts">,
  history: readonly Accepted[],
): PartName[] {
  const settled = history.map((each, at) => ({ ...each, at })).filter((each) => !isCapture(each));
  return expected.parts.filter((part) => {
    if (!CAPTURED.includes(part)) return false;
    const kin = ABOUT_DOCUMENT.includes(part) ? ABOUT_DOCUMENT : ["check", "search"];
    const counting = settled.findLast((each) => kin.includes(each.part))?.capture;
    const newest = settled.findLast((each) => each.part === part);
    const isExhausted = (at: number) => expected.used(part, at + 1) >= max_attempts;
    const isJudged = newest !== undefined && (JUDGED.includes(newest.outcome) || isExhausted(newest.at));
    if (isJudged) return newest.capture !== counting;
    const last = history.findLastIndex((each) => each.part === part);
    if (last < 0 || !isCapture(history[last]!) || !isExhausted(last)) return true;
    return history[last]!.capture !== counting;
  });
}

const isCapture = ({ outcome }: Accepted) => outcome === "capture_quality";

/** The sentences on contests that a decision breaks, after the service itself has declined. */
export function brokenByContest(
  decision: Decision | null,
  { contested, missing }: { readonly contested: boolean; readonly missing: readonly PartName[] },
): string[] {
  const sentences: [string, boolean][] = [
    [
      "declined by the service: it stands unless the person contests it",
      decision === "declined" || contested,
    ],
    [
      "approved after a contest: each required upload was judged on the capture that counts",
      decision !== "approved" || missing.length === 0,
    ],
  ];
  return sentences.flatMap(([sentence, holds]) => (holds ? [] : [sentence]));
}
