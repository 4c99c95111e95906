import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { inScope } from "#drizzle/schema/columns.ts";
import { fraudResults } from "#drizzle/schema/results.ts";
import { openOperatorDatabase } from "#local/admin/database.ts";
import { parseLegacyRows } from "#local/admin/legacy.ts";
import { layout } from "#local/stack/files.ts";
import { loadSecrets } from "#local/stack/secrets.ts";
import { useFolder } from "../../harness/folder.ts";
import { adminCommand } from "../../harness/stack/admin.ts";

const folder = useFolder();
let tenant: string;

beforeAll(async () => {
  await loadSecrets(layout(folder).secrets);
  tenant = (await admin("tenants", "create", "--name", "Acme")).answer.id;
});

const admin = (...words: string[]) => adminCommand([...words, "--json"], { SELFSAME_DATA: folder });

async function importRows(...rows: (object | string)[]) {
  const file = join(folder, "rows.jsonl");
  await writeFile(file, rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n"));
  return admin("legacy", "import", file, "--tenant", tenant, "--mode", "live");
}

async function onDatabase<T>(
  read: (database: Awaited<ReturnType<typeof openOperatorDatabase>>) => Promise<T>,
): Promise<T> {
  const database = await openOperatorDatabase(folder);
  try {
    return await read(database);
  } finally {
    await database.close();
  }
}

const stored = (id: string, mode: "live" | "test" = "live") =>
  onDatabase(async ({ db }) => {
    const one = and(inScope(fraudResults, { tenantId: tenant, mode }), eq(fraudResults.id, id));
    return (await db.select().from(fraudResults).where(one))[0];
  });

const row = (changes: object = {}) => ({
  customer_ref: "old 1",
  document_type: "passport",
  decision: "fraudulent",
  created_at: "2019-05-06T07:08:09Z",
  ...changes,
});

it("imports decisions as legacy rows, without evidence, in the file's order", async () => {
  const { code, answer } = await importRows(
    row(),
    "",
    row({ customer_ref: "old 2", decision: "suspicious", document_type: "national_id" }),
  );
  expect(code).toBe(0);
  expect(answer.fc_ids).toHaveLength(2);
  expect(await stored(answer.fc_ids[0])).toMatchObject({
    recordKind: "legacy",
    decision: "fraudulent",
    isFraudulent: true,
    overallScore: null,
    customerRef: "old 1",
    createdAt: Date.UTC(2019, 4, 6, 7, 8, 9),
    body: {
      fc_id: answer.fc_ids[0],
      signals: [],
      deterministic_checks: [],
      overall_score: null,
      evidence_available: false,
      record_kind: "legacy",
      mode: "live",
    },
  });
  expect(await stored(answer.fc_ids[1])).toMatchObject({
    decision: "suspicious",
    isFraudulent: false,
    body: { document_type: "cid", is_fraudulent: false },
  });
  expect(await stored(answer.fc_ids[0], "test")).toBeUndefined();
});

it("imports more rows than one statement takes, all or none", async () => {
  const many = Array.from({ length: 1201 }, (_, i) => row({ customer_ref: `many ${i}` }));
  expect((await importRows(...many)).answer.fc_ids).toHaveLength(1201);
  const before = await countRows();
  const { code, err, answer } = await importRows(...many, row({ decision: "clean" }));
  expect([code, answer]).toEqual([1, undefined]);
  expect(err).toMatch(/^invalid_file: .*rows\.jsonl, line 1202: decision .*never clean/);
  expect(await countRows()).toBe(before);
});

const countRows = () => onDatabase(async ({ db }) => (await db.all(sql`select 1 from fraud_results`)).length);

it("never becomes clean, whatever is written to it later", async () => {
  const { answer } = await importRows(row());
  const written = onDatabase(({ db }) =>
    db.run(
      sql`update fraud_results set decision = 'clean', is_fraudulent = 0, overall_score = 0 where id = ${answer.fc_ids[0]}`,
    ),
  );
  await expect(written).rejects.toMatchObject({
    cause: { message: expect.stringMatching(/CHECK constraint/) },
  });
});

describe("rejects", () => {
  it.each([
    ["clean", row({ decision: "clean" }), /^invalid_file: .*rows\.jsonl, line 1: decision .*\(never clean\)/],
    ["an unknown decision", row({ decision: "bad" }), /line 1: decision must be suspicious, .*, not `bad`/],
    [
      "an unknown document_type",
      row({ document_type: "library_card" }),
      /line 1: document_type must be one of .*, not `library_card`/,
    ],
    ["auto as document_type", row({ document_type: "auto" }), /line 1: document_type/],
    ["an empty customer_ref", row({ customer_ref: "" }), /line 1: customer_ref/],
    ["a date without a time", row({ created_at: "2019-05-06" }), /line 1: created_at/],
    ["the future", row({ created_at: "2999-01-01T00:00:00Z" }), /line 1: created_at is in the future/],
    ["an unknown key", row({ score: 1 }), /line 1: Unknown parameter `score`/],
    ["what is not JSON", "{", /^invalid_file: .*rows\.jsonl, line 1, column 2: it ends early/],
    ["what is no object", "[]", /rows\.jsonl, line 1: it must be an object, not a list\.\n$/],
  ])("%s", async (_, line, refusal) => {
    const { code, err } = await importRows(line);
    expect(code).toBe(1);
    expect(err).toMatch(refusal);
    expect(err.trimEnd()).not.toContain("\n");
  });

  it("several wrong lines with one answer, which names the file, and up to ten faults by line and field", async () => {
    const { err } = await importRows({ a: 1 }, row(), row({ decision: "bad", document_type: 4 }));
    expect(err).toMatch(
      /^invalid_file: .*rows\.jsonl, line 1: Unknown parameter `a`.* line 1: customer_ref is required\. .* line 3: document_type must be .*, not a number\. line 3: decision must be /,
    );
    const { err: many } = await importRows(...Array.from({ length: 12 }, () => row({ score: 1 })));
    expect(many.match(/line \d+: /g)).toHaveLength(10);
    expect(many).toMatch(/ And 2 more\.\n$/);
  });

  it("more rows than one batch holds", () => {
    expect(() => parseLegacyRows("old.jsonl", `${JSON.stringify(row())}\n`.repeat(20_001))).toThrow(
      /old\.jsonl has 20001 rows, and an import takes 20000 at most/,
    );
  });

  it.each([
    [["/nowhere"], /^file_unreadable/],
    [[], /^missing_parameter: FILE/],
    [["a", "b"], /^unknown_parameter/],
  ])("the files %j", async (files, refusal) => {
    const { err } = await admin("legacy", "import", ...files, "--tenant", tenant, "--mode", "live");
    expect(err).toMatch(refusal);
  });
});
