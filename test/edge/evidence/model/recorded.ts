import { dossierOf, type RecordedChange } from "#edge/verdicts/dossier/dossier.ts";
import { dossierFaults } from "#edge/verdicts/dossier/replay.ts";
import { comparisonResult, judgedResults, searchResult } from "#edge/verdicts/replay/judged.ts";
import type { Inputs } from "#edge/verification/inputs.ts";
import type { StepResult, Verification } from "#edge/verification/types.ts";
import { measurable, measuredAs } from "#test/harness/edge/measured-as.ts";
import type { ChangeKind } from "#vocabulary/verifications.ts";
import { PRODUCT, type Rules } from "./rules.ts";
import { findFailure } from "./sequences.ts";

/** A state of the model's verification, and of the one whose results were measured. */
interface Twin {
  readonly played: Verification;
  readonly measured: Verification;
  readonly change: RecordedChange;
}

/** The states that a decision is made of. The texts of drawn and measured reasons differ. */
const outlineOf = ({ status, decision, steps }: Verification) =>
  JSON.stringify([status, decision, steps.map((step) => [step.name, step.status, step.attempts])]);

const registeredIn = ({ steps }: Verification) => steps.find(({ name }) => name === "face_match")?.registered;

/** The results of a call, by a record that comes to them. */
function measure(drawn: readonly StepResult[], before: Verification, now: number) {
  const { policy } = before;
  const measured = measuredAs(drawn, policy, registeredIn(before));
  const judged = judgedResults({ capture: captureOf(drawn), measured }, { policy, now, fixed: null });
  const { comparison, searchAgain } = measured;
  const results = [
    ...judged,
    ...(comparison === undefined ? [] : [comparisonResult(comparison, policy)]),
    ...(searchAgain === undefined ? [] : [searchResult(searchAgain, policy)]),
  ];
  return { results, inputs: { at: now, capture: captureOf(drawn), measured } };
}

const captureOf = (drawn: readonly StepResult[]) =>
  drawn.find(({ part }) => part === "ocr" || part === "fraud")?.capture ?? drawn[0]!.capture;

/**
 * The rules, with a record of each change as the service makes it. Every verification has a twin whose
 * results are measured and judged. `onEnd` gets the twin at its end.
 */
function recorded(
  rules: Rules,
  onEnd: (end: Verification, changes: readonly RecordedChange[]) => void,
): Rules {
  let twins = new Map<number, Twin>();
  const note = (
    { played, measured }: Omit<Twin, "change">,
    change: ChangeKind,
    at: number,
    inputs: Inputs | null = null,
  ) => {
    const [one, other] = [outlineOf(played), outlineOf(measured)];
    if (one !== other) throw new Error(`Drawn results lead to ${one}, measured ones to ${other}.`);
    const { revision } = played;
    twins.set(revision, { played, measured, change: { revision, at, change, inputs } });
    return played;
  };
  const twinOf = ({ revision }: Verification) => twins.get(revision)!.measured;
  const flush = () => {
    const all = [...twins.values()];
    if (all.length > 0)
      onEnd(
        all.at(-1)!.measured,
        all.map(({ change }) => change),
      );
    twins = new Map();
  };
  return {
    ...rules,
    newVerification: (id, ref, policy, now, given) => {
      flush();
      const played = rules.newVerification(id, ref, policy, now, given);
      const measured = rules.newVerification(id, ref, measurable(policy), now, given);
      return note({ played, measured }, "created", now);
    },
    applyResults: (before, drawn, now, at = now) => {
      const taken = rules.applyResults(before, drawn, now, at);
      const twin = rules.withRegistration(twinOf(before), registeredIn(before) ?? null);
      const { results, inputs } = measure(drawn, twin, now);
      const measured = rules.applyResults(twin, results, now, at).verification;
      note({ played: taken.verification, measured }, "step_result", at, inputs);
      return taken;
    },
    cancel: (before, now) =>
      note(
        { played: rules.cancel(before, now), measured: rules.cancel(twinOf(before), now) },
        "canceled",
        now,
      ),
    review: (before, judged, secondReviewer, now) => {
      const played = rules.review(before, judged, secondReviewer, now);
      const measured = rules.review(twinOf(before), judged, secondReviewer, now);
      return note({ played, measured }, played.proposal === null ? "reviewed" : "proposed", now, {
        ...judged,
        secondReviewer,
      });
    },
    applyAnswer: (before, answer, now, searched = null) => {
      const answered = rules.applyAnswer(before, answer, now, searched);
      const twin = twinOf(before);
      const { searchAgain } = searched === null ? {} : measuredAs([searched], twin.policy, undefined);
      const found = searchAgain === undefined ? null : searchResult(searchAgain, twin.policy);
      const measured = rules.applyAnswer(twin, answer, now, found).verification;
      const { name, outcome } = answer;
      const inputs = { check: { name, outcome }, ...(searchAgain && { searchAgain }) };
      note({ played: answered.verification, measured }, "checked", now, inputs);
      return answered;
    },
    applyDeadlines: (before, now) => {
      const passed = rules.applyDeadlines(before, now);
      const measured = rules.applyDeadlines(twinOf(before), now).verification;
      note({ played: passed.verification, measured }, "checked", now, { check: "overdue" });
      return passed;
    },
    contest: (before, text, now) =>
      note(
        { played: rules.contest(before, text, now), measured: rules.contest(twinOf(before), text, now) },
        "contested",
        now,
      ),
  };
}

/**
 * The faults of the dossiers of so many sequences: each must give its own decision, and no other one. Throws
 * if they end with too few kinds of decisions to prove anything.
 */
export function replayFailure(seed: number, runs: number): readonly unknown[] {
  const ends = new Map<string, number>();
  const faults: unknown[] = [];
  const rules = recorded(PRODUCT, (end, changes) => {
    const scope = { tenantId: "tn_1", mode: "live", publicUrl: "https://id.example.com" } as const;
    const sent = JSON.parse(JSON.stringify(dossierOf(scope, end, { changes, results: [] }, end.createdAt)));
    faults.push(...dossierFaults(sent));
    const { decision } = sent.verification;
    ends.set(String(decision), (ends.get(String(decision)) ?? 0) + 1);
    const other = decision === "approved" ? "declined" : "approved";
    const forged = { ...sent, verification: { ...sent.verification, decision: other } };
    if (dossierFaults(forged).length === 0) faults.push(["a forged decision is not noticed", forged]);
  });
  const failure = findFailure(rules, seed, runs);
  if (ends.size < 4) throw new Error(`All sequences end with ${[...ends.keys()]}.`);
  return failure === null ? faults : [...faults, failure];
}
