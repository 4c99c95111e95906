import type { DocumentReading } from "../../../edge/inference/port.ts";
import { linkSides } from "../../../edge/verdicts/document/sides.ts";
import { assessFraud } from "../../../edge/verdicts/fraud/assess.ts";
import { judgeDocument } from "../../../edge/verdicts/ocr/verdict.ts";
import { COSTLY_LINES, costlyReading } from "../../material/costly/readings.ts";

const NOW = Date.UTC(2026, 0, 1);

interface Call {
  readonly readings: number;
  judge(front: DocumentReading, back: DocumentReading): unknown;
}

/** Computations of the edge for each document call, without inference. */
const CALLS: Readonly<Record<string, Call>> = {
  "ocr/scan": { readings: 1, judge: (reading) => judgeText(reading) },
  "fraud/detect": { readings: 1, judge: (reading) => judgeFraud(reading, null) },
  "verifications/document": {
    readings: 2,
    judge: (front, back) => [
      linkSides(front, back, NOW),
      ...[front, back].map((side) => [judgeText(side), judgeFraud(side, side === front ? back : front)]),
    ],
  },
};

const judgeText = (reading: DocumentReading) =>
  judgeDocument(reading, { declared: null, accepted: null, now: NOW });

function judgeFraud(reading: DocumentReading, otherSide: DocumentReading | null) {
  const forensics = { signals: [], editingSoftware: [], perceptualHash: new Uint8Array(128), reading };
  return assessFraud({
    forensics,
    otherSide,
    documentType: "auto",
    knownImageDistance: null,
    sameHolder: [],
    mode: "live",
    now: NOW,
  });
}

interface VerdictCost {
  readonly call: string;
  readonly readings: number;
  readonly input: string;
  /** Milliseconds of processor time, the median of several rounds. */
  readonly milliseconds: number;
}

/** The dearest reading of each call: of every kind of text, alone and under labels. */
export function worstVerdicts(rounds: number): VerdictCost[] {
  const inputs = Object.keys(COSTLY_LINES).flatMap((kind) =>
    [false, true].map((isLabelled) => ({ kind, isLabelled })),
  );
  return Object.entries(CALLS).map(([call, { readings, judge }]) => {
    const costs = inputs.map(({ kind, isLabelled }) => {
      const input = isLabelled ? `${kind}, under labels` : kind;
      return { call, readings, input, milliseconds: cost(judge, kind, isLabelled, rounds) };
    });
    return costs.reduce((worst, one) => (one.milliseconds > worst.milliseconds ? one : worst));
  });
}

function cost(judge: Call["judge"], kind: string, isLabelled: boolean, rounds: number): number {
  const spent = Array.from({ length: rounds }, (_, seed) => {
    const [front, back] = [seed, seed + 1_000].map((each) => costlyReading([kind], each, isLabelled));
    const before = process.cpuUsage();
    judge(front!, back!);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  // The first round compiles; the median leaves out the collector's turns.
  return spent.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!;
}
