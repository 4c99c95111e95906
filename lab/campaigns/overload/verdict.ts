import { quantile } from "../../../inference/statistics.ts";
import type { Ending } from "./caller.ts";
import type { Promised } from "./load.ts";

/** What a run found. */
export interface Findings {
  /** Good answers a second that the service can give. */
  readonly capacity: number;
  /** How the calls ended that were offered at twice that, and the window in which answers count. */
  readonly endings: readonly Ending[];
  readonly from: number;
  readonly until: number;
  /** Calls that an engine began past their deadline; null where engines do not tell. */
  readonly begunLate: number | null;
  /** Milliseconds of health checks meanwhile. */
  readonly health: readonly number[];
  readonly promises: readonly (Promised | null)[];
}

interface Bar {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly holds: boolean;
  readonly bar: string;
}

/** The bars of an overload, each with what was found. */
export function judge({ capacity, endings, from, until, begunLate, health, promises }: Findings): Bar[] {
  const good = endings.filter(({ how, endedAt }) => how === "good" && endedAt > from && endedAt <= until);
  const goodput = good.length / ((until - from) / 1_000) / capacity;
  const refused = endings.filter(({ how }) => how === "refused");
  const p99 = (times: readonly number[]) => (times.length === 0 ? Number.NaN : quantile(times, 0.99));
  const refusal = p99(refused.map(({ took }) => took));
  const mute = refused.filter(({ retryAfter }) => retryAfter === null).length;
  const failed = endings.filter(({ how }) => how === "failed").length;
  const off = Math.max(
    0,
    ...promises.map((each) => (each === null ? Number.POSITIVE_INFINITY : factorOf(each))),
  );
  const slowest = p99(health);
  return [
    { name: "goodput, of the capacity", value: goodput, unit: "×", holds: goodput >= 0.9, bar: ">= 0.90" },
    { name: "refusals, p99", value: refusal, unit: "ms", holds: refusal <= 50, bar: "<= 50" },
    { name: "refusals without a Retry-After", value: mute, unit: "", holds: mute === 0, bar: "0" },
    { name: "Retry-After beside the truth, worst", value: off, unit: "×", holds: off <= 2, bar: "<= 2" },
    ...(begunLate === null
      ? []
      : [
          { name: "begun past their deadline", value: begunLate, unit: "", holds: begunLate === 0, bar: "0" },
        ]),
    { name: "failed in another way", value: failed, unit: "", holds: failed === 0, bar: "0" },
    { name: "health meanwhile, p99", value: slowest, unit: "ms", holds: slowest <= 15, bar: "<= 15" },
  ];
}

/** How many times too early or too late a refusal told its caller to come back. */
const factorOf = ({ told, truth }: Promised) => Math.max(told / truth, truth / told);
