import type { Policy } from "#edge/verification/policy.ts";
import type { Outcome, PartName } from "#edge/verification/types.ts";
import type { LivenessMode } from "#vocabulary/enumerations.ts";
import type { Decision, StepName } from "#vocabulary/verifications.ts";
import type { Flaw, ShownDetails } from "./commands.ts";

/** An accepted result, as the sender of the upload could record it. */
export interface Accepted {
  readonly part: PartName;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly resultIds: readonly string[];
  /** Its image, or its liveness check. */
  readonly capture: string;
  readonly mode?: LivenessMode;
  /** Of a comparison: the results whose faces were compared. */
  readonly pair?: { readonly portrait: string; readonly frame: string };
  /** The image that its part checked, and the truth against it, whatever the findings. */
  readonly flaw?: Flaw | undefined;
  /** Of a comparison with the expected details: how the document shows them. */
  readonly shows?: ShownDetails | undefined;
}

/** The request, and the published decision. */
interface Reported {
  readonly policy: Policy;
  /** Whether the tenant expects details. */
  readonly expects: boolean;
  readonly decision: Decision | null;
  readonly reasons: readonly string[];
}

/**
 * Contract §3.6 on the history alone: uploads and findings in order, independent of
 * how the service stores them. Returns the sentences that a decision breaks.
 */
export function brokenSentences(history: readonly Accepted[], reported: Reported): string[] {
  return SENTENCES.filter(([, holds]) => !holds(history, reported)).map(([sentence]) => sentence);
}

/**
 * The newest result of a part that settled anything: an image that cannot be judged is as if it had never
 * been sent.
 */
const newest = (history: readonly Accepted[], part: PartName) =>
  history.findLast((each) => each.part === part && each.outcome !== "capture_quality");

const hasPassed = (history: readonly Accepted[], part: PartName) =>
  newest(history, part)?.outcome === "passed";

type Sentence = (history: readonly Accepted[], reported: Reported) => boolean;

const whereApproved =
  (step: StepName, holds: Sentence): Sentence =>
  (history, reported) =>
    reported.decision !== "approved" || !asksFor(reported.policy, step) || holds(history, reported);

const asksFor = ({ steps, require_face_match }: Policy, step: StepName) =>
  step === "face_match" ? require_face_match : steps.includes(step);

const SENTENCES: readonly [string, Sentence][] = [
  [
    "approved: one image gave fields and portrait, and its own clean verdict",
    whereApproved(
      "document",
      (history) =>
        hasPassed(history, "ocr") &&
        hasPassed(history, "fraud") &&
        newest(history, "ocr")!.capture === newest(history, "fraud")!.capture,
    ),
  ],
  [
    "approved: the newest settled live check passed, and its own face was searched for",
    whereApproved("liveness", (history, { policy }) => {
      const found = newest(history, "search");
      const isSearched = found?.outcome === "passed" && found.capture === newest(history, "check")?.capture;
      return hasPassed(history, "check") && (policy.dedupe === "off" || isSearched);
    }),
  ],
  [
    "approved: after a step-up a challenge passed, and nothing weaker since",
    whereApproved("liveness", (history) => {
      const demand = history.findIndex(({ outcome }) => outcome === "step_up");
      const since = history.slice(demand + 1).filter(({ part }) => part === "check");
      return demand === -1 || since.every(({ mode }) => mode === "challenge");
    }),
  ],
  [
    "approved: the portrait of that image was compared with the frame of that live check",
    whereApproved("face_match", (history) => {
      const match = newest(history, "comparison");
      return (
        match?.outcome === "passed" &&
        match.pair?.portrait === newest(history, "ocr")?.resultIds[0] &&
        match.pair?.frame === newest(history, "check")?.resultIds[0]
      );
    }),
  ],
  [
    "approved: the faces were not left in doubt for as long as attempts were left",
    whereApproved("face_match", (history, { policy }) =>
      history
        .filter(({ part }) => part === "comparison")
        .slice(policy.max_attempts - 1)
        .every(({ outcome }) => outcome !== "review"),
    ),
  ],
  [
    "approved: fields, MRZ and portrait are of one physical document",
    whereApproved("document", (history) => history.every(({ flaw }) => flaw !== "two_people")),
  ],
  [
    "approved: a check of authenticity was evaluated on the document that counts",
    whereApproved("document", (history) => newest(history, "fraud")?.flaw !== "nothing_to_check"),
  ],
  [
    "approved: no image had data that its issuer signed for another document",
    whereApproved("document", (history) => history.every(({ flaw }) => flaw !== "moved_seal")),
  ],
  [
    "approved: no live frame was a copy of the portrait, and none came before in another verification",
    whereApproved("liveness", (history) =>
      history.every(({ flaw }) => flaw !== "copy" && flaw !== "seen_before"),
    ),
  ],
  [
    "approved: the image that counts shows the expected details, unless a mismatch is only reported",
    whereApproved("document", (history, { policy, expects }) => {
      if (!expects || policy.on_expected_mismatch === "report") return true;
      const details = newest(history, "details");
      return details?.shows === "expected" && details.capture === newest(history, "ocr")?.capture;
    }),
  ],
  [
    "approved: no document ever showed other details with certainty, unless that is only reported",
    whereApproved(
      "document",
      (history, { policy }) =>
        policy.on_expected_mismatch === "report" || history.every(({ shows }) => shows !== "other"),
    ),
  ],
  [
    "a mismatch that is only reported is no reason of a decision",
    (history, { policy }) =>
      policy.on_expected_mismatch !== "report" ||
      history.every(({ part, outcome }) => part !== "details" || outcome === "passed"),
  ],
  [
    "approved: nothing adverse was ever found",
    (history, { decision }) =>
      decision !== "approved" ||
      history.every(({ outcome }) => outcome !== "adverse" && outcome !== "failed"),
  ],
  [
    "review or declined: every suspicious outcome is reported",
    (history, { decision, reasons }) =>
      decision === null ||
      history.every(
        ({ outcome, reason }) => !["adverse", "failed"].includes(outcome) || reasons.includes(reason!),
      ),
  ],
  [
    "a hard stop declines",
    (history, { decision }) =>
      decision === "declined" || history.every(({ outcome }) => outcome !== "failed"),
  ],
];
