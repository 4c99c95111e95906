import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { forgetLapsed } from "#edge/operations/erasure/enforce-retention.ts";
import { openTestDatabase, schemaTables } from "../../harness/test-database.ts";

const NOW = Date.UTC(2026, 10, 22);
const DAY = 86_400_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

type Row = Readonly<Record<string, string | number | null>>;

/**
 * Tables whose rows a sweep deletes a number of days after `at`. The row of a
 * deleted endpoint, an emptied event or an erased verification takes others with it.
 */
const SWEPT: Readonly<Record<string, readonly [days: number, row: (at: number) => Row]>> = {
  session_tokens: [1, (at) => ({ jti: `j${at}`, verification_id: "vf_1", created_at: 1, expires_at: at })],
  links: [1, (at) => ({ hash: `l${at}`, verification_id: "vf_1", expires_at: at })],
  handoffs: [
    7,
    (at) => ({ id: `ho${at}`, verification_id: "vf_1", state: "waiting", created_at: 1, expires_at: at }),
  ],
  withdrawals: [0, (at) => ({ digest: `w${at}`, receipt_id: "rcpt_1", expires_at: at })],
  credential_requests: [
    0,
    (at) => ({
      ...{ id: `cr${at}`, verification_id: "vf_1", origin: "o", secrets: "s" },
      ...{ created_at: 1, expires_at: at },
    }),
  ],
  challenges: [1, (at) => ({ id: `c${at}`, action: "blink", created_at: 1, expires_at: at })],
  idempotency_keys: [
    0,
    (at) => ({ path: "/", key: `k${at}`, fingerprint: "f", lease_id: "l", lease_until: 1, expires_at: at }),
  ],
  usage_reservations: [0, (at) => ({ id: `r${at}`, month: "2026-11", until: at })],
  user_sessions: [
    0,
    (at) => ({ id: `s${at}`, token: `t${at}`, user_id: "usr_1", ...touched, expires_at: at }),
  ],
  user_challenges: [0, (at) => ({ id: `u${at}`, identifier: "i", value: "v", ...touched, expires_at: at })],
  attempt_counts: [0, (at) => ({ counter: `n${at}`, rule: "r", slot: 1, hits: 1, ends_at: at })],
  invitations: [
    30,
    (at) => ({
      id: `i${at}`,
      email: "e",
      role: "owner",
      token_hash: `h${at}`,
      created_at: 1,
      expires_at: at,
    }),
  ],
  list_items: [
    0,
    (at) => ({
      id: `li${at}`,
      list: "block",
      kind: "document",
      term: `t${at}`,
      created_at: 1,
      expires_at: at,
    }),
  ],
  api_keys: [90, (at) => ({ id: `a${at}`, hash: `h${at}`, hint: "h", created_at: 1, revoked_at: at })],
  ocr_results: [90, (at) => ({ id: `o${at}`, created_at: 1, body: "{}", deleted_at: at })],
  face_templates: [
    90,
    (at) => ({
      ...{ registration_id: `f${at}`, customer_ref: `c${at}`, template_version: "v" },
      ...{ created_at: 1, deleted_at: at },
    }),
  ],
  media_objects: [
    90,
    (at) => ({
      ...{ id: `m${at}`, object_key: "k", result_id: "r", kind: "portrait", media_type: "image/jpeg" },
      ...{ state: "erased", created_at: 1, erased_at: at },
    }),
  ],
  tallies: [400, (at) => ({ day: day(at), name: "results", counts: "{}" })],
  events: [30, (at) => ({ id: `e${at}`, type: "x", subject_id: "s", created_at: 1, erased_at: at })],
  webhook_endpoints: [
    30,
    (at) => ({
      ...{ id: `w${at}`, url: "https://h", event_types: ",", secret: "s", state: "enabled" },
      ...{ created_at: 1, deleted_at: at },
    }),
  ],
  verification_revisions: [30, (at) => ({ verification_id: `v${at}`, revision: 2, at, change: "erased" })],
};
const touched = { created_at: 1, updated_at: 1 };

/** Tables without a sweep of their own, and the end of their rows. */
const ENDS: Readonly<Record<string, string>> = {
  deliveries: "go with their event or their endpoint",
  delivery_attempts: "go with their event or their endpoint",
  liveness_results: "are deleted by the retention, or with their customer",
  fraud_results: "are deleted by the retention, or with their customer",
  face_matches: "are deleted by the retention, or with their customer",
  verifications: "stay with their id, status, decision, policy and times (contract §8.5)",
  policies: "stay, since verifications name them; a mode has at most 100",
  policy_versions: "stay with their policy",
  search_terms: "are deleted with their OCR result's erasure",
  review_notes: "are deleted with their verification's erasure",
  trust_anchors: "stay, so that a recall finds what rests on them",
  trust_uses: "stay with the id of a result; they name no person (contract §12.11)",
  usage: "one row a month, which is the bill (contract §8.6)",
  usage_caps: "one row a tenant and mode",
  tenants: "stay",
  capture_settings: "one row a tenant",
  consent_texts: "stay, since records of consent name them (contract §13.6)",
  audit_entries: "stay, so that the chain can be verified (contract §8.6)",
  audit_heads: "one row a tenant",
  users: "are deleted with their membership",
  user_credentials: "are deleted with their user",
  user_second_factors: "are deleted with their user",
  wrapped_keys: "one row a tenant, and one of the service",
  members: "are deleted by an owner",
};

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
  await insert("users", { id: "usr_1", name: "n", email: "e", ...touched }, false);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.client.batch(Object.keys(SWEPT).map((table) => `delete from ${table}`));
});

const columnsOf = async (table: string) =>
  (await database.client.execute(`select name from pragma_table_info('${table}')`)).rows.map(
    ({ name }) => name,
  );

async function insert(table: string, row: Row, isScoped = true): Promise<void> {
  const has = new Set(isScoped ? await columnsOf(table) : []);
  const scope = {
    ...(has.has("tenant_id") && { tenant_id: "tn_1" }),
    ...(has.has("mode") && { mode: "live" }),
  };
  const whole: Row = { ...scope, ...row };
  const names = Object.keys(whole);
  await database.client.execute({
    sql: `insert into ${table} (${names.map((name) => `"${name}"`)}) values (${names.map(() => "?")})`,
    args: Object.values(whole),
  });
}

const count = async (table: string, where = "true") =>
  Number((await database.client.execute(`select count(*) as n from ${table} where ${where}`)).rows[0]?.n);

const sweep = () => forgetLapsed(systemContext({ db: database.db, media: null, clock: () => NOW }, NOW));

it("every table of the schema has an end, or a reason to have none", async () => {
  expect([...Object.keys(SWEPT), ...Object.keys(ENDS)].sort()).toEqual(await schemaTables());
});

describe("the sweep", () => {
  it.each(Object.entries(SWEPT))(
    "deletes expired rows of %s, and none sooner",
    async (table, [days, row]) => {
      await insert(table, row(NOW - days * DAY - DAY));
      await insert(table, row(NOW - days * DAY + DAY));
      expect(await count(table)).toBe(2);
      await sweep();
      expect(await count(table)).toBe(1);
      await sweep();
      expect(await count(table)).toBe(1);
    },
  );

  it.each(["session_tokens", "events", "tallies"])(
    "forgets more of %s than one batch holds",
    async (table) => {
      const [days, row] = SWEPT[table]!;
      for (let i = 0; i < 3; i++) await insert(table, row(NOW - (days + 2 + i) * DAY));
      const [column, ...others] = Object.keys(row(1));
      await database.client.execute(
        `insert into ${table} (tenant_id, mode, ${[column, ...others].map((name) => `"${name}"`)}) with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200) select 'x_' || i, mode, ${table === "tallies" ? "day" : `${column} || i`}, ${others.map((name) => `"${name}"`)} from n, (select * from ${table} limit 1)`,
      );
      expect(await count(table)).toBe(1_203);
      await sweep();
      expect(await count(table)).toBe(0);
    },
  );

  it("forgets an emptied event with its deliveries and attempts, and no other event's", async () => {
    for (const [id, erasedAt] of [
      ["old", NOW - 31 * DAY],
      ["new", NOW - DAY],
      ["kept", null],
    ] as const) {
      await insert("events", { id, type: "x", subject_id: "s", created_at: 1, erased_at: erasedAt });
      await insert("deliveries", { event_id: id, endpoint_id: "we_1", state: "delivered", created_at: 1 });
      await insert("delivery_attempts", { event_id: id, endpoint_id: "we_1", n: 1, at: 1, latency_ms: 1 });
    }
    await sweep();
    for (const table of ["deliveries", "delivery_attempts"]) {
      expect(await count(table)).toBe(2);
      expect(await count(table, "event_id = 'old'")).toBe(0);
    }
  });

  it("forgets a deleted endpoint once all of its deliveries are gone, and no other endpoint's", async () => {
    await database.client.batch(["delete from deliveries", "delete from delivery_attempts"]);
    const [, endpoint] = SWEPT.webhook_endpoints!;
    await insert("webhook_endpoints", { ...endpoint(NOW - 40 * DAY), id: "we_gone" });
    await insert("webhook_endpoints", { ...endpoint(NOW), id: "we_here", deleted_at: null });
    for (const id of ["we_gone", "we_here"]) {
      await database.client.execute(
        `insert into deliveries (event_id, endpoint_id, tenant_id, mode, state, created_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 700) select 'ev' || i, '${id}', 'tn_1', 'live', 'delivered', 1 from n`,
      );
    }
    await sweep();
    await sweep();
    expect(await count("deliveries", "endpoint_id = 'we_gone'")).toBe(0);
    expect(await count("deliveries", "endpoint_id = 'we_here'")).toBe(700);
    expect(await count("webhook_endpoints")).toBe(1);
  });

  it("forgets the changes of an erased verification, and of no other one", async () => {
    const change = (id: string, revision: number, change: string, at: number) =>
      insert("verification_revisions", { verification_id: id, revision, at, change });
    await change("vf_erased", 1, "created", NOW - 90 * DAY);
    await change("vf_erased", 2, "erased", NOW - 31 * DAY);
    await change("vf_kept", 1, "created", NOW - 90 * DAY);
    await sweep();
    expect(await count("verification_revisions", "verification_id = 'vf_erased'")).toBe(0);
    expect(await count("verification_revisions", "verification_id = 'vf_kept'")).toBe(1);
  });
});
