import { ApiError } from "../../core/errors.ts";
import { contest } from "../../verification/contest.ts";
import { UNTRIED } from "../../verification/evidence.ts";
import {
  applyAnswer,
  applyDeadlines,
  applyResults,
  cancel,
  expireIfDue,
  withRegistration,
} from "../../verification/machine.ts";
import type { Policy } from "../../verification/policy.ts";
import { renderVerification } from "../../verification/render.ts";
import { comparesRegistered } from "../../verification/returning.ts";
import { review } from "../../verification/review.ts";
import { nextActionOf } from "../../verification/steps.ts";
import type { Step, Verification } from "../../verification/types.ts";
import { type Dossier, givenInputs } from "./dossier.ts";
import { measuredFaults } from "./measured.ts";

type Change = Dossier["changes"][number];

/** Changes that decide nothing. */
const WITHOUT_RULE: readonly Change["change"][] = ["created", "linked", "claimed", "consented", "recalled"];

/**
 * The faults of a dossier without its signature, each with its place: measurements whose verdict is another
 * one, and a decision that the rules do not reach. Empty for a dossier that proves its decision.
 */
export const dossierFaults = (dossier: Dossier): string[] => [
  ...measuredFaults(dossier),
  ...replayFaults(dossier),
];

/**
 * The faults of a dossier's decision: runs the rules on its inputs, from the creation on, and compares the
 * result with what the dossier says. Each fault names its place.
 */
function replayFaults(dossier: Dossier): string[] {
  let state = atCreation(dossier);
  for (const change of dossier.changes) {
    try {
      state = { ...changed(state, change), revision: change.revision };
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof Unrecorded)) throw error;
      return [`changes.${change.revision}: ${error.message}`];
    }
  }
  const { mode, issued_at } = dossier;
  const reached = renderVerification({ mode }, state, Date.parse(issued_at));
  return COMPARED.flatMap(([place, of]) => {
    const [rules, says] = [of(reached), of(dossier.verification)].map((value) => JSON.stringify(value));
    return rules === says ? [] : [`${place}: the rules give ${rules}, the dossier says ${says}`];
  });
}

type Rendered = Dossier["verification"];

/** What the rules decide. Texts and times that follow from it are not compared. */
const COMPARED: readonly (readonly [place: string, of: (rendered: Rendered) => unknown])[] = [
  ["verification.status", ({ status }) => status],
  ["verification.decision", ({ decision }) => decision],
  ["verification.decision_reasons", (of) => of.decision_reasons.map(({ code, step }) => [code, step])],
  [
    "verification.steps",
    ({ steps }) =>
      steps.map(({ name, status, attempts, result_ids, reason }) => [
        ...[name, status, attempts, reason],
        ...result_ids,
      ]),
  ],
];

/** A change whose inputs are not in the dossier. */
class Unrecorded extends Error {}

function changed(before: Verification, { change, inputs: written, at: time }: Change): Verification {
  const at = Date.parse(time);
  const inputs = written && givenInputs(written);
  if (WITHOUT_RULE.includes(change)) return before;
  if (change === "canceled") return cancel(before, before.createdAt);
  if (change === "expired") return expireIfDue(before, before.expiresAt);
  if (change === "contested") return contest(before, null, at);
  if (change === "step_result" && inputs !== null && "results" in inputs) {
    // When a call began is not recorded: whether it began in time is no question of the decision.
    const { results, registered } = inputs;
    const current = registered === undefined ? before : withRegistration(before, registered);
    return applyResults(current, results, before.createdAt, at).verification;
  }
  if (change === "checked" && inputs !== null && "check" in inputs) {
    const { check } = inputs;
    if (check === "overdue") return applyDeadlines(before, at).verification;
    return applyAnswer(before, { ...check, reference: null, reason: null }, at).verification;
  }
  if ((change === "proposed" || change === "reviewed") && inputs !== null && "ruling" in inputs) {
    return review(before, inputs, inputs.secondReviewer, at);
  }
  throw new Unrecorded(`The inputs of this change (${change}) are not recorded.`);
}

function atCreation({ verification, begun }: Dossier): Verification {
  const policy: Policy = verification.policy;
  const steps = begun.map(
    ({ name, max_attempts: maxAttempts, parts, challenge_first }): Step => ({
      ...{ name, status: "pending", attempts: 0, maxAttempts, resultIds: [], reason: null, updatedAt: null },
      ...{ capture: null, findings: [] },
      ...(name === "face_match" && comparesRegistered(policy) && { registered: null }),
      parts: Object.fromEntries(
        parts.map((part) => [
          part,
          part === "check" && challenge_first ? { ...UNTRIED, challengeFirst: true } : UNTRIED,
        ]),
      ),
    }),
  );
  return {
    ...{
      id: verification.id,
      customerRef: verification.customer_ref ?? "",
      status: "created",
      policy,
      steps,
    },
    ...{ decision: null, decisionReasons: [], nextAction: nextActionOf(steps, policy), revision: 1 },
    createdAt: Date.parse(verification.created_at),
    expiresAt: Date.parse(verification.expires_at),
    ...{ completedAt: null, reviewedAt: null, proposal: null, contestedAt: null, contestText: null },
    ...{
      capture: null,
      recalledAt: null,
      boundDevice: null,
      consent: null,
      checks: null,
      expected: null,
      metadata: null,
    },
    ...{ policyId: null, policyVersion: null },
  };
}
