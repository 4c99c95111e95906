import { DECISIONS, isOpenStatus } from "../../../../vocabulary/verifications.ts";
import { DAY_MS } from "../../../core/clock.ts";
import type { Period } from "../../../store/results/results.ts";
import { STAGES, type Stage, type StageCount } from "../../../store/tenancy/funnel.ts";
import type { DayCount, Overview } from "../../../store/tenancy/overview.ts";

/** The outcomes of a verification, in the stacking order of charts. */
export const OUTCOMES = [...DECISIONS, "open", "ended"] as const;
type Outcome = (typeof OUTCOMES)[number];

export const OUTCOME_LABELS: Readonly<Record<Outcome, string>> = {
  approved: "Approved",
  declined: "Declined",
  review: "In review",
  open: "Still open",
  ended: "Expired or canceled",
};

/** Median and 95th percentile of durations, in milliseconds. */
export interface Span {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** One day of a chart. */
export interface Day {
  /** UTC, "2026-11-21". */
  readonly day: string;
  readonly total: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Time from creation to decision, by the day of completion; null on a day without completions. */
  readonly decisions: Span | null;
  /** Duration of calls; null on a day without calls. */
  readonly calls: Span | null;
}

/** The last `days` days, today included, each a whole day in UTC. */
export function lastDays(days: number, now: number): Period {
  const until = (Math.floor(now / DAY_MS) + 1) * DAY_MS;
  return { since: until - days * DAY_MS, until };
}

/** Every day of the period, including days without verifications. */
export function daysOf({ since, until }: Period, { counts, decisions, calls }: Overview): Day[] {
  return Array.from({ length: Math.round((until - since) / DAY_MS) }, (_, i) => {
    const day = new Date(since + i * DAY_MS).toISOString().slice(0, 10);
    const ofDay = counts.filter((each) => each.day === day);
    const onDay = ({ bucket }: { bucket: string }) => bucket === day;
    return {
      day,
      total: ofDay.reduce((total, { count }) => total + count, 0),
      outcomes: sum(ofDay),
      decisions: decisions.find(onDay) ?? null,
      calls: calls.find(onDay) ?? null,
    };
  });
}

/** One stage of the flow, and the outcome of the verifications that reached it. */
export interface Drop {
  readonly stage: Stage;
  readonly reached: number;
  /** Ended at this stage. */
  readonly stopped: number;
  /** Still at this stage. */
  readonly open: number;
  /** Of those that reached it, with a record of consent. */
  readonly consented: number;
}

/** Every stage in its order. A verification that reached a stage passed all earlier ones. */
export function dropsOf(counts: readonly StageCount[]): Drop[] {
  const at = (stage: Stage, isOpen: boolean) =>
    counts.find((each) => each.stage === stage && each.isOpen === isOpen) ?? { count: 0, consented: 0 };
  let [reached, consented] = [0, 0];
  return STAGES.toReversed()
    .map((stage) => {
      const [stopped, open] = [at(stage, false), at(stage, true)];
      reached += stopped.count + open.count;
      consented += stopped.consented + open.consented;
      return { stage, reached, stopped: stopped.count, open: open.count, consented };
    })
    .toReversed();
}

/** The number of verifications with each outcome. */
export function sum(counts: readonly DayCount[]): Record<Outcome, number> {
  const totals: Record<Outcome, number> = { approved: 0, declined: 0, review: 0, open: 0, ended: 0 };
  for (const { status, decision, count } of counts) totals[outcomeOf(status, decision)] += count;
  return totals;
}

function outcomeOf(status: DayCount["status"], decision: DayCount["decision"]): Outcome {
  if (decision !== null) return decision;
  return isOpenStatus(status) ? "open" : "ended";
}
