import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstIdAt, newId } from "#edge/core/ids.ts";
import type { Scope } from "#edge/core/scope.ts";
import { commit } from "#edge/store/batch.ts";
import { insertLivenessResult } from "#edge/store/results/liveness-results.ts";
import { insertOcrResult } from "#edge/store/results/ocr-results.ts";
import { findResults, kindOf, listResults } from "#edge/store/results/results.ts";
import { countCall } from "#edge/store/results/tallies.ts";
import { readOverview } from "#edge/store/tenancy/overview.ts";
import { listRevisions, nearestInQueue } from "#edge/store/verifications/history.ts";
import {
  insertVerification,
  listVerifications,
  loadVerification,
} from "#edge/store/verifications/verifications.ts";
import { newVerification } from "#edge/verification/machine.ts";
import { policySchema } from "#edge/verification/policy.ts";
import type { Verification } from "#edge/verification/types.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

const SCOPE: Scope = { tenantId: "tn_1", mode: "live" };
const OTHERS: readonly Scope[] = [
  { tenantId: "tn_1", mode: "test" },
  { tenantId: "tn_2", mode: "live" },
];
const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 10, 16);
const PERIOD = { since: MONDAY, until: MONDAY + 2 * DAY };
const PAGE = { limit: 99, before: null, now: MONDAY };

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  await fillResults();
  for (const scope of [SCOPE, ...OTHERS]) await fill(scope);
});
afterAll(() => database.close());

let made = 0;

/**
 * A verification of Monday or later, and its outcome. Its id has its time, in any order in which they are
 * created.
 */
async function insert(scope: Scope, createdAt: number, changes: Partial<Verification>): Promise<string> {
  const id = firstIdAt("verification", createdAt) + String(made++).padStart(16, "0");
  const created = newVerification(id, "customer", policySchema.parse({}), createdAt);
  await commit(database.db, insertVerification(database.db, scope, { ...created, ...changes }, createdAt));
  return id;
}
const completed = (scope: Scope, createdAt: number, ms: number, decision: Verification["decision"]) =>
  insert(scope, createdAt, { status: "completed", decision, completedAt: createdAt + ms });

async function fill(scope: Scope) {
  // Out of order, so that percentiles have to sort.
  for (const seconds of [7, 1, 20, 3, 9, 11, 5, 13, 15, 17, 19, 2, 4, 6, 8, 10, 12, 14, 16, 18]) {
    await completed(scope, MONDAY + 1, seconds * 1_000, "approved");
  }
  await completed(scope, MONDAY + 2, 4_000, "declined");
  // Created on Monday, decided on Tuesday.
  await completed(scope, MONDAY + DAY - 1_000, 60_000, "review");
  await insert(scope, MONDAY + DAY + 5, { customerRef: "other" });
  await insert(scope, MONDAY + DAY + 6, { status: "completed", decision: "review", customerRef: "" });
  await completed(scope, MONDAY - 1, 500, "approved");
  await completed(scope, MONDAY + 2 * DAY, 500, "declined");
}

/**
 * Results on both edges of the period; in the order of time, since an id never says an earlier time than the
 * one before.
 */
async function fillResults() {
  for (const at of [MONDAY - 1, MONDAY, MONDAY + 2 * DAY - 1, MONDAY + 2 * DAY]) {
    const row = { createdAt: at, verificationId: null, customerRef: null, body: { at } };
    for (const scope of [SCOPE, ...OTHERS]) {
      const [ocr, liveness] = [newId("ocr", at), newId("liveness", at)];
      const took = (resultId: string, ms: number) =>
        countCall(database.db, scope, { resultId, startedAt: at, endedAt: at + ms });
      await commit(database.db, [
        insertOcrResult(database.db, scope, { ...row, id: ocr }),
        insertLivenessResult(database.db, scope, { ...row, id: liveness, isLive: true, frameHashes: [] }),
        insertOcrResult(database.db, scope, { ...row, id: newId("signed", at) }),
        insertOcrResult(database.db, scope, { ...row, id: newId("credential", at) }),
        took(ocr, 20),
        took(liveness, 40),
      ]);
    }
  }
}

describe("the overview of a period", () => {
  it("counts by day what was created in it, of this tenant and mode alone", async () => {
    const { counts } = await readOverview(database.db, SCOPE, PERIOD);
    expect(counts).toEqual([
      { day: "2026-11-16", status: "completed", decision: "approved", count: 20 },
      { day: "2026-11-16", status: "completed", decision: "declined", count: 1 },
      { day: "2026-11-16", status: "completed", decision: "review", count: 1 },
      { day: "2026-11-17", status: "completed", decision: "review", count: 1 },
      { day: "2026-11-17", status: "created", decision: null, count: 1 },
    ]);
  });

  it("takes the median and the 95th percentile of what completed on a day, by nearest rank", async () => {
    const { decisions } = await readOverview(database.db, SCOPE, PERIOD);
    // 22 on Monday, one of them created before, 4 s twice: the 11th and the 21st of them.
    expect(decisions).toEqual([
      { bucket: "2026-11-16", p50Ms: 9_000, p95Ms: 19_000 },
      { bucket: "2026-11-17", p50Ms: 60_000, p95Ms: 60_000 },
    ]);
  });

  it("takes the same of how long calls took, by day and by kind", async () => {
    const { calls, callsByKind } = await readOverview(database.db, SCOPE, PERIOD);
    expect(calls).toEqual([
      { bucket: "2026-11-16", p50Ms: 20, p95Ms: 40 },
      { bucket: "2026-11-17", p50Ms: 20, p95Ms: 40 },
    ]);
    expect(callsByKind).toEqual([
      { bucket: "liveness", p50Ms: 40, p95Ms: 40 },
      { bucket: "ocr", p50Ms: 20, p95Ms: 20 },
    ]);
  });

  it("counts results by the time in their ids, and reviews that wait, without erased ones", async () => {
    const { results, awaitingReview } = await readOverview(database.db, SCOPE, PERIOD);
    expect(results).toEqual({ ocr: 2, fraud: 0, liveness: 2, face: 0, signed: 2, credential: 2 });
    expect(awaitingReview).toBe(1);
  });
});

describe("how far people came", () => {
  const FOLLOWED: Scope = { tenantId: "tn_3", mode: "live" };
  const JUNE = Date.UTC(2026, 5, 1);
  const period = { since: JUNE, until: JUNE + DAY };
  const created = newVerification("x", "customer", policySchema.parse({}), JUNE);
  /** The steps, each with its status. */
  const withSteps = (changes: Readonly<Partial<Record<string, Partial<Verification["steps"][number]>>>>) => ({
    steps: created.steps.map((step) => ({ ...step, ...changes[step.name] })),
  });
  const consent = { version: "1", sha256: "00", locale: "en", givenAt: JUNE, withdrawnAt: null };
  const passed = { status: "passed", updatedAt: JUNE } as const;
  const tried = { status: "retry_required", updatedAt: JUNE } as const;

  beforeAll(async () => {
    for (const scope of [
      FOLLOWED,
      { ...FOLLOWED, mode: "test" },
      { ...FOLLOWED, tenantId: "tn_4" },
    ] as const) {
      await insert(scope, JUNE, { status: "expired" });
      await insert(scope, JUNE, { consent } as Partial<Verification>);
      await insert(scope, JUNE, { ...withSteps({ document: tried }), status: "expired" });
      await insert(scope, JUNE, { ...withSteps({ document: passed }), status: "canceled" });
      await insert(scope, JUNE, withSteps({ document: passed, liveness: tried }));
      await insert(scope, JUNE, withSteps({ document: passed, liveness: passed }));
      await completed(scope, JUNE, 500, "approved");
      await insert(scope, JUNE, { ...withSteps({ document: tried }), customerRef: "" });
      await insert(scope, JUNE + DAY, { status: "expired" });
    }
  });

  it("is the last stage with a record, of this tenant and mode, without erased end users", async () => {
    const { stages } = await readOverview(database.db, FOLLOWED, period);
    expect(stages).toHaveLength(7);
    expect(stages).toEqual(
      expect.arrayContaining([
        { stage: "created", isOpen: false, count: 1, consented: 0 },
        { stage: "agreed", isOpen: true, count: 1, consented: 1 },
        { stage: "document_shown", isOpen: false, count: 1, consented: 0 },
        { stage: "document_accepted", isOpen: false, count: 1, consented: 0 },
        { stage: "face_shown", isOpen: true, count: 1, consented: 0 },
        { stage: "face_accepted", isOpen: true, count: 1, consented: 0 },
        { stage: "decided", isOpen: false, count: 1, consented: 0 },
      ]),
    );
  });
});

describe("lists", () => {
  it.each([
    [{ decision: "declined" }, 2],
    [{ status: "created" }, 1],
    [{ customerRef: "other" }, 1],
    [{ since: MONDAY + DAY }, 3],
    [{ until: MONDAY }, 1],
    [{ since: MONDAY, until: MONDAY + DAY, decision: "approved" }, 20],
  ] as const)("of verifications are narrowed by %o", async (filter, expected) => {
    expect(await listVerifications(database.db, SCOPE, PAGE, filter)).toHaveLength(expected);
  });

  it("of the review queue start with the longest waiting", async () => {
    const later = await completed(SCOPE, MONDAY + 3 * DAY, 1, "review");
    const first = await nearestInQueue(database.db, SCOPE, "behind", null);
    expect(await loadVerification(database.db, SCOPE, first!)).toMatchObject({
      createdAt: MONDAY + DAY - 1_000,
    });
    expect(await nearestInQueue(database.db, SCOPE, "behind", first)).toBe(later);
    expect(await nearestInQueue(database.db, SCOPE, "behind", later)).toBeNull();
    expect(await nearestInQueue(database.db, SCOPE, "before", later)).toBe(first);
  });

  it("of a verification's changes begin with its creation", async () => {
    const [verification] = await listVerifications(database.db, SCOPE, { ...PAGE, limit: 1 });
    expect(await listRevisions(database.db, SCOPE, verification!.id)).toMatchObject([
      { revision: 1, change: "created" },
    ]);
    expect(await listRevisions(database.db, OTHERS[0]!, verification!.id)).toEqual([]);
  });

  it("of results are of one kind, and found by id whatever their kind, in this tenant and mode", async () => {
    const ocr = await listResults(database.db, SCOPE, "ocr", PAGE);
    const liveness = await listResults(database.db, SCOPE, "liveness", { limit: 1, before: null });
    expect(ocr.map(({ createdAt }) => createdAt - MONDAY)).toEqual([2 * DAY, 2 * DAY - 1, 0, -1]);
    const older = await listResults(database.db, SCOPE, "ocr", { limit: 9, before: ocr[1]!.id });
    expect(older).toEqual(ocr.slice(2));
    const ids = [ocr[0]!.id, liveness[0]!.id, "fc_none", "x"];
    expect([...(await findResults(database.db, SCOPE, ids)).values()]).toEqual([ocr[0], liveness[0]]);
    for (const other of OTHERS) expect((await findResults(database.db, other, ids)).size).toBe(0);
    expect(ids.map(kindOf)).toEqual(["ocr", "liveness", "fraud", undefined]);
  });
});
