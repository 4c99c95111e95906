import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { FILLED } from "../../harness/plans/fill.ts";
import { CATALOGUE, type Finding, isBad, measurePlans } from "../../harness/plans/run.ts";
import { schemaTables } from "../../harness/test-database.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Enough that a full table scan takes more steps than 200 rows do. */
const ROWS = 20_000;

/** Exported functions that take the database: their statements are in the catalogue. */
const FUNCTIONS = globSync("edge/store/**/*.ts", { cwd: ROOT }).flatMap((path) =>
  readFileSync(join(ROOT, path), "utf8")
    .split(/^(?=export )/m)
    .flatMap((text) => {
      const name =
        /^export (?:async )?(?:function\*?|const) (\w+)(?:<[^>]*>)?(?: = (?:async )?)?\(\s*db: Database/.exec(
          text,
        );
      return name === null ? [] : [`${path.slice("edge/store/".length)} ${name[1]}`];
    }),
);

/** Functions that only make or pass on statements of others in the catalogue. */
const PARTS = [
  // A pragma, and the table of the migrations.
  "erasure/erasures.ts clearRemains",
  "database.ts isMigrated",

  "accounts/tables.ts accountTables",
  "batch.ts commit",
  "erasure/erasures.ts erasures",
  "webhooks/events.ts eraseEvents",
];

it("the catalogue has every function of the store that takes the database", () => {
  expect(FUNCTIONS.length).toBeGreaterThan(100);
  const known = [...Object.keys(CATALOGUE), ...PARTS];
  expect(FUNCTIONS.filter((name) => !known.includes(name))).toEqual([]);
});

it("every table of the schema is filled", async () => {
  // A row for each tenant.
  expect([...FILLED, "wrapped_keys"].sort()).toEqual(await schemaTables());
});

describe("on a database without statistics", () => {
  let findings: Finding[];
  beforeAll(async () => {
    ({ findings } = await measurePlans(ROWS));
  }, 120_000);

  it.each(Object.keys(CATALOGUE))("no statement of %s reads a tenant's table", (name) => {
    const bad = findings.filter((finding) => finding.name === name && isBad(finding));
    expect(bad).toEqual([]);
  });
});
