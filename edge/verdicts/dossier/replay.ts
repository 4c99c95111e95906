import { ApiError } from "../../core/errors.ts";
import { contest } from "../../verification/contest.ts";
import type { Inputs } from "../../verification/inputs.ts";
import {
  applyAnswer,
  applyDeadlines,
  cancel,
  expireIfDue,
  newVerification,
} from "../../verification/machine.ts";
import { NotMeasured } from "../../verification/measured.ts";
import { renderVerification } from "../../verification/render.ts";
import { review } from "../../verification/review.ts";
import type { Verification } from "../../verification/types.ts";
import { searchResult } from "../replay/judged.ts";
import { type Circumstances, circumstancesOf, playCall } from "../replay/player.ts";
import { type Dossier, givenInputs } from "./dossier.ts";
import { measuredFaults } from "./measured.ts";

type Change = Omit<Dossier["changes"][number], "inputs"> & { readonly inputs: Inputs | null };

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
  const changes = dossier.changes.map(({ inputs, ...change }) => ({
    ...change,
    inputs: inputs && givenInputs(inputs),
  }));
  let state = atCreation(dossier);
  const calls = changes.flatMap(({ inputs }) => (inputs !== null && "measured" in inputs ? [inputs] : []));
  const circumstances = circumstancesOf(dossier.mode, state, calls);
  for (const change of changes) {
    try {
      state = { ...changed(state, change, circumstances), revision: change.revision };
    } catch (error) {
      const isFault = [ApiError, NotMeasured, Unrecorded].some((kind) => error instanceof kind);
      if (!isFault) throw error;
      return [`changes.${change.revision}: ${(error as Error).message}`];
    }
  }
  const { mode, issued_at } = dossier;
  // Links are not compared.
  const place = { mode, publicUrl: "https://selfsame.invalid" };
  const reached = renderVerification(place, state, Date.parse(issued_at));
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

function changed(
  before: Verification,
  { change, inputs, at: time }: Change,
  circumstances: Circumstances,
): Verification {
  const at = Date.parse(time);
  if (WITHOUT_RULE.includes(change)) return before;
  if (change === "canceled") return cancel(before, before.createdAt);
  if (change === "expired") return expireIfDue(before, before.expiresAt);
  if (change === "contested") return contest(before, null, at);
  if (change === "step_result" && inputs !== null && "measured" in inputs) {
    return playCall(before, inputs, circumstances, at);
  }
  if (change === "checked" && inputs !== null && "check" in inputs) {
    const { check } = inputs;
    if (check === "overdue") return applyDeadlines(before, at).verification;
    const searched = inputs.searchAgain && searchResult(inputs.searchAgain, before.policy);
    return applyAnswer(before, { ...check, reference: null, reason: null }, at, searched).verification;
  }
  if ((change === "proposed" || change === "reviewed") && inputs !== null && "ruling" in inputs) {
    return review(before, inputs, inputs.secondReviewer, at);
  }
  throw new Unrecorded(`The inputs of this change (${change}) are not recorded.`);
}

const atCreation = ({ verification, challenge_first: challengeFirst }: Dossier): Verification =>
  newVerification(
    verification.id,
    verification.customer_ref ?? "",
    verification.policy,
    Date.parse(verification.created_at),
    { expected: "details" in verification ? new Uint8Array() : null, challengeFirst },
  );
