import { z } from "zod";
import { CHECKS, SIGNALS } from "../../../vocabulary/fraud.ts";
import type {
  Measured,
  MeasuredComparison,
  MeasuredFraud,
  MeasuredReading,
  MeasuredSearch,
} from "../../verification/measured.ts";
import { counting } from "../fraud/signals/signal-rules.ts";
import { fuse } from "../fraud/signals/signals.ts";
import { decide } from "../fraud/truth-table.ts";
import { LIVENESS_REASONS, verdict } from "../liveness/reasons.ts";
import { similarityOf } from "../match/comparison.ts";
import { livenessOutcome } from "../outcomes/step-outcome.ts";
import { type Dossier, givenInputs } from "./dossier.ts";
import { chipBody, chipFaults, credentialBody, credentialFaults } from "./measured-signed.ts";

const unit = z.number().min(0).max(1);

const fraudBody = z.object({
  decision: z.enum(["clean", "suspicious", "fraudulent", "inconclusive"]),
  overall_score: unit,
  thresholds: z.object({ suspicious: unit, fraudulent: unit }),
  quality_gate: z.object({ passed: z.boolean() }),
  signals: z.array(z.object({ name: z.enum(SIGNALS), score: unit, threshold: unit, triggered: z.boolean() })),
  deterministic_checks: z.array(
    z.object({ name: z.enum(CHECKS), status: z.string(), severity: z.string(), required: z.boolean() }),
  ),
  authenticity_missing: z.boolean(),
});

const livenessBody = z.object({
  score: unit,
  threshold: unit,
  reason: z.enum(LIVENESS_REASONS as [(typeof LIVENESS_REASONS)[number]]),
});

const ocrBody = z.object({
  ocr_eligible: z.boolean(),
  gate_rejections: z.array(z.unknown()),
  fields: z.object({ date_of_birth: z.object({ value: z.string() }).nullish() }),
});

const matchBody = z.object({ match: z.boolean(), similarity: unit.nullable(), threshold: unit.nullable() });

type Results = ReadonlyMap<string, Readonly<Record<string, unknown>>>;
type Mode = Dossier["mode"];

/**
 * The faults of a dossier's results: each must give, by its own scores and checks, what its call's record
 * says. Each fault names the result. A result that was deleted or erased has none.
 */
export function measuredFaults({ changes, results, mode }: Dossier): string[] {
  const bodies: Results = new Map(results.map(({ id, body }) => [id, body]));
  return changes.flatMap(({ inputs: written }) => {
    const inputs = written && givenInputs(written);
    if (inputs === null) return [];
    if ("check" in inputs) return searchFaults(bodies, inputs.searchAgain);
    return "measured" in inputs ? callFaults(inputs.measured, bodies, mode) : [];
  });
}

const callFaults = (
  { reading, fraud, liveness, signed, comparison, searchAgain }: Measured,
  results: Results,
  mode: Mode,
): string[] => [
  ...(fraud?.images ?? []).flatMap((image, i) =>
    faultsOf(results, fraud!.resultIds[i]!, fraudBody, (body) => fraudFaults(body, image, mode)),
  ),
  ...(signed?.resultIds ?? []).flatMap((id) =>
    signed!.kind === "chip"
      ? faultsOf(results, id, chipBody, (body) => chipFaults(body, signed!))
      : faultsOf(results, id, credentialBody, (body) => credentialFaults(body, signed!)),
  ),
  ...(signed === undefined ? (reading?.resultIds ?? []) : []).flatMap((id) =>
    faultsOf(results, id, ocrBody, (body) => readingFaults(body, reading!)),
  ),
  ...(liveness?.resultIds ?? []).flatMap((id) =>
    faultsOf(results, id, livenessBody, (body) => livenessFaults(body, liveness!)),
  ),
  ...searchFaults(results, liveness?.search),
  ...searchFaults(results, searchAgain),
  ...(comparison?.resultIds ?? []).flatMap((id) =>
    faultsOf(results, id, matchBody, (body) => comparisonFaults(body, comparison!)),
  ),
];

const searchFaults = (results: Results, search: MeasuredSearch | undefined): string[] =>
  (search?.resultIds ?? []).flatMap((id) =>
    faultsOf(results, id, matchBody, ({ match }) =>
      unless(match === (search!.found?.match ?? false), `its call's record contradicts match ${match}`),
    ),
  );

/** The faults of a result's body, each with the result's name. */
function faultsOf<S extends z.ZodType>(
  results: Results,
  id: string,
  schema: S,
  find: (body: z.output<S>) => string[],
): string[] {
  const body = results.get(id);
  if (body === undefined || Object.keys(body).length === 0) return [];
  const { success, data, error } = schema.safeParse(body);
  const found = success ? find(data) : [`is not readable: ${error.issues[0]?.path.join(".")}`];
  return found.map((what) => `results.${id}: ${what}`);
}

const unless = (holds: boolean, what: string): string[] => (holds ? [] : [what]);

/** Two numbers that the service computed in the same way. */
const isClose = (one: number, other: number) => Math.abs(one - other) < 1e-9;

function fraudFaults(body: z.output<typeof fraudBody>, image: MeasuredFraud, mode: Mode): string[] {
  const checks = body.deterministic_checks;
  const hasFailed = (severity: string) =>
    checks.some((check) => check.severity === severity && check.status === "fail");
  const requiredMissing = checks.some(({ required, status }) => required && status === "not_evaluated");
  const score = fuse(body.signals as never, mode);
  const passed = body.quality_gate.passed;
  const decision = decide({
    ...{ criticalFailed: hasFailed("critical"), majorFailed: hasFailed("major"), requiredMissing },
    ...{ authenticityMissing: body.authenticity_missing, qualityPassed: passed },
    ...{ overallScore: body.overall_score, thresholds: body.thresholds },
  });
  const triggered = counting(body.signals as never, mode).map(({ name }) => name);
  const found = { decision, passed, requiredMissing, triggered };
  const says = {
    ...{ decision: image.decision, passed: image.qualityGate.passed, requiredMissing: image.requiredMissing },
    triggered: image.signals.map(({ name }) => name),
  };
  return [
    ...unless(
      isClose(score, body.overall_score),
      `its signals give the score ${score}, it says ${body.overall_score}`,
    ),
    ...unless(decision === body.decision, `its checks and score give ${decision}, it says ${body.decision}`),
    ...unless(
      body.signals.every((signal) => signal.score >= signal.threshold === signal.triggered),
      "a signal is on the wrong side of its threshold",
    ),
    ...unless(JSON.stringify(found) === JSON.stringify(says), "its call's record says something else"),
  ];
}

function livenessFaults(
  { score, threshold, reason }: z.output<typeof livenessBody>,
  record: NonNullable<Measured["liveness"]>,
): string[] {
  const isShort = reason === "low_score" || reason === "step_up_required";
  const judged = verdict({
    ...{ score, threshold, short: isShort ? reason : "low_score" },
    blocked: reason === "live" || isShort ? null : reason,
  });
  const found = livenessOutcome(judged);
  return [
    ...unless(
      judged.reason === reason,
      `its score ${score} of ${threshold} gives ${judged.reason}, it says ${reason}`,
    ),
    ...unless(
      found.outcome === record.outcome && found.reason === record.reason,
      `it gives ${found.outcome} (${found.reason}), its call's record says ${record.outcome} (${record.reason})`,
    ),
  ];
}

/** The gates of each side, and of a single side its birth date: that of two sides is merged. */
function readingFaults(
  { ocr_eligible: isEligible, gate_rejections, fields }: z.output<typeof ocrBody>,
  { sides, birthDate }: MeasuredReading,
): string[] {
  const [side, other] = sides;
  const birth = fields.date_of_birth?.value ?? null;
  const isRecorded =
    other !== undefined || (birth === birthDate && (side!.rejected.length === 0 || !isEligible));
  return [
    ...unless(isEligible === (gate_rejections.length === 0), "its gates contradict ocr_eligible"),
    ...unless(isRecorded, "its call's record says something else"),
  ];
}

function comparisonFaults(
  { match, similarity, threshold }: z.output<typeof matchBody>,
  { score, isCopied }: MeasuredComparison,
): string[] {
  if (similarity === null || threshold === null)
    return unless(!match, "it has no similarity, and says match");
  const isMatch = similarity >= threshold && !isCopied;
  return [
    ...unless(match === isMatch, `its similarity ${similarity} of ${threshold} contradicts match ${match}`),
    ...unless(
      score !== null && isClose(similarityOf(score), similarity),
      `its similarity is ${similarity}, its call's record has the score ${score}`,
    ),
  ];
}
