import type { Policy } from "#edge/verification/policy.ts";
import type { PartName } from "#edge/verification/types.ts";
import type { StepName } from "#vocabulary/verifications.ts";
import type { Accepted, Reported, Sentence } from "./history.ts";
import { isUnasked, KNOWN_BY } from "./own-checks.ts";
import { mayLift, SIGNED_SENTENCES } from "./signed-sentences.ts";

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

/**
 * Whether a suspicious result of a photo was lifted later: it rests on pixels alone, and an original chip or
 * an authentic credential of the same document was compared with this photo, and passed.
 */
export function isLifted(result: Accepted, history: readonly Accepted[]): boolean {
  if (!result.ofPixels || result.outcome !== "adverse") return false;
  return history
    .slice(history.indexOf(result) + 1)
    .some(
      (each) =>
        each.part === "fraud" &&
        each.outcome === "passed" &&
        each.beside?.id === result.resultIds[0] &&
        mayLift(each),
    );
}

/** Whether a result is of data that the document's issuer signed. */
export const isSigned = ({ chip, credential }: Pick<Accepted, "chip" | "credential">): boolean =>
  chip !== undefined || credential !== undefined;

const whereApproved =
  (step: StepName, holds: Sentence): Sentence =>
  (history, reported) =>
    reported.decision !== "approved" || !asksFor(reported.policy, step) || holds(history, reported);

const asksFor = (policy: Policy, step: StepName) =>
  step === "face_match" ? policy.require_face_match || isOfRegistered(policy) : policy.steps.includes(step);

const isOfRegistered = ({ match_registered: rule = "off" }: Policy) => rule !== "off";

const isOfCheck = (code: string) => code.startsWith("external_check_");

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
    "approved: with dedupe, no other reference had registered the face of that live check by then",
    whereApproved("liveness", (history, { policy, isElsewhere }) => {
      const check = newest(history, "check");
      return policy.dedupe === "off" || check === undefined || !isElsewhere(check.resultIds[0]!);
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
    whereApproved("face_match", (history, { policy }) => {
      if (isOfRegistered(policy)) return true;
      const match = newest(history, "comparison");
      return (
        match?.outcome === "passed" &&
        match.pair?.portrait === newest(history, "ocr")?.resultIds[0] &&
        match.pair?.frame === newest(history, "check")?.resultIds[0]
      );
    }),
  ],
  [
    "approved: the face that is registered at the end was compared with the frame of that live check",
    whereApproved("face_match", (history, { policy }) => {
      if (!isOfRegistered(policy)) return true;
      const match = newest(history, "comparison");
      return (
        match?.outcome === "passed" &&
        match.pair?.portrait === history.at(-1)!.registered &&
        match.pair?.frame === newest(history, "check")?.resultIds[0]
      );
    }),
  ],
  [
    "approved: with approval_only, the face was registered by an approval",
    whereApproved(
      "face_match",
      (history, { policy }) =>
        policy.match_registered !== "approval_only" || newest(history, "comparison")?.origin === "approval",
    ),
  ],
  [
    "approved: a person who is recognised, or will be, performed a challenge",
    whereApproved("liveness", (history, { policy }) => {
      const { register_on_approval: rule = "off" } = policy;
      const isRecognised = isOfRegistered(policy) || rule !== "off";
      return !isRecognised || newest(history, "check")?.mode === "challenge";
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
    "approved: every external check passed",
    (_, { decision, checks }) => decision !== "approved" || checks.every((status) => status === "passed"),
  ],
  [
    "an external check that failed declines",
    (_, { decision, checks }) => decision === "declined" || !checks.includes("failed"),
  ],
  [
    "review or declined: an external check that says so is reported",
    (_, { decision, checks, reasons }) =>
      (decision !== "declined" || !checks.includes("failed") || reasons.some(isOfCheck)) &&
      (decision !== "review" || !checks.includes("review") || reasons.some(isOfCheck)),
  ],
  [
    "decided: no external check is awaited, unless something has failed",
    (_, { decision, checks }) => decision === null || decision === "declined" || !checks.includes("pending"),
  ],
  [
    "approved: the document that counts was compared with known ones, and none was ever found",
    whereApproved("document", (history, { policy }) =>
      (["repeat", "listed"] as const).every((part) => {
        if (isUnasked(part, policy)) return true;
        const compared = newest(history, part);
        const isOfTheOne = compared?.capture === newest(history, "ocr")?.capture;
        const { found } = KNOWN_BY[part];
        return (
          isOfTheOne &&
          compared?.known !== "unread" &&
          history.every((each) => each.part !== part || each.known !== found)
        );
      }),
    ),
  ],
  [
    "approved: data that its issuer signed, with a live challenge whose face is the document's",
    whereApproved("document", (history, { policy }) => {
      if (newest(history, "ocr")?.chip === undefined) return true;
      const accepts = policy.document_evidence?.includes("chip") === true;
      const isHere = newest(history, "check")?.mode === "challenge" && hasPassed(history, "comparison");
      return accepts && policy.require_face_match && isHere;
    }),
  ],
  [
    "approved: nothing adverse was ever found, but what signed data of that document has lifted",
    (history, { decision }) =>
      decision !== "approved" ||
      history.every(
        (each) => (each.outcome !== "adverse" && each.outcome !== "failed") || isLifted(each, history),
      ),
  ],
  [
    "review or declined: every suspicious outcome is reported, unless signed data has lifted it",
    (history, { decision, reasons }) =>
      decision === null ||
      history.every(
        (each) =>
          !["adverse", "failed"].includes(each.outcome) ||
          reasons.includes(each.reason!) ||
          isLifted(each, history),
      ),
  ],
  [
    "age only: nothing is left to a reviewer",
    (_, { policy, decision }) => policy.purpose !== "age" || decision !== "review",
  ],
  [
    "age only: what stands against the person declines",
    (history, { policy, decision }) =>
      policy.purpose !== "age" ||
      decision === "declined" ||
      history.every(({ outcome }) => outcome !== "adverse"),
  ],
  [
    "age only: a decline for want of evidence has used up the attempts of an upload",
    (history, { policy, decision, reasons }) =>
      decision !== "declined" ||
      !reasons.includes("insufficient_evidence") ||
      (["ocr", "fraud", "check", "comparison"] as const).some(
        (part) => history.filter((each) => each.part === part).length >= policy.max_attempts,
      ),
  ],
  ...SIGNED_SENTENCES,
  [
    "a hard stop declines",
    (history, { decision }) =>
      decision === "declined" || history.every(({ outcome }) => outcome !== "failed"),
  ],
];
