import { z } from "zod";
import { MODES } from "../../../vocabulary/enumerations.ts";
import { type ChainedEntry, canonicalJson } from "./chain.ts";

/**
 * An audit entry in lists and exports: every field that the hash covers. `at` is ISO 8601 to the millisecond;
 * `before` and `after` are the JSON values whose canonical text was hashed.
 */
export function auditLine(entry: ChainedEntry) {
  return {
    n: entry.n,
    tenant_id: entry.tenantId,
    at: new Date(entry.at).toISOString(),
    mode: entry.mode,
    actor: entry.actor,
    address: entry.address,
    action: entry.action,
    target: entry.target,
    before: parsed(entry.before),
    after: parsed(entry.after),
    previous_hash: entry.previousHash,
    hash: entry.hash,
  };
}

const parsed = (json: string | null): unknown => (json === null ? null : JSON.parse(json));

const facts = z
  .record(z.string(), z.unknown())
  .nullable()
  .transform((value) => (value === null ? null : canonicalJson(value)));
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const lineSchema = z
  .strictObject({
    n: z.int(),
    tenant_id: z.string(),
    at: z.iso.datetime({ precision: 3 }).transform((text) => Date.parse(text)),
    mode: z.enum(MODES).nullable(),
    actor: z.string(),
    address: z.string().nullable(),
    action: z.string(),
    target: z.string(),
    before: facts,
    after: facts,
    previous_hash: sha256,
    hash: sha256,
  })
  .transform(({ tenant_id, previous_hash, ...line }): ChainedEntry => {
    return { ...line, tenantId: tenant_id, previousHash: previous_hash };
  });

/**
 * The audit entry of an export's line; null unless the text is, to the byte, a line that `auditLine` writes.
 */
export function entryOfLine(text: string): ChainedEntry | null {
  const { data } = lineSchema.safeParse(jsonOf(text));
  // Other parsers may read duplicate keys and unusual number spellings differently, so both are rejected.
  return data !== undefined && JSON.stringify(auditLine(data)) === text ? data : null;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
