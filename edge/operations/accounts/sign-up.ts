import { MODES } from "../../../vocabulary/enumerations.ts";
import { newSecretKey } from "../../auth/secret-key.ts";
import { newId } from "../../core/ids.ts";
import { insertKey } from "../../store/tenancy/keys.ts";
import { insertTenant } from "../../store/tenancy/tenants.ts";
import { setUsageCap } from "../../store/tenancy/usage.ts";
import { insertWrappedKey } from "../../store/tenancy/wrapped-keys.ts";
import { auditEntry } from "../commit/audit-entry.ts";
import { commit } from "../commit/commit.ts";
import type { VisitorContext } from "../commit/context.ts";
import { ifTaken, newUser, type Person } from "./new-user.ts";

interface SignedUp {
  readonly tenantId: string;
  readonly userId: string;
  /** The first test key, shown this once. */
  readonly key: string;
}

/**
 * Makes a user, their tenant and its first test key, all or none. Both modes of the tenant start with the cap
 * of self-made tenants, which only the operator lifts. Throws 400 `invalid_parameter` when the
 * address has an account.
 */
export async function signUp(
  ctx: VisitorContext<"passwords" | "quotas" | "serviceKey" | "vault">,
  { person, tenantName: name }: { readonly person: Person; readonly tenantName: string },
): Promise<SignedUp> {
  const { services, address, now } = ctx;
  const { db } = services;
  const cap = services.quotas.signUpMonthlyCap;
  const tenantId = newId("tenant", now);
  const keyId = newId("apiKey", now);
  const { key, hash, hint } = await newSecretKey(services.serviceKey, "test");
  const { userId, statements } = await newUser(services, person, { tenantId, role: "owner" }, now);
  const by = { tenantId, actor: { kind: "staff", userId, address }, now } as const;
  await commit(ctx, {
    statements: [
      insertTenant(db, { id: tenantId, name, createdAt: now, monthlyCeiling: cap }),
      insertWrappedKey(db, await services.vault.newKey({ tenantId })),
      ...(cap === null ? [] : MODES.map((mode) => setUsageCap(db, { tenantId, mode }, cap))),
      ...statements,
      insertKey(db, { tenantId, mode: "test" }, { id: keyId, hash, hint, createdAt: now }),
    ],
    audit: [
      auditEntry(by, { action: "tenant.create", target: tenantId, after: { name, cap } }),
      auditEntry(by, { action: "member.create", target: userId, after: { role: "owner" } }),
      auditEntry(by, { action: "key.create", target: keyId, mode: "test", after: { hint } }),
    ],
  }).catch(ifTaken);
  return { tenantId, userId, key };
}
