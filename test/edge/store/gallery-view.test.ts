import { afterAll, beforeAll, expect, it } from "vitest";
import type { Scope } from "#edge/core/scope.ts";
import { openDatabase } from "#edge/store/database.ts";
import { type GalleryQuestion, viewGallery } from "#edge/store/results/face-templates.ts";
import { startCountingProxy } from "../../harness/edge/counting-proxy.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let proxy: Awaited<ReturnType<typeof startCountingProxy>>;
const bodies: string[] = [];
const scope: Scope = { tenantId: "tn_1", mode: "test" };
const question: GalleryQuestion = {
  after: { seq: 5, registrationId: "fr_5" },
  limit: 256,
  registrationIds: ["fr_1", "fr_2"],
  version: "v1",
  exceptRef: "self",
};

/** A request of Hrana's, as far as it carries SQL. */
interface Sent {
  readonly sql_id?: number;
  readonly sql?: string;
  readonly batch?: {
    readonly steps: readonly {
      readonly stmt: { readonly sql?: string; readonly sql_id?: number; readonly args?: { value: string }[] };
    }[];
  };
}

beforeAll(async () => {
  database = await openTestDatabase();
  proxy = await startCountingProxy(database.url, (body) => bodies.push(body) > 0);
});
afterAll(async () => {
  await proxy.close();
  await database.close();
});

it("views a gallery in one round trip, whatever is asked", async () => {
  await viewGallery(openDatabase(proxy.url), scope, question);
  expect(bodies).toHaveLength(1);
});

it("reads no more of a gallery than it answers: every statement goes by an index to its rows", async () => {
  const sent: Sent[] = JSON.parse(bodies[0]!).requests;
  const texts = new Map(sent.map(({ sql_id, sql }) => [sql_id, sql]));
  const selects = sent
    .flatMap(({ batch }) => batch?.steps ?? [])
    .map(({ stmt }) => ({ sql: stmt.sql ?? texts.get(stmt.sql_id)!, args: stmt.args ?? [] }))
    .filter(({ sql }) => sql.startsWith("select"));
  expect(selects).toHaveLength(6);
  for (const { sql, args } of selects) {
    const explain = { sql: `explain query plan ${sql}`, args: args.map(({ value }) => value) };
    const steps = (await database.client.execute(explain)).rows.map(({ detail }) => String(detail));
    expect(steps.filter((step) => step.startsWith("SCAN"))).toEqual([]);
    for (const step of steps.filter((each) => each.startsWith("SEARCH"))) {
      expect(step).toMatch(/PRIMARY KEY|seq>|registration_id=|customer_ref=|template_version[<>]/);
    }
  }
});
