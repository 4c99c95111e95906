import { expect, it } from "vitest";
import { daysOf, dropsOf, lastDays, sum } from "#edge/dashboard/sections/overview/series.ts";
import type { DayCount, Overview } from "#edge/store/tenancy/overview.ts";

const NOW = Date.UTC(2026, 10, 21, 13, 30);

const counts: DayCount[] = [
  { day: "2026-11-19", status: "completed", decision: "approved", count: 3 },
  { day: "2026-11-19", status: "expired", decision: null, count: 1 },
  { day: "2026-11-21", status: "in_progress", decision: null, count: 2 },
  { day: "2026-11-21", status: "created", decision: null, count: 1 },
  { day: "2026-11-21", status: "canceled", decision: null, count: 1 },
  { day: "2026-11-21", status: "completed", decision: "review", count: 4 },
];
const overview: Overview = {
  counts,
  decisions: [{ bucket: "2026-11-19", p50Ms: 10, p95Ms: 20 }],
  calls: [{ bucket: "2026-11-20", p50Ms: 1, p95Ms: 2 }],
  callsByKind: [],
  awaitingReview: 4,
  erased: 0,
  stages: [],
  results: { ocr: 0, fraud: 0, liveness: 0, face: 0, signed: 0, credential: 0 },
};

it("every day of the period is there, with what became of its verifications", () => {
  const days = daysOf(lastDays(3, NOW), overview);
  expect(
    days.map(({ day, total, decisions, calls }) => [day, total, decisions?.p95Ms, calls?.p95Ms]),
  ).toEqual([
    ["2026-11-19", 4, 20, undefined],
    ["2026-11-20", 0, undefined, 2],
    ["2026-11-21", 8, undefined, undefined],
  ]);
  expect(days[2]!.outcomes).toEqual({ approved: 0, declined: 0, review: 4, open: 3, ended: 1 });
  expect(sum(counts)).toEqual({ approved: 3, declined: 0, review: 4, open: 3, ended: 2 });
});

it("an end user who reached a stage passed all earlier ones, and drops off at one", () => {
  const drops = dropsOf([
    { stage: "created", isOpen: false, count: 4, consented: 0 },
    { stage: "document_shown", isOpen: false, count: 2, consented: 1 },
    { stage: "document_shown", isOpen: true, count: 1, consented: 1 },
    { stage: "decided", isOpen: false, count: 3, consented: 2 },
  ]);
  expect(drops.map(({ stage, reached }) => [stage, reached])).toEqual([
    ["created", 10],
    ["agreed", 6],
    ["document_shown", 6],
    ["document_accepted", 3],
    ["face_shown", 3],
    ["face_accepted", 3],
    ["decided", 3],
  ]);
  expect(drops[1]).toMatchObject({ reached: 6, consented: 4 });
  expect(drops[2]).toMatchObject({ stopped: 2, open: 1 });
});
