import { ApiError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Scope } from "../../core/scope.ts";
import { unknownId } from "../../core/unknown-id.ts";
import { type Database, isUnmet } from "../../store/batch.ts";
import {
  archive,
  findPolicy,
  findVersion,
  insertPolicy,
  insertVersion,
  isVersionTaken,
  onlyIfRoomForPolicy,
  type PolicyRow,
  type PolicyVersion,
  useVersion,
} from "../../store/verifications/policies.ts";
import type { Policy } from "../../verification/policy.ts";
import { type CallContext, commit, commitResult, refuseOnConflict, type Write } from "../commit/commit.ts";
import { auditEntry, type ScopeContext } from "../commit/context.ts";
import type { Answer } from "../commit/pending-call.ts";

/** Most policies of a tenant and mode, archived ones too, and most versions of each. */
const MOST = { policies: 100, versions: 100 } as const;

/** A named policy with one of its versions. */
export interface NamedPolicy {
  readonly row: PolicyRow;
  readonly version: PolicyVersion;
}

/** The policy of this id. Throws 404 `not_found` if this tenant and mode does not have it. */
export async function existingPolicy(db: Database, scope: Scope, id: string): Promise<PolicyRow> {
  const row = await findPolicy(db, scope, id);
  if (row === undefined) throw unknownId("policy", id, scope.mode);
  return row;
}

/**
 * A version of a policy, by default the last one. Throws 404 `not_found` for a policy or a version that this
 * tenant and mode does not have.
 */
export async function existingVersion(
  db: Database,
  scope: Scope,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<NamedPolicy> {
  const row = await existingPolicy(db, scope, id);
  const found = await findVersion(db, scope, id, version ?? row.version);
  if (found !== undefined) return { row, version: found };
  throw new ApiError("not_found", noVersion(row, version), { param: "version" });
}

/**
 * The version under which a verification is created. Throws 400 `invalid_parameter` for an unknown policy or
 * version, and for an archived policy.
 */
export async function usableVersion(
  db: Database,
  scope: Scope,
  { id, version }: { readonly id: string; readonly version?: number | undefined },
): Promise<NamedPolicy> {
  const row = await findPolicy(db, scope, id);
  if (row === undefined) {
    throw new ApiError("invalid_parameter", unknownId("policy", id, scope.mode).message, {
      param: "policy_id",
    });
  }
  if (row.archivedAt !== null) throw archived("policy_id");
  const found = await findVersion(db, scope, id, version ?? row.version);
  if (found !== undefined) return { row, version: found };
  throw new ApiError("invalid_parameter", noVersion(row, version), { param: "policy_version" });
}

const noVersion = ({ version: last }: PolicyRow, version: number | undefined) =>
  `The policy has no version ${version}: its last one is ${last}.`;

const archived = (param?: string) =>
  new ApiError("invalid_parameter", "The policy is archived. Use another one.", { param });

interface NewPolicy {
  readonly name: string;
  readonly policy: Policy;
}

const tooMany = new ApiError("limit_reached", `There may be ${MOST.policies} policies in this mode.`);

/** A new policy with its first version, and what its commit writes. */
function planPolicy(ctx: ScopeContext, { name, policy }: NewPolicy): { write: Write; named: NamedPolicy } {
  const { services, scope, now } = ctx;
  const id = newId("policy", now);
  const row = { id, name, version: 1, createdAt: now, updatedAt: now, archivedAt: null };
  const version = { version: 1, policy, createdAt: now };
  const write = {
    statements: [
      onlyIfRoomForPolicy(services.db, scope, MOST.policies),
      insertPolicy(services.db, scope, row),
      insertVersion(services.db, scope, { ...version, policyId: id }),
    ],
    audit: [auditEntry(ctx, { action: "policy.create", target: id, after: { name, version: 1 } })],
  };
  return { write, named: { row, version } };
}

/** Creates a policy. Throws 409 `limit_reached` if the tenant and mode have `MOST.policies`. */
export async function createPolicy(ctx: ScopeContext, input: NewPolicy): Promise<NamedPolicy> {
  const { write, named } = planPolicy(ctx, input);
  await commit(ctx, write).catch(refuseOnConflict(tooMany));
  return named;
}

/** `createPolicy` by an API call, whose answer is kept: a repeated call makes no second policy. */
export async function createPolicyByCall(ctx: CallContext<NamedPolicy>, input: NewPolicy): Promise<Answer> {
  const { write, named } = planPolicy(ctx, input);
  return commitResult(ctx, write, named).catch(refuseOnConflict(tooMany));
}

interface NewVersion {
  readonly id: string;
  readonly policy: Policy;
}

/** Each failed try means that another writer has made the version with the next number. */
const MAX_TRIES = 12;

/**
 * Adds a version, which becomes the last one. Versions that are added at the same time get different numbers.
 * Throws 404 `not_found`, 400 `invalid_parameter` for an archived policy, and 409 `limit_reached` if the
 * policy has `MOST.versions`.
 */
async function add<Outcome>(
  ctx: ScopeContext,
  { id, policy }: NewVersion,
  write: (batch: Write, named: NamedPolicy) => Promise<Outcome>,
): Promise<Outcome> {
  const { services, scope, now: at } = ctx;
  for (let tries = 1; ; tries++) {
    const row = await existingPolicy(services.db, scope, id);
    if (row.archivedAt !== null) throw archived();
    if (row.version >= MOST.versions) {
      throw new ApiError("limit_reached", `A policy has at most ${MOST.versions} versions.`);
    }
    const number = row.version + 1;
    const version = { version: number, policy, createdAt: at };
    const facts = { before: { version: row.version }, after: { version: number } };
    const batch = {
      statements: [
        insertVersion(services.db, scope, { ...version, policyId: id }),
        ...useVersion(services.db, scope, { id, version: number, at }),
      ],
      audit: [auditEntry(ctx, { action: "policy.change", target: id, ...facts })],
    };
    try {
      return await write(batch, { row: { ...row, version: number, updatedAt: at }, version });
    } catch (error) {
      if (isUnmet(error)) throw archived();
      if (!isVersionTaken(error) || tries >= MAX_TRIES) throw error;
    }
  }
}

/** Adds a version: see `add`. */
export function addVersion(ctx: ScopeContext, input: NewVersion): Promise<NamedPolicy> {
  return add(ctx, input, async (batch, named) => {
    await commit(ctx, batch);
    return named;
  });
}

/** `addVersion` by an API call, whose answer is kept: a repeated call makes no second version. */
export function addVersionByCall(ctx: CallContext<NamedPolicy>, input: NewVersion): Promise<Answer> {
  return add(ctx, input, (batch, named) => commitResult(ctx, batch, named));
}

/**
 * Archives a policy: nothing is created under it any more, and its versions stay readable. May be repeated.
 * Throws 404 `not_found`.
 */
export async function archivePolicy(ctx: ScopeContext, { id }: { readonly id: string }): Promise<void> {
  const { services, scope, now } = ctx;
  const row = await existingPolicy(services.db, scope, id);
  if (row.archivedAt !== null) return;
  await commit(ctx, {
    statements: [archive(services.db, scope, id, now)],
    audit: [auditEntry(ctx, { action: "policy.archive", target: id, before: { version: row.version } })],
  });
}
