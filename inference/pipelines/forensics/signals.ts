import { scoreOf } from "../../forensics/measure/calibration.ts";
import type { Measure, Measurement, Subject, View } from "../../forensics/measure/measure.ts";
import type { ForensicNets } from "../../forensics/measure/nets.ts";
import { TRACES } from "../../forensics/measure/traces.ts";
import { MEASURES } from "../../forensics/measures.ts";
import type { ForensicSignal } from "../types.ts";
import type { Looks } from "./helper.ts";

/** Results of the looks of the named measures; a measure without a look is left out. */
export async function look(view: View, names: readonly string[], nets: ForensicNets): Promise<Looks> {
  const looks: Record<string, unknown> = {};
  for (const name of names) {
    looks[name] = await MEASURES.find(({ model }) => model.name === name)?.look?.(view, nets);
  }
  return looks;
}

/** Looks of the named measures that another engine may be computing. */
interface PendingLooks {
  readonly names: ReadonlySet<string>;
  readonly looks: Promise<Looks | undefined>;
}

interface MeasureResult {
  readonly model: Measure["model"];
  readonly found: readonly Measurement[];
}

/**
 * The measurements of each measure, in the order of `MEASURES`. Measures that another engine looks for are
 * computed last.
 */
export async function measureAll(
  subject: Subject,
  nets: ForensicNets,
  { names, looks }: PendingLooks,
): Promise<MeasureResult[]> {
  const found = new Map<Measure, readonly Measurement[]>();
  for (const measure of MEASURES) {
    if (!names.has(measure.model.name)) found.set(measure, await measure.measure(subject, nets));
  }
  const looked = await looks;
  for (const measure of MEASURES) {
    const { name } = measure.model;
    if (names.has(name)) found.set(measure, await measure.measure(subject, nets, looked?.[name]));
  }
  return MEASURES.map((measure) => ({ model: measure.model, found: found.get(measure)! }));
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
