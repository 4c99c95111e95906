import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "#edge/core/ids.ts";
import type { Scope } from "#edge/core/scope.ts";
import { commit } from "#edge/store/batch.ts";
import { insertFraudResult, type NewFraudResult } from "#edge/store/results/fraud-results.ts";
import { legacyResult } from "#edge/verdicts/fraud/legacy.ts";
import { decide } from "#edge/verdicts/fraud/truth-table.ts";
import { openTestDatabase } from "#test/harness/test-database.ts";
import { FRAUD_DECISIONS } from "#vocabulary/fraud.ts";

const SCOPE: Scope = { tenantId: "tn_1", mode: "live" };
const NOW = Date.UTC(2026, 10, 21);

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

type Row = { -readonly [K in keyof NewFraudResult]: NewFraudResult[K] };

const insert = (row: NewFraudResult) => commit(database.db, [insertFraudResult(database.db, SCOPE, row)]);

/** The name of the violated constraint; null if there is none. */
async function refusal(act: Promise<unknown>): Promise<string | null> {
  try {
    await act;
    return null;
  } catch (error) {
    const message = String((error as Error).cause ?? error);
    return /fraud_(?!results)[a-z_]+/.exec(message)?.[0] ?? message;
  }
}

const evidence = fc.record({
  qualityPassed: fc.boolean(),
  criticalFailed: fc.boolean(),
  majorFailed: fc.boolean(),
  requiredMissing: fc.boolean(),
  authenticityMissing: fc.boolean(),
  overallScore: fc.oneof(fc.constantFrom(0, 0.4, 0.85, 1), fc.double({ min: 0, max: 1, noNaN: true })),
});
const thresholds = { suspicious: 0.4, fraudulent: 0.85 };

/** A row without findings: random rows have one in fifty, too few to test clean ones. */
const nothingFound = fc.record({
  qualityPassed: fc.constant(true),
  criticalFailed: fc.constant(false),
  majorFailed: fc.constant(false),
  requiredMissing: fc.constant(false),
  authenticityMissing: fc.constant(false),
  overallScore: fc.double({ min: 0, max: thresholds.suspicious, maxExcluded: true, noNaN: true }),
});

/** A canonical row, as the truth table produces it. */
const canonical = fc.oneof(evidence, nothingFound).map((columns): Row => {
  const { qualityPassed: _, ...stored } = columns;
  const decision = decide({ ...columns, thresholds });
  return bodied({
    ...stored,
    id: newId("fraud", NOW),
    verificationId: null,
    customerRef: "user",
    createdAt: NOW,
    recordKind: "canonical",
    decision,
    isFraudulent: decision === "fraudulent",
    thresholdSuspicious: thresholds.suspicious,
    thresholdFraudulent: thresholds.fraudulent,
    fingerprint: null,
    body: {},
  });
});

const legacy = fc
  .constantFrom("suspicious" as const, "fraudulent" as const, "inconclusive" as const)
  .map((decision): Row => {
    const fields = { customerRef: "user", documentType: "cid" as const, decision, createdAt: NOW };
    return { ...legacyResult(newId("fraud", NOW), "live", fields) };
  });

/** The row with the body that matches its columns. */
const bodied = (row: Row): Row => ({
  ...row,
  body: {
    decision: row.decision,
    is_fraudulent: row.isFraudulent,
    record_kind: row.recordKind,
    overall_score: row.overallScore,
    authenticity_missing: row.recordKind === "legacy" ? null : row.authenticityMissing,
  },
});

it("holds whatever the truth table decides, and every legacy row", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(canonical, legacy), async (row) => {
      expect(await refusal(insert({ ...row, id: newId("fraud", NOW) }))).toBeNull();
    }),
    { numRuns: 60 },
  );
});

/**
 * Contract §6 in the database: each constraint, and a change by which any row breaks it
 * by.
 */
const BROKEN: readonly (readonly [constraint: string, breaks: (row: Row) => Partial<Row> | null])[] = [
  ["fraud_record_kind", () => ({ recordKind: "archived" as "legacy" })],
  ["fraud_decision", ({ isFraudulent }) => (isFraudulent ? null : { decision: "approved" as "clean" })],
  ["fraud_flag_follows_decision", ({ isFraudulent }) => ({ isFraudulent: !isFraudulent })],
  [
    "fraud_critical_is_fraudulent",
    ({ decision }) => (decision === "fraudulent" || decision === "clean" ? null : { criticalFailed: true }),
  ],
  ["fraud_clean_is_clean", ({ decision }) => (decision === "clean" ? { majorFailed: true } : null)],
  ["fraud_clean_is_clean", ({ decision }) => (decision === "clean" ? { requiredMissing: true } : null)],
  ["fraud_clean_is_clean", ({ decision }) => (decision === "clean" ? { overallScore: 0.4 } : null)],
  [
    "fraud_clean_is_clean",
    ({ recordKind }) => (recordKind === "legacy" ? { decision: "clean", isFraudulent: false } : null),
  ],
  [
    "fraud_clean_is_authentic",
    ({ decision }) => (decision === "clean" ? { authenticityMissing: true } : null),
  ],
  [
    "fraud_legacy_has_no_score",
    ({ recordKind, decision }) => {
      if (recordKind === "legacy") return { overallScore: 0 };
      return decision === "clean" ? null : { overallScore: null };
    },
  ],
  [
    "fraud_score_in_range",
    ({ recordKind, decision }) =>
      recordKind === "legacy" ? null : { overallScore: decision === "clean" ? -0.01 : 1.01 },
  ],
  [
    "fraud_thresholds_in_order",
    ({ decision }) => (decision === "clean" ? null : { thresholdSuspicious: 0.85 }),
  ],
  ["fraud_thresholds_in_order", ({ decision }) => (decision === "clean" ? null : { thresholdSuspicious: 0 })],
  ["fraud_thresholds_in_order", () => ({ thresholdFraudulent: 1.01 })],
];

it.each(BROKEN)("%s rejects every row that breaks it (%#)", async (constraint, breaks) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(canonical, legacy), async (row) => {
      const change = breaks(row);
      fc.pre(change !== null);
      const broken = bodied({ ...row, ...change, id: newId("fraud", NOW) });
      expect(await refusal(insert(broken))).toBe(constraint);
    }),
    { numRuns: 12 },
  );
});

it.each(["decision", "is_fraudulent", "record_kind", "overall_score"])(
  "answers no other %s than the row's",
  async (key) => {
    const others = { decision: "clean", is_fraudulent: 2, record_kind: "other", overall_score: 0.123 };
    await fc.assert(
      fc.asyncProperty(fc.oneof(canonical, legacy), async (row) => {
        const body = { ...row.body, [key]: others[key as keyof typeof others] };
        fc.pre(body[key] !== row.body[key]);
        const broken = { ...row, body, id: newId("fraud", NOW) };
        expect(await refusal(insert(broken))).toBe("fraud_body_follows_row");
      }),
      { numRuns: 12 },
    );
  },
);

it("answers no other authenticity_missing than the row's", async () => {
  await fc.assert(
    fc.asyncProperty(canonical, async (row) => {
      const body = { ...row.body, authenticity_missing: !row.authenticityMissing };
      const broken = { ...row, body, id: newId("fraud", NOW) };
      expect(await refusal(insert(broken))).toBe("fraud_body_tells_authenticity");
    }),
    { numRuns: 12 },
  );
});

describe("a legacy row", () => {
  it("never becomes clean, whatever is written to it later", async () => {
    const changes = fc.record({
      kind: fc.constantFrom("canonical", "legacy"),
      score: fc.constantFrom(null, 0, 0.1),
      decision: fc.constantFrom(...FRAUD_DECISIONS),
      flag: fc.boolean(),
      bodyToo: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(legacy, changes, async (row, { kind, score, decision, flag, bodyToo }) => {
        const id = newId("fraud", NOW);
        await insert({ ...row, id });
        const changed = {
          ...row,
          recordKind: kind,
          decision,
          isFraudulent: flag,
          overallScore: score,
        } as Row;
        const body = JSON.stringify(bodyToo ? bodied(changed).body : row.body);
        const written = database.db.run(
          sql`update fraud_results set record_kind = ${kind}, overall_score = ${score}, decision = ${decision}, is_fraudulent = ${flag}, body = ${body} where id = ${id}`,
        );
        await refusal(written);
        const [found] = await database.db.all<{ decision: string; record_kind: string; body: string }>(
          sql`select decision, record_kind, body from fraud_results where id = ${id}`,
        );
        expect(found).toMatchObject({ record_kind: "legacy" });
        expect(found?.decision).not.toBe("clean");
        expect(JSON.parse(found!.body)).toMatchObject({ decision: found!.decision, record_kind: "legacy" });
      }),
      { numRuns: 60 },
    );
  });

  it("stays legacy, and a canonical row canonical", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(canonical, legacy), async (row) => {
        const id = newId("fraud", NOW);
        await insert({ ...row, id });
        const other = row.recordKind === "legacy" ? "canonical" : "legacy";
        const written = database.db.run(
          sql`update fraud_results set record_kind = ${other} where id = ${id}`,
        );
        expect(await refusal(written)).toBe("fraud_record_kind_stays");
      }),
      { numRuns: 12 },
    );
  });
});
