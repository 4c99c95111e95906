import { z } from "zod";
import { CHECKS, SIGNALS } from "../../../vocabulary/fraud.ts";
import { isCredentialId, isSignedId } from "../../core/ids.ts";
import type { StepResult } from "../../verification/types.ts";
import type { FraudVerdict } from "../fraud/assess.ts";
import { counting } from "../fraud/signals/signal-rules.ts";
import { fuse } from "../fraud/signals/signals.ts";
import { decide } from "../fraud/truth-table.ts";
import { LIVENESS_REASONS, verdict } from "../liveness/reasons.ts";
import { sidesOutcome } from "../outcomes/sides.ts";
import { livenessOutcome, type StepOutcome } from "../outcomes/step-outcome.ts";
import { fixStep, testReference } from "../test-references/table.ts";
import { yearsAfter } from "../text/dates.ts";
import { type Dossier, givenInputs, type WrittenInputs } from "./dossier.ts";
import { credentialBody, judgeCredentialBody } from "./measured-credential.ts";
import { judgeSigned, signedBody } from "./measured-signed.ts";

/** Two numbers that the service computed in the same way. */
const isClose = (one: number, other: number) => Math.abs(one - other) < 1e-9;

const unit = z.number().min(0).max(1);

const fraudBody = z.object({
  decision: z.enum(["clean", "suspicious", "fraudulent", "inconclusive"]),
  overall_score: unit,
  thresholds: z.object({ suspicious: unit, fraudulent: unit }),
  quality_gate: z.object({ passed: z.boolean(), issues: z.array(z.string()) }),
  signals: z.array(z.object({ name: z.enum(SIGNALS), score: unit, threshold: unit, triggered: z.boolean() })),
  deterministic_checks: z.array(
    z.object({
      name: z.enum(CHECKS),
      status: z.string(),
      severity: z.string(),
      required: z.boolean(),
    }),
  ),
  authenticity_missing: z.boolean(),
});

const livenessBody = z.object({
  is_live: z.boolean(),
  score: unit,
  threshold: unit,
  reason: z.enum(LIVENESS_REASONS as [(typeof LIVENESS_REASONS)[number]]),
  frames: z.array(z.object({ replayed: z.boolean().nullable() })),
});

const ocrBody = z.object({
  ocr_eligible: z.boolean(),
  eligibility_reason: z.string(),
  gate_rejections: z.array(z.unknown()),
  fields: z.record(z.string(), z.unknown()),
});

const matchBody = z.object({
  match: z.boolean(),
  similarity: unit.nullable(),
  threshold: unit.nullable(),
  copied: z.boolean().nullish(),
});

type Results = ReadonlyMap<string, Readonly<Record<string, unknown>>>;
type Fault = (place: string, what: string) => void;

interface Judging {
  readonly dossier: Dossier;
  readonly fault: Fault;
}

/** The bodies of a result's ids under a schema. One that is deleted or erased is left out. */
function bodiesOf<S extends z.ZodType>(schema: S, ids: readonly string[], results: Results, fault: Fault) {
  return ids.flatMap((id): [string, z.output<S>][] => {
    const body = results.get(id);
    if (body === undefined || Object.keys(body).length === 0) return [];
    const { success, data, error } = schema.safeParse(body);
    if (success) return [[id, data]];
    fault(`results.${id}`, `is not readable: ${error.issues[0]?.path.join(".")}`);
    return [];
  });
}

/**
 * The faults of a dossier's measurements: judges each stored result again by its own scores and checks, and
 * compares the outcome with the one that the decision used. Each fault names the result.
 */
export function measuredFaults(dossier: Dossier): string[] {
  const faults: string[] = [];
  const fault: Fault = (place, what) => faults.push(`${place}: ${what}`);
  const results: Results = new Map(dossier.results.map(({ id, body }) => [id, body]));
  const taken = dossier.changes.flatMap(({ inputs, at }) =>
    inputs === null ? [] : resultsOf(inputs).map((result) => ({ result, at })),
  );
  const { verification, mode } = dossier;
  const fixed = testReference(mode, verification.customer_ref)?.outcome ?? null;
  for (const { result, at } of taken) {
    const judge = JUDGES[result.part];
    const found = judge?.({ dossier, fault }, result, results, at) ?? null;
    if (found === null) continue;
    const expected = fixStep(fixed, found);
    if (expected.outcome === result.outcome && expected.reason === result.reason) continue;
    fault(
      `results.${result.resultIds[0]}`,
      `its measurements give ${expected.outcome} (${expected.reason}), the decision used ${result.outcome} (${result.reason})`,
    );
  }
  return faults;
}

function resultsOf(written: WrittenInputs): readonly StepResult[] {
  const inputs = givenInputs(written);
  return "results" in inputs ? inputs.results : [];
}

/**
 * The outcome that the measurements of a result give; null if they do not give it alone. Faults are
 * contradictions within the result.
 */
type Judge = (judging: Judging, result: StepResult, results: Results, at: string) => StepOutcome | null;

const JUDGES: Readonly<Partial<Record<StepResult["part"], Judge>>> = {
  fraud: (judging, result, results) =>
    isSigned(result) ? judgeIssued(judging, result, results) : judgeFraud(judging, result, results),
  check: judgeLiveness,
  ocr: judgeReading,
  comparison: judgeComparison,
  search: judgeSearch,
};

const isSigned = ({ resultIds: [id = ""] }: StepResult) => isSignedId(id);

function judgeIssued(
  { dossier, fault }: Judging,
  { resultIds }: StepResult,
  results: Results,
): StepOutcome | null {
  if (isCredentialId(resultIds[0] ?? "")) {
    const [found] = bodiesOf(credentialBody, resultIds, results, fault);
    if (found === undefined) return null;
    const [id, body] = found;
    return judgeCredentialBody(body, dossier.verification.policy, (what) => fault(`results.${id}`, what));
  }
  const [found] = bodiesOf(signedBody, resultIds, results, fault);
  if (found === undefined) return null;
  const [id, body] = found;
  return judgeSigned(body, dossier.verification.policy, (what) => fault(`results.${id}`, what));
}

function judgeFraud(
  { dossier, fault }: Judging,
  { resultIds, outcome, reason }: StepResult,
  results: Results,
): StepOutcome | null {
  const bodies = bodiesOf(fraudBody, resultIds, results, fault);
  const verdicts = bodies.map(([id, body]) => {
    const checks = body.deterministic_checks;
    const hasFailed = (severity: string) =>
      checks.some((check) => check.severity === severity && check.status === "fail");
    const requiredMissing = checks.some(({ required, status }) => required && status === "not_evaluated");
    const score = fuse(body.signals as never, dossier.mode);
    if (!isClose(score, body.overall_score)) {
      fault(`results.${id}`, `its signals give the score ${score}, it says ${body.overall_score}`);
    }
    for (const { name, score: of, threshold, triggered } of body.signals) {
      if (of >= threshold !== triggered) fault(`results.${id}`, `the signal ${name} is on the wrong side`);
    }
    const decision = decide({
      ...{ criticalFailed: hasFailed("critical"), majorFailed: hasFailed("major"), requiredMissing },
      ...{ authenticityMissing: body.authenticity_missing, qualityPassed: body.quality_gate.passed },
      ...{ overallScore: body.overall_score, thresholds: body.thresholds },
    });
    if (decision !== body.decision) {
      fault(`results.${id}`, `its checks and score give ${decision}, it says ${body.decision}`);
    }
    const judged = { decision, qualityGate: body.quality_gate, requiredMissing };
    return { ...judged, signals: counting(body.signals as never, dossier.mode), deterministicChecks: checks };
  });
  if (verdicts.length < Math.max(1, resultIds.length)) return null;
  const found = sidesOutcome(verdicts as unknown as FraudVerdict[], dossier.verification.policy);
  // While a side is missing, only what is against the document counts.
  const isWaiting = outcome === "capture_quality" && /^(front|back)_missing$/.test(reason ?? "");
  return isWaiting && found.outcome !== "failed" && found.outcome !== "adverse" ? null : found;
}

function judgeLiveness(
  { dossier, fault }: Judging,
  { resultIds }: StepResult,
  results: Results,
): StepOutcome | null {
  const [found] = bodiesOf(livenessBody, resultIds, results, fault);
  if (found === undefined) return null;
  const [id, { is_live: isLive, score, threshold, reason, frames }] = found;
  const isShort = reason === "low_score" || reason === "step_up_required";
  const judged = verdict({
    ...{ score, threshold, short: isShort ? reason : "low_score" },
    blocked: reason === "live" || isShort ? null : reason,
  });
  if (judged.isLive !== isLive || judged.reason !== reason) {
    fault(`results.${id}`, `its score ${score} of ${threshold} gives ${judged.reason}, it says ${reason}`);
  }
  const isReplayed = dossier.mode === "live" && frames.some(({ replayed }) => replayed === true);
  if (isReplayed && isLive) fault(`results.${id}`, "its frames were sent before, it says live");
  return livenessOutcome(judged);
}

/** A reading's gates, and the age on the day of the result. The other rules need more than one result. */
function judgeReading(
  { dossier, fault }: Judging,
  { resultIds, outcome, reason }: StepResult,
  results: Results,
  at: string,
): null {
  const { min_age: minAge } = dossier.verification.policy;
  if (isSignedId(resultIds[0] ?? "")) return null;
  for (const [id, body] of bodiesOf(ocrBody, resultIds, results, fault)) {
    const isEligible = body.gate_rejections.length === 0;
    if (isEligible !== body.ocr_eligible) fault(`results.${id}`, "its gates contradict ocr_eligible");
    if (resultIds.length > 1) continue;
    if (!isEligible && (outcome === "passed" || reason !== body.eligibility_reason)) {
      fault(`results.${id}`, `it is not eligible (${body.eligibility_reason}), the decision used ${reason}`);
    }
    const birth = z.object({ value: z.iso.date() }).safeParse(body.fields.date_of_birth).data?.value;
    if (minAge === null || birth === undefined || outcome !== "passed") continue;
    if (yearsAfter(birth, minAge) > at.slice(0, 10))
      fault(`results.${id}`, `it shows an age under ${minAge}`);
  }
  return null;
}

function judgeComparison(
  { dossier, fault }: Judging,
  { resultIds, outcome, reason }: StepResult,
  results: Results,
): StepOutcome | null {
  const [found] = bodiesOf(matchBody, resultIds, results, fault);
  if (found === undefined) return null;
  const [id, { match, similarity, threshold, copied }] = found;
  if (similarity === null || threshold === null)
    return outcome === "review" ? null : { outcome: "review", reason };
  const isSame = similarity >= threshold;
  const isCopy = copied === true && dossier.mode === "live";
  if (match !== (isSame && !isCopy)) {
    fault(`results.${id}`, `its similarity ${similarity} of ${threshold} contradicts match ${match}`);
  }
  if (isSame) {
    return isCopy ? { outcome: "adverse", reason: "portrait_copied" } : { outcome: "passed", reason: null };
  }
  // Where the review band ends is not in the result.
  return outcome === "passed" ? { outcome: "failed", reason: "no_match" } : null;
}

function judgeSearch(
  { fault }: Judging,
  { resultIds, outcome }: StepResult,
  results: Results,
): StepOutcome | null {
  const [found] = bodiesOf(matchBody, resultIds, results, fault);
  if (found === undefined) return null;
  const [id, { match, similarity, threshold }] = found;
  const isOver = similarity !== null && threshold !== null && similarity >= threshold;
  if (match !== isOver) fault(`results.${id}`, `its similarity ${similarity} contradicts match ${match}`);
  if (!match) return { outcome: "passed", reason: null };
  return { outcome: outcome === "failed" ? "failed" : "adverse", reason: "duplicate_face" };
}
