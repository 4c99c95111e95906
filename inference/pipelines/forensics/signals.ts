import { scoreOf } from "../../forensics/measure/calibration.ts";
import type { Measure, Measurement, Subject } from "../../forensics/measure/measure.ts";
import type { ForensicNets } from "../../forensics/measure/traces.ts";
import { TRACES } from "../../forensics/measure/traces.ts";
import { MEASURES } from "../../forensics/measures.ts";
import type { StopToken } from "../stop-token.ts";
import type { ForensicSignal } from "../types.ts";

interface MeasureResult {
  readonly model: Measure["model"];
  readonly found: readonly Measurement[];
}

/** The measurements of each measure, in the order of `MEASURES`. Each measure is a step. */
export async function measureAll(
  subject: Subject,
  nets: ForensicNets,
  stop: StopToken,
): Promise<MeasureResult[]> {
  const results: MeasureResult[] = [];
  for (const measure of MEASURES) {
    await stop.throwIfStopped();
    results.push({ model: measure.model, found: await measure.measure(subject, nets) });
  }
  return results;
}

/** One signal for each name: the highest score of its traces. */
export function toSignals(all: readonly MeasureResult[]): ForensicSignal[] {
  const signals = new Map<string, ForensicSignal>();
  for (const { model, found } of all) {
    for (const measured of found) {
      const [name, score] = [TRACES[measured.trace], scoreOf(measured)];
      if ((signals.get(name)?.score ?? -1) >= score) continue;
      const region = score > 0 ? measured.region : undefined;
      signals.set(name, { name, score, model: { ...model }, ...(region && { region: { ...region } }) });
    }
  }
  return [...signals.values()];
}
