import { drizzle } from "drizzle-orm/libsql/http";
import { commit, type Database, type Statement } from "#edge/store/batch.ts";
import { openTestDatabase } from "../test-database.ts";
import { ACCOUNTS } from "./catalogue/accounts.ts";
import { BETTER_AUTH } from "./catalogue/better-auth.ts";
import { CREDENTIALS } from "./catalogue/credentials.ts";
import type { Call, Catalogue, Entry } from "./catalogue/entry.ts";
import { POLICIES } from "./catalogue/policies.ts";
import { RESULTS } from "./catalogue/results.ts";
import { TENANCY } from "./catalogue/tenancy.ts";
import { TRUST } from "./catalogue/trust.ts";
import { ERASURE, VERIFICATIONS } from "./catalogue/verifications.ts";
import { WEBHOOKS } from "./catalogue/webhooks.ts";
import { fill } from "./fill.ts";
import { type Measured, measuring } from "./measure.ts";

export const CATALOGUE: Catalogue = {
  ...ACCOUNTS,
  ...BETTER_AUTH,
  ...TENANCY,
  ...TRUST,
  ...CREDENTIALS,
  ...RESULTS,
  ...VERIFICATIONS,
  ...POLICIES,
  ...WEBHOOKS,
  ...ERASURE,
};

/** Rows that a statement may read unless its entry says otherwise. */
const ROWS = 200;

/**
 * Steps of SQLite's virtual machine for one row that is read whole, sorted and written with its indexes; a
 * row that is only visited takes ten.
 */
const STEPS_A_ROW = 40;

/**
 * Full scans that SQLite may do: over rows that the statement itself has made, a row's own list,
 * and partial indexes that hold few rows, of tenants that wait for a sweep and of deliveries that are being
 * sent. There are few wrapped keys, one a tenant.
 */
const MAY_SCAN =
  /^SCAN (CONSTANT ROW|\d+ CONSTANT ROWS|\(subquery-\d+\)|waiting|followed|w|json_each)( |$)|INDEX (tenants_media|tenants_retention|deliveries_leased)$|^SCAN wrapped_keys$/;

export interface Finding {
  readonly name: string;
  readonly measured: Measured;
  /** Steps that the entry allows. */
  readonly most: number;
  readonly scans: readonly string[];
}

export const isBad = ({ measured, most, scans }: Finding): boolean =>
  measured.steps > most || measured.autoIndexed > 0 || (scans.length > 0 && Number.isFinite(most));

/** Runs the catalogue on a database without statistics whose every table has `rows` rows. */
export async function measurePlans(rows: number): Promise<{ findings: Finding[] }> {
  const { client, file, close } = await openTestDatabase();
  fill(file, rows);
  // The server could not answer meanwhile: the connection that was kept to it is broken.
  await client.execute("select 1").catch(() => {});
  const recorder = measuring(client, file);
  const db = drizzle(recorder.client);
  const findings: Finding[] = [];
  for (const [name, entry] of Object.entries(CATALOGUE)) {
    const { calls, rows: most = ROWS }: Entry = typeof entry === "function" ? { calls: [entry] } : entry;
    for (const call of calls) await run(db, call, name);
    const found = recorder.taken();
    if (found.length === 0) throw new Error(`${name} ran no statement`);
    const limit = most * STEPS_A_ROW;
    findings.push(...found.map((measured) => ({ name, measured, most: limit, scans: scansOf(measured) })));
  }
  await close();
  return { findings };
}

const scansOf = ({ plan }: Measured) =>
  plan.filter((step) => step.startsWith("SCAN") && !MAY_SCAN.test(step));

async function run(db: Database, call: Call, name: string): Promise<void> {
  try {
    const made = call(db);
    // A lone statement runs when it is awaited.
    if (Array.isArray(made)) await commit(db, made as Statement[]);
    else await made;
  } catch (error) {
    throw new Error(`${name} failed`, { cause: error });
  }
}
