import type { ChainedEntry } from "./audit-chain.ts";

/**
 * An audit entry as lists and exports show it: every field that its hash is made of. `at` is ISO 8601 to the millisecond,
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
