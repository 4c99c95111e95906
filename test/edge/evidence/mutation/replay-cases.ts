import { circumstancesOf, playCall } from "#edge/verdicts/replay/player.ts";
import type { Compared, LeftOut } from "#edge/verdicts/replay/replay.ts";
import { applyAnswer, applyDeadlines, newVerification } from "#edge/verification/machine.ts";
import type { Measured, Measurement } from "#edge/verification/measured.ts";
import { type Policy, policySchema } from "#edge/verification/policy.ts";
import type { Verification } from "#edge/verification/types.ts";
import { measuredAs } from "#test/harness/edge/measured-as.ts";
import type { CheckOutcome } from "#vocabulary/own-checks.ts";

export interface Replays {
  compareDecision(
    recorded: {
      readonly mode: "live" | "test";
      readonly verification: Verification;
      readonly measurements: readonly Measurement[];
    },
    policy: Policy,
  ): Compared | LeftOut;
}

type PolicyInput = Readonly<Record<string, unknown>>;
type Reading = NonNullable<Measured["reading"]>;
type Found = NonNullable<NonNullable<Measured["liveness"]>["search"]>["found"];

/** A decided verification, another policy, and what a replay says. */
export interface Case {
  readonly name: string;
  readonly made: PolicyInput;
  readonly calls: readonly Measured[];
  /** Minutes after the last call, and the answer to the check of this name, or that a deadline passes. */
  readonly answers?: readonly (readonly [minutes: number, name: string, outcome: CheckOutcome | "overdue"])[];
  readonly customerRef?: string;
  readonly other: PolicyInput;
  /** Why it is left out, or `from → to` and the codes that only the new decision has. */
  readonly says: string;
}

const POLICY = policySchema.parse({ steps: ["document"] });
let serial = 0;
const result = (part: "ocr" | "fraud" | "check" | "search", outcome: "passed" | "retry" = "passed") => {
  const id = `${part}_${++serial}`;
  return { part, outcome, reason: null, resultIds: [id], capture: id, mode: "challenge" as const };
};

export const document = (known: Reading["known"], outcome: "passed" | "retry" = "passed"): Measured => {
  const measured = measuredAs([result("ocr", outcome), result("fraud")], POLICY, undefined);
  return { ...measured, reading: { ...measured.reading!, known } };
};
export const NEW = { isReused: false, isBlocked: false };
export const REUSED = { isReused: true, isBlocked: false };
export const BLOCKED = { isReused: false, isBlocked: true };

export const selfie = (found?: Found): Measured => {
  const parts = found === undefined ? [result("check")] : [result("check"), result("search")];
  const { liveness } = measuredAs(parts, POLICY, undefined);
  const search = liveness!.search && { search: { ...liveness!.search, found: found! } };
  return { liveness: { ...liveness!, ...search } };
};
/** A selfie that was found under no other reference, and a document whose approval searched again. */
export const searchedAgain = (found: Found): Measured[] => {
  const first = selfie(ALONE);
  const frame = first.liveness!.resultIds[0]!;
  return [first, { ...document(NEW), searchAgain: { resultIds: [`fm_${++serial}`], frame, found: found! } }];
};
export const ALONE = { match: false, fpirHeld: true, isBlocked: false };
export const DUPLICATE = { match: true, fpirHeld: true, isBlocked: false };
export const BLOCKED_FACE = { match: true, fpirHeld: true, isBlocked: true };
export const UNSURE = { match: true, fpirHeld: false, isBlocked: true };

/** A selfie that was compared with the registered face. */
export const returned = (origin: "approval" | "upload", isCounting: boolean): Measured => {
  const { liveness } = selfie();
  const reference = isCounting ? "registration" : null;
  return {
    liveness: liveness!,
    registration: { id: "registration", origin },
    comparison: {
      ...{ resultIds: [`fm_${++serial}`], reference, frame: liveness!.resultIds[0]!, isCopied: false },
      ...{ score: isCounting ? 0.9 : null, incomparable: isCounting ? null : ("face_erased" as const) },
      points: [{ level: POLICY.face_match_level, comparisonScore: 0.5 }],
    },
  };
};

const START = 1_700_000_000_000;

/** What a replay says of a case. */
export function said(
  { compareDecision }: Replays,
  { made, calls, answers = [], customerRef = "somebody", other }: Case,
) {
  const mode = customerRef.startsWith("test_") ? "test" : "live";
  const measurements = calls.map((measured, i) => ({
    at: START + i * 1000,
    capture: `image_${i}`,
    measured,
  }));
  const begun = newVerification("vf_1", customerRef, policySchema.parse(made), START);
  const circumstances = circumstancesOf(mode, begun, measurements);
  const captured = measurements.reduce((state, call) => playCall(state, call, circumstances), begun);
  const last = measurements.at(-1)!.at;
  const verification = answers.reduce((state, [minutes, name, outcome]) => {
    const at = last + minutes * 60_000;
    return outcome === "overdue"
      ? applyDeadlines(state, at).verification
      : applyAnswer(state, { name, outcome, reference: null, reason: null }, at).verification;
  }, captured);
  const found = compareDecision({ mode, verification, measurements }, policySchema.parse(other));
  if (typeof found === "string") return found;
  return [`${found.from} → ${found.to}`, ...found.added.map((code) => `+${code}`)].join(" ");
}
