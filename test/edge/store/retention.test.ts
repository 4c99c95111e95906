import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { firstIdAt, type ID_PREFIXES } from "#edge/core/ids.ts";
import type { Scope } from "#edge/core/scope.ts";
import { systemContext } from "#edge/operations/commit/context.ts";
import { eraseOutdated } from "#edge/operations/erasure/enforce-retention.ts";
import { verifyAudit } from "#edge/store/audit/audit.ts";
import { SELECTED_KINDS } from "#edge/store/erasure/erasures.ts";
import {
  eachRetention,
  findOutdated,
  outdatedErasures,
  selectOutdated,
} from "#edge/store/erasure/retention.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

const NOW = Date.UTC(2026, 10, 21);
const HOUR = 3_600_000;
const DAYS = 2;
const SET: Scope = { tenantId: "tn_set", mode: "live" };
/** The other mode, and a tenant that has set nothing. */
const OTHERS: readonly Scope[] = [
  { tenantId: "tn_set", mode: "test" },
  { tenantId: "tn_unset", mode: "live" },
];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());
const system = () => systemContext({ db: database.db, media: null }, NOW);

const TABLES = {
  ocr: "ocr_results",
  signed: "ocr_results",
  credential: "ocr_results",
  liveness: "liveness_results",
  fraud: "fraud_results",
  faceMatch: "face_matches",
};
type ResultKind = keyof typeof TABLES;
const RESULT_KINDS = Object.keys(TABLES) as ResultKind[];

/** Hours ago; the retention of two days ends at 48. */
const age = fc.integer({ min: 0, max: 96 });
const verification = fc
  .record({
    created: age,
    sinceChange: age,
    status: fc.constantFrom("created", "in_progress", "completed", "expired", "canceled", "erased"),
  })
  .map(({ created, sinceChange, status }) => ({ created, status, changed: Math.min(created, sinceChange) }));
const world = fc.record({
  verifications: fc.array(verification, { minLength: 1, maxLength: 4 }),
  results: fc.array(
    fc.record({
      kind: fc.constantFrom(...RESULT_KINDS),
      created: age,
      /** The index of its verification; beyond the last: none. */
      belongsTo: fc.integer({ min: 0, max: 6 }),
      hasEvent: fc.boolean(),
    }),
    { maxLength: 10 },
  ),
});
type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

let ids = 0;
/** Not `newId`, whose times never decrease. */
const idAt = (kind: keyof typeof ID_PREFIXES, at: number) =>
  firstIdAt(kind, at) + String(ids++).padStart(16, "0");

const limit = DAYS * 24;
const isOver = ({ status, changed }: World["verifications"][number]) =>
  status === "erased" || (["completed", "expired", "canceled"].includes(status) && changed > limit);

/** A row's insertion, and whether the retention should delete the row; null: not checked. */
interface Row {
  readonly id: string;
  readonly mustGo: boolean | null;
  readonly statement: { readonly sql: string; readonly args: (string | number | null)[] };
}

function row(scope: Scope, table: string, mustGo: boolean | null, columns: Columns): Row {
  const whole = { tenant_id: scope.tenantId, mode: scope.mode, ...columns };
  const names = Object.keys(whole);
  const sql = `insert into ${table} (${names}) values (${names.map(() => "?")})`;
  return { id: String(columns.id), mustGo, statement: { sql, args: Object.values(whole) } };
}
type Columns = Readonly<Record<string, string | number | null>>;

function eventRow(scope: Scope, subject: string, created: number, mustGo: boolean): Row {
  const id = idAt("event", NOW - created * HOUR);
  const columns = { type: "x", subject_id: subject, customer_ref: "someone", body: "{}", created_at: 1 };
  return row(scope, "events", mustGo, { id, ...columns });
}

function verificationRows(scope: Scope, made: World["verifications"][number]): Row[] {
  const { created, changed } = made;
  const id = idAt("verification", NOW - created * HOUR);
  const isErased = made.status === "erased";
  const columns = {
    ...{ id, customer_ref: isErased ? "" : "someone", status: isErased ? "completed" : made.status },
    ...{ decision_reasons: "[]", policy: "{}", steps: '["said"]', revision: 2, created_at: 1, expires_at: 1 },
  };
  const revisions = [created, changed].map((hours, i) =>
    row(scope, "verification_revisions", null, {
      ...{ verification_id: id, revision: i + 1, at: NOW - hours * HOUR, change: "made" },
    }),
  );
  const mustGo = isOver(made) && created > limit;
  return [
    row(scope, "verifications", isErased ? null : mustGo, columns),
    ...revisions,
    eventRow(scope, id, changed, isOver(made) && changed > limit),
  ];
}

/** Writes a world's rows. */
async function make(scope: Scope, { verifications, results }: World): Promise<Row[]> {
  const written = verifications.map((each) => verificationRows(scope, each));
  const rows = results.flatMap(({ kind, created, belongsTo, hasEvent }) => {
    const owner = verifications[belongsTo];
    const mustGo = created > limit && (owner === undefined || isOver(owner));
    const id = idAt(kind, NOW - created * HOUR);
    const columns = {
      ...{ id, verification_id: written[belongsTo]?.[0]?.id ?? null, customer_ref: "someone", created_at: 1 },
      ...(kind === "fraud" ? FRAUD : { body: '{"said":1}' }),
      ...(kind === "liveness" ? { is_live: 1 } : {}),
      ...(kind === "faceMatch" ? { kind: "verify" } : {}),
    };
    const result = row(scope, TABLES[kind], mustGo, columns);
    return hasEvent ? [result, eventRow(scope, id, created, mustGo)] : [result];
  });
  const all = [...written.flat(), ...rows];
  await database.client.batch(all.map(({ statement }) => statement));
  return all;
}

const FRAUD = {
  ...{ record_kind: "legacy", decision: "suspicious", is_fraudulent: 0, overall_score: null },
  ...{ threshold_suspicious: 0.4, threshold_fraudulent: 0.8 },
  ...{ critical_failed: 0, major_failed: 0, required_missing: 0 },
  body: '{"decision":"suspicious","is_fraudulent":false,"record_kind":"legacy","overall_score":null}',
};

/** Whether a row still says something. */
const SAYS: Readonly<Record<string, string>> = {
  ocr_results: "deleted_at is null",
  events: "body is not null",
  verifications: "customer_ref <> '' and steps <> '[]'",
};
async function keptIds(): Promise<Set<string>> {
  const tables = [...Object.values(TABLES), "events", "verifications"];
  const answers = await database.client.batch(
    tables.map((table) => `select id from ${table} where ${SAYS[table] ?? "true"}`),
  );
  return new Set(answers.flatMap(({ rows }) => rows.map(({ id }) => String(id))));
}

async function emptied() {
  const tables = [...Object.values(TABLES), "events", "verifications", "verification_revisions", "tenants"];
  await database.client.batch([
    ...[...tables, "audit_entries", "audit_heads"].map((table) => `delete from ${table}`),
    `insert into tenants (id, name, retention_days, created_at) values ('tn_set', 'Set', ${DAYS}, 1), ('tn_unset', 'Unset', null, 1)`,
  ]);
}

/** Sweeps with a small limit until nothing is due; throws if that never happens. */
async function sweepAll() {
  for (let sweeps = 0; sweeps < 20; sweeps++) {
    let erased = 0;
    for await (const retention of eachRetention(database.db)) {
      const outdated = await findOutdated(database.db, retention, NOW, 2);
      if (outdated === null) continue;
      await eraseOutdated(system(), outdated);
      erased += 1;
    }
    if (erased === 0) return;
  }
  throw new Error("the sweeps do not end");
}

describe("the retention", () => {
  it("deletes exactly what is older and belongs to no open verification, for any data", async () => {
    await fc.assert(
      fc.asyncProperty(world, world, async (own, others) => {
        await emptied();
        const made = await make(SET, own);
        const untouched = await make(OTHERS[1]!, others);
        await sweepAll();
        const kept = await keptIds();
        for (const { id, mustGo } of made)
          if (mustGo !== null) expect([id, kept.has(id)]).toEqual([id, !mustGo]);
        for (const { id, mustGo } of untouched) if (mustGo !== null) expect(kept).toContain(id);
      }),
      { numRuns: 15 },
    );
  });

  it("takes both modes of a tenant, each for itself", async () => {
    await emptied();
    const old: World = {
      verifications: [],
      results: [{ kind: "ocr", created: 49, belongsTo: 9, hasEvent: true }],
    };
    const made = [...(await make(SET, old)), ...(await make(OTHERS[0]!, old))];
    await sweepAll();
    expect(made).toHaveLength(4);
    expect(await keptIds()).toEqual(new Set());
    const { rows } = await database.client.execute(
      "select mode, actor, action, target, after from audit_entries",
    );
    const after = { events: 1, media: 0, ocr_results: 1, older_than: "2026-11-19T00:00:00.000Z" };
    expect(rows.map(({ mode }) => mode).sort()).toEqual(["live", "test"]);
    for (const { actor, action, target, after: recorded } of rows) {
      expect({ actor, action, target }).toEqual({
        actor: "system",
        action: "retention.erase",
        target: "tn_set",
      });
      expect(JSON.parse(String(recorded))).toEqual(after);
    }
  });

  it("audits exactly what was erased, with any number of concurrent sweeps", async () => {
    await emptied();
    const results = Array.from({ length: 6 }, () => ({
      kind: "ocr" as const,
      created: 49,
      belongsTo: 9,
      hasEvent: false,
    }));
    await make(SET, { verifications: [], results });
    await Promise.all(Array.from({ length: 4 }, sweepAll));
    await sweepAll();
    const { rows } = await database.client.execute("select after from audit_entries");
    expect(rows.reduce((sum, { after }) => sum + JSON.parse(String(after)).ocr_results, 0)).toBe(6);
    expect(await verifyAudit(database.db, "tn_set", null)).toMatchObject({ fault: null });
  });

  it.each([
    ["is set no more", "update tenants set retention_days = null"],
    ["is longer now", "update tenants set retention_days = 3"],
    ["has lost one of the rows to somebody else", "update ocr_results set deleted_at = 1"],
  ])("erases nothing if it %s", async (_, change) => {
    await emptied();
    const result = { kind: "fraud" as const, created: 49, belongsTo: 9, hasEvent: true };
    const made = await make(SET, {
      verifications: [],
      results: [result, { ...result, kind: "ocr", hasEvent: false }],
    });
    const found = await findOutdated(database.db, { scope: SET, days: DAYS }, NOW, 9);
    await database.client.execute(change);
    await eraseOutdated(system(), found!);
    expect(await keptIds()).toContain(made[0]!.id);
    expect((await database.client.execute("select 1 from audit_entries")).rows).toEqual([]);
  });

  it("finds and erases by indexes alone, which do not grow with what it has erased", async () => {
    const found = Object.fromEntries(SELECTED_KINDS.map((kind) => [kind, { count: 1, lastId: "x" }]));
    const outdated = { retention: { scope: SET, days: DAYS }, cutoff: NOW, found, objectKeys: [] };
    const statements = [
      database.db.all(selectOutdated(SET, NOW, 9)),
      ...outdatedErasures(database.db, outdated, NOW),
    ] as unknown as { getQuery?(): Query; toSQL?(): Query }[];
    const plans = await Promise.all(
      statements.map(async (statement) => {
        const { sql, params } = (statement.toSQL?.() ?? statement.getQuery?.())!;
        const { rows } = await database.client.execute({ sql: `explain query plan ${sql}`, args: params });
        return rows.map(({ detail }) => String(detail));
      }),
    );
    const steps = plans.flat();
    // The row of a part of the union, and the single row of a condition.
    const scans = steps.filter((step) => /^SCAN (?!\(subquery|CONSTANT)/.test(step));
    expect(scans).toEqual([]);
    const searches = steps.filter((step) => step.startsWith("SEARCH"));
    expect(searches.length).toBeGreaterThan(40);
    for (const step of searches) expect(step).not.toMatch(/\(tenant_id=\?( AND mode=\?)?\)/);
    for (const table of ["ocr_results", "events", "verifications"]) {
      const ranges = searches.filter((step) => step.startsWith(`SEARCH ${table} `) && step.includes("id<?"));
      expect(ranges.length).toBeGreaterThan(2);
      for (const step of ranges) expect(step).toContain(`${table}_kept`);
    }
  });
});

interface Query {
  readonly sql: string;
  readonly params: [];
}
