import type { Mode } from "../../core/scope.ts";
import { sha256Hex } from "../../crypto/hashing.ts";

/** The originator of a change. `address` is the IP address of the request; null when unknown. */
export type Actor =
  | { readonly kind: "key"; readonly keyId: string; readonly address: string | null }
  | {
      readonly kind: "token";
      readonly jti: string;
      /** Thumbprint of the key of the device that has it; null if a secret key minted it. */
      readonly device: string | null;
      readonly address: string | null;
    }
  | { readonly kind: "staff"; readonly userId: string; readonly address: string | null }
  | { readonly kind: "visitor"; readonly address: string | null }
  | { readonly kind: "operator" }
  | { readonly kind: "system" };

/** The person who runs admin commands. */
export const OPERATOR: Actor = { kind: "operator" };

/** The service itself, acting on a setting or a limit. */
export const SYSTEM: Actor = { kind: "system" };

/** The chain of changes that concern all tenants: it has a name in place of a tenant's id. */
export const SERVICE_CHAIN = "service";

/** An actor as the audit log names it. The texts are part of every entry's hash, so they never change. */
export function describeActor(actor: Actor): { readonly id: string; readonly address: string | null } {
  switch (actor.kind) {
    case "key":
      return { id: actor.keyId, address: actor.address };
    case "token":
      return { id: actor.jti, address: actor.address };
    case "staff":
      return { id: actor.userId, address: actor.address };
    case "visitor":
      return { id: actor.kind, address: actor.address };
    case "operator":
    case "system":
      return { id: actor.kind, address: null };
  }
}

/** Facts about the changed object: no secret, and no personal data. */
export type AuditFacts = Readonly<Record<string, unknown>>;

/** One change, for the audit log. */
export interface AuditEntry {
  readonly tenantId: string;
  /** Null for a change that concerns both modes. */
  readonly mode: Mode | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly actor: Actor;
  /** Noun and verb, such as `key.revoke`. */
  readonly action: string;
  /** Id of the changed object. */
  readonly target: string;
  /** Null if the object did not exist before, or if no fact is recorded. */
  readonly before: AuditFacts | null;
  readonly after: AuditFacts | null;
}

/** The end of a chain: the number of its entries and the last entry's hash. */
export interface ChainHead {
  readonly n: number;
  readonly hash: string;
}

/** An entry as stored. `before` and `after` are canonical JSON. */
export interface ChainedEntry extends ChainHead {
  readonly tenantId: string;
  readonly at: number;
  readonly mode: Mode | null;
  readonly actor: string;
  readonly address: string | null;
  readonly action: string;
  readonly target: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly previousHash: string;
}

/** The head of a chain without entries. */
export const EMPTY_CHAIN: ChainHead = { n: 0, hash: "0".repeat(64) };

/** Numbers and hashes the entries, in their order, as continuations of the chain's head. */
export async function chain(entries: readonly AuditEntry[], head: ChainHead): Promise<ChainedEntry[]> {
  const chained: ChainedEntry[] = [];
  let last = head;
  for (const { actor, before, after, ...entry } of entries) {
    const { id, address } = describeActor(actor);
    const link = {
      ...entry,
      n: last.n + 1,
      actor: id,
      address,
      before: before === null ? null : canonicalJson(before),
      after: after === null ? null : canonicalJson(after),
      previousHash: last.hash,
    };
    last = { ...link, hash: await entryHash(link) };
    chained.push(last as ChainedEntry);
  }
  return chained;
}

type ChainProblem =
  /** The next number is absent. */
  | "missing"
  /** The content does not match the entry's hash. */
  | "altered"
  /** The entry's previous hash is not the hash of the entry before. */
  | "unlinked"
  /** The chain ends before its known or noted end. */
  | "truncated"
  /** The entry differs from the noted one. */
  | "replaced";

export interface ChainVerdict {
  /** The last entry read, with or without a fault. */
  readonly head: ChainHead;
  /** The first fault and the number of its entry; null for an intact chain. */
  readonly fault: { readonly n: number; readonly problem: ChainProblem } | null;
}

/**
 * Checks entries that follow on `head`, oldest first, up to the first fault. `noted` is a head that was
 * recorded earlier: an attacker who rewrites the whole chain, its end included, cannot rewrite that record.
 */
export async function checkLinks(
  entries: readonly ChainedEntry[],
  head: ChainHead,
  noted: ChainHead | null,
): Promise<ChainVerdict> {
  let last = head;
  for (const entry of entries) {
    const problem = await problemOf(entry, last, noted);
    if (problem !== null) return { head: last, fault: { n: last.n + 1, problem } };
    last = { n: entry.n, hash: entry.hash };
  }
  return { head: last, fault: null };
}

/** Checks that a chain, read up to `head`, ends at its known end. */
export function checkEnd(head: ChainHead, end: ChainHead, noted: ChainHead | null): ChainVerdict {
  const isWhole = end.n === head.n && end.hash === head.hash && (noted?.n ?? 0) <= head.n;
  return { head, fault: isWhole ? null : { n: head.n + 1, problem: "truncated" } };
}

async function problemOf(
  entry: ChainedEntry,
  last: ChainHead,
  noted: ChainHead | null,
): Promise<ChainProblem | null> {
  if (entry.n !== last.n + 1) return "missing";
  if (entry.previousHash !== last.hash) return "unlinked";
  if (entry.hash !== (await entryHash(entry))) return "altered";
  return noted?.n === entry.n && noted.hash !== entry.hash ? "replaced" : null;
}

/** SHA-256 in hex of the JSON array of the entry's fields in this order, the previous hash last. */
async function entryHash(entry: Omit<ChainedEntry, "hash">): Promise<string> {
  const { tenantId, n, at, mode, actor, address, action, target, before, after, previousHash } = entry;
  const fields = [tenantId, n, at, mode, actor, address, action, target, before, after, previousHash];
  return sha256Hex(JSON.stringify(fields));
}

/** JSON without white space, each object's keys sorted (RFC 8785), so that equal facts have one text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );
}
