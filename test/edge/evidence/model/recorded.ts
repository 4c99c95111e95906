import { dossierOf, type RecordedChange } from "#edge/verdicts/dossier/dossier.ts";
import { dossierFaults } from "#edge/verdicts/dossier/replay.ts";
import * as contesting from "#edge/verification/contest.ts";
import * as faceMatch from "#edge/verification/face-match.ts";
import type { Inputs } from "#edge/verification/inputs.ts";
import * as machine from "#edge/verification/machine.ts";
import * as returning from "#edge/verification/returning.ts";
import * as reviewing from "#edge/verification/review.ts";
import type { Verification } from "#edge/verification/types.ts";
import type { ChangeKind } from "#vocabulary/verifications.ts";
import type { Rules } from "./play.ts";
import { findFailure } from "./sequences.ts";

/** The rules, whose inputs are recorded as the service does; `onEnd` gets each verification at its end. */
function recorded(
  rules: Rules,
  onEnd: (end: Verification, changes: readonly RecordedChange[]) => void,
): Rules {
  let states = new Map<number, { state: Verification; change: RecordedChange }>();
  const note = (state: Verification, change: ChangeKind, at: number, inputs: Inputs | null = null) => {
    states.set(state.revision, { state, change: { revision: state.revision, at, change, inputs } });
    return state;
  };
  const flush = () => {
    const all = [...states.values()];
    if (all.length > 0)
      onEnd(
        all.at(-1)!.state,
        all.map(({ change }) => change),
      );
    states = new Map();
  };
  return {
    ...rules,
    newVerification: (id, ref, policy, now, given) => {
      flush();
      return note(rules.newVerification(id, ref, policy, now, given), "created", now);
    },
    applyResults: (before, results, now, at = now) => {
      const taken = rules.applyResults(before, results, now, at);
      const registered = before.steps.find(({ name }) => name === "face_match")?.registered;
      note(taken.verification, "step_result", at, {
        results,
        ...(registered !== undefined && { registered }),
      });
      return taken;
    },
    cancel: (before, now) => note(rules.cancel(before, now), "canceled", now),
    review: (before, judged, secondReviewer, now) => {
      const state = rules.review(before, judged, secondReviewer, now);
      return note(state, state.proposal === null ? "reviewed" : "proposed", now, {
        ...judged,
        secondReviewer,
      });
    },
    applyAnswer: (before, answer, now) => {
      const answered = rules.applyAnswer(before, answer, now);
      const { name, outcome } = answer;
      note(answered.verification, "checked", now, { check: { name, outcome } });
      return answered;
    },
    applyDeadlines: (before, now) => {
      const passed = rules.applyDeadlines(before, now);
      note(passed.verification, "checked", now, { check: "overdue" });
      return passed;
    },
    contest: (before, text, now) => note(rules.contest(before, text, now), "contested", now),
  };
}

/**
 * The faults of the dossiers of so many sequences: each must give its own decision, and no other one. Throws
 * if they end with too few kinds of decisions to prove anything.
 */
export function replayFailure(seed: number, runs: number): readonly unknown[] {
  const ends = new Map<string, number>();
  const faults: unknown[] = [];
  const product = { ...machine, ...faceMatch, ...returning, ...reviewing, ...contesting };
  const rules = recorded(product, (end, changes) => {
    const scope = { tenantId: "tn_1", mode: "live" } as const;
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
