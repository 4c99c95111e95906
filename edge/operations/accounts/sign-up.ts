import { hashPassword } from "better-auth/crypto";
import { newSecretKey } from "../../auth/secret-key.ts";
import { ApiError } from "../../errors.ts";
import { newId } from "../../ids.ts";
import { insertMember } from "../../store/accounts/members.ts";
import { insertUser } from "../../store/accounts/users.ts";
import type { Actor } from "../../store/audit/actor.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { AuditEntry } from "../../store/audit/chain.ts";
import { type Database, isDuplicate, type Statement } from "../../store/batch.ts";
import { insertKey } from "../../store/tenancy/keys.ts";
import { insertTenant } from "../../store/tenancy/tenants.ts";
import type { Role } from "../../vocabulary/roles.ts";

/** What somebody says about themselves when they sign up. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

export interface SignedUp {
  readonly tenantId: string;
  readonly userId: string;
  /** The first test key, shown this once. */
  readonly key: string;
}

/**
 * Makes a user, their tenant and its first test key, all or none. 400 `invalid_parameter` when the address has an account.
 */
export async function signUp(
  db: Database,
  person: Person,
  tenantName: string,
  address: string | null,
  now: number,
): Promise<SignedUp> {
  const tenantId = newId("tenant", now);
  const keyId = newId("apiKey", now);
  const { key, hash, hint } = await newSecretKey("test");
  const { userId, statements } = await newUser(db, person, { tenantId, role: "owner" }, now);
  const actor = { kind: "staff", userId, address } as const;
  const made = { tenantId, at: now, actor, before: null };
  await commitUser(
    db,
    [
      { ...made, mode: null, action: "tenant.create", target: tenantId, after: { name: tenantName } },
      { ...made, mode: null, action: "member.create", target: userId, after: { role: "owner" } },
      { ...made, mode: "test", action: "key.create", target: keyId, after: { hint } },
    ],
    [
      insertTenant(db, { id: tenantId, name: tenantName, createdAt: now }),
      ...statements,
      insertKey(db, { tenantId, mode: "test" }, { id: keyId, hash, hint, createdAt: now }),
    ],
  );
  return { tenantId, userId, key };
}

/** Makes a user who works for a tenant that is there already, with what else belongs to that. */
export async function addMember(
  db: Database,
  person: Person,
  membership: { readonly tenantId: string; readonly role: Role },
  by:
    | { readonly actor: Actor; readonly also?: readonly Statement[] }
    | { readonly address: string | null; readonly also?: readonly Statement[] },
  now: number,
): Promise<{ userId: string }> {
  const { userId, statements } = await newUser(db, person, membership, now);
  const { tenantId, role } = membership;
  const actor = "actor" in by ? by.actor : ({ kind: "staff", userId, address: by.address } as const);
  const entry = { tenantId, mode: null, at: now, actor, action: "member.create", target: userId };
  await commitUser(db, [{ ...entry, before: null, after: { role } }], [...statements, ...(by.also ?? [])]);
  return { userId };
}

async function newUser(
  db: Database,
  { name, email, password }: Person,
  membership: { readonly tenantId: string; readonly role: Role },
  now: number,
): Promise<{ userId: string; statements: Statement[] }> {
  const userId = newId("user", now);
  const passwordHash = await hashPassword(password);
  const user = { id: userId, name, email: email.toLowerCase(), passwordHash };
  return {
    userId,
    statements: [...insertUser(db, user, now), insertMember(db, { userId, ...membership, createdAt: now })],
  };
}

async function commitUser(
  db: Database,
  entries: readonly AuditEntry[],
  statements: readonly Statement[],
): Promise<void> {
  try {
    await commitAudited(db, entries, statements);
  } catch (error) {
    if (!isDuplicate(error, "users")) throw error;
    throw new ApiError("invalid_parameter", "This address cannot sign up. If you have an account, sign in.", {
      param: "email",
    });
  }
}
