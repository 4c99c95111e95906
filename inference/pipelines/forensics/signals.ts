import { scoreOf } from "../../forensics/measure/calibration.ts";
import type { Measure, Measurement, Subject, View } from "../../forensics/measure/measure.ts";
import type { ForensicNets } from "../../forensics/measure/nets.ts";
import { TRACES } from "../../forensics/measure/traces.ts";
import { MEASURES } from "../../forensics/measures.ts";
import type { StopToken } from "../stop-token.ts";
import type { ForensicSignal } from "../types.ts";
import type { Looks } from "./helper.ts";

/** The nets of the measures, and whether they are still asked for: each measure is a step. */
interface Tools {
  readonly nets: ForensicNets;
  readonly stop: StopToken;
}

/** Results of the looks of the named measures; a measure without a look is left out. */
export async function look(view: View, names: readonly string[], { nets, stop }: Tools): Promise<Looks> {
  const looks: Record<string, unknown> = {};
  for (const name of names) {
    await stop.throwIfStopped();
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
  { nets, stop }: Tools,
  { names, looks }: PendingLooks,
): Promise<MeasureResult[]> {
  const found = new Map<Measure, readonly Measurement[]>();
  const take = async (measure: Measure, looked?: unknown) => {
    await stop.throwIfStopped();
    found.set(measure, await measure.measure(subject, nets, looked));
  };
  for (const measure of MEASURES) if (!names.has(measure.model.name)) await take(measure);
  const looked = await looks;
  for (const measure of MEASURES) {
    const { name } = measure.model;
    if (names.has(name)) await take(measure, looked?.[name]);
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
