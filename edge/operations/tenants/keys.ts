import { mistypedName } from "../../../vocabulary/edit-distance.ts";
import { KEY_SCOPES, type KeyScope } from "../../../vocabulary/key-scopes.ts";
import type { KeyRights } from "../../auth/key-rights.ts";
import { readNetwork } from "../../auth/networks.ts";
import { newSecretKey } from "../../auth/secret-key.ts";
import { ApiError, type ErrorCode } from "../../core/errors.ts";
import { isId, newId } from "../../core/ids.ts";
import type { Mode } from "../../core/scope.ts";
import type { Rule } from "../../limits/sliding-window.ts";
import { findKey, insertKey, onlyIfRoomForKey, revokeKey as revoking } from "../../store/tenancy/keys.ts";
import { commit, refuseOnConflict } from "../commit/commit.ts";
import { auditEntry, type ScopeContext, type TenantContext } from "../commit/context.ts";

export const MOST_NETWORKS = 50;

const FULL_AUTHORITY: KeyRights = { scopes: null, networks: null, expiresAt: null };

/** The most characters of a key's name. */
export const LONGEST_KEY_NAME = 60;

/**
 * Makes a secret key, which is shown this once: a restricted one if scopes are given. `named`: what the
 * tenant calls it, in 1 to 60 characters; null for no name. Throws 409 `limit_reached` if the tenant has the
 * maximum number of active keys in this mode, and 400 `invalid_parameter` for a wrong name, a key without a
 * scope, an unreadable network, or a time that is over.
 */
export async function createKey(
  ctx: ScopeContext<"quotas" | "serviceKey">,
  wished: KeyRights = FULL_AUTHORITY,
  named: string | null = null,
): Promise<{ id: string; key: string }> {
  const { services, scope, now } = ctx;
  const rights = checkedRights(wished, now);
  const name = named === null ? null : checkedName(named);
  const most = services.quotas.keysPerMode;
  const id = newId("apiKey", now);
  const { key, hash, hint } = await newSecretKey(services.serviceKey, scope.mode, rights.scopes !== null);
  const { scopes, networks, expiresAt } = rights;
  // A key with full authority is audited as ever.
  const given = Object.entries({ name, scopes, networks, expires_at: expiresAt }).filter(
    ([, value]) => value !== null,
  );
  await commit(ctx, {
    statements: [
      onlyIfRoomForKey(services.db, scope, { most, now }),
      insertKey(services.db, scope, { id, hash, hint, name, createdAt: now, ...rights }),
    ],
    audit: [
      auditEntry(ctx, { action: "key.create", target: id, after: { hint, ...Object.fromEntries(given) } }),
    ],
  }).catch(
    refuseOnConflict(
      new ApiError(
        "limit_reached",
        `A tenant has at most ${most} keys in a mode. Revoke one that is not used.`,
      ),
    ),
  );
  return { id, key };
}

function checkedName(text: string): string {
  const name = text.trim();
  if (name.length > 0 && name.length <= LONGEST_KEY_NAME && !/\p{C}/u.test(name)) return name;
  throw invalid("name", `A key's name has 1 to ${LONGEST_KEY_NAME} characters, on one line.`);
}

function checkedRights({ scopes, networks, expiresAt }: KeyRights, now: number): KeyRights {
  if (scopes !== null && scopes.length === 0)
    throw invalid("scopes", `Choose one or more of: ${KEY_SCOPES.join(", ")}.`);
  if (expiresAt !== null && expiresAt <= now) throw invalid("expires_at", "The key's end is in the past.");
  if (networks !== null && (networks.length === 0 || networks.length > MOST_NETWORKS)) {
    throw invalid("networks", `A key has 1 to ${MOST_NETWORKS} networks.`);
  }
  return {
    scopes: scopes && KEY_SCOPES.filter((each) => scopes.includes(each)),
    networks: networks && [...new Set(networks.map(canonicalNetwork))],
    expiresAt,
  };
}

function canonicalNetwork(text: string): string {
  const network = readNetwork(text);
  if (network !== null) return network;
  throw invalid(
    "networks",
    "A network is an address in CIDR notation, such as 203.0.113.0/24 or 2001:db8::/32.",
  );
}

const invalid = (param: string, message: string) => new ApiError("invalid_parameter", message, { param });

/** The scopes that these names mean. Throws 400 `invalid_parameter` for an unknown one. */
export function readScopes(names: readonly string[]): readonly KeyScope[] {
  const unknown = names.find((name) => !(KEY_SCOPES as readonly string[]).includes(name));
  if (unknown === undefined) return KEY_SCOPES.filter((scope) => names.includes(scope));
  const scope = /^[\w:.-]{1,40}$/.test(unknown) ? unknown : "One of these";
  const meant = mistypedName(unknown, KEY_SCOPES);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw invalid("scopes", `${scope} is not a scope.${hint} There are: ${KEY_SCOPES.join(", ")}.`);
}

/**
 * Revokes a key of the tenant: calls with this key are rejected from now on, permanently. Throws 404
 * `not_found` for a key that the tenant does not have, or does not have in `mode` if a mode is given.
 */
export async function revokeKey(
  ctx: TenantContext,
  { id, mode }: { readonly id: string; readonly mode?: Mode },
): Promise<void> {
  const { services, tenantId, now } = ctx;
  const key = await findKey(services.db, tenantId, id);
  if (key === undefined || (mode !== undefined && key.mode !== mode)) {
    const form = isId("apiKey", id) ? "" : " An id begins with key_; the key itself is not one.";
    throw new ApiError("not_found", `This tenant has no key of this id.${form}`);
  }
  if (key.revokedAt !== null) return;
  const facts = { before: { revoked: false }, after: { revoked: true } };
  await commit(ctx, {
    statements: [revoking(services.db, tenantId, id, now)],
    audit: [auditEntry(ctx, { action: "key.revoke", target: id, mode: key.mode, ...facts })],
    changesKeys: true,
  });
}

/** How many rejections of one key the audit log notes: the log is never shortened. */
const NOTED: Rule = { name: "rejected-key", limit: 10, windowMs: 60 * 60 * 1000 };

/** Notes in the audit log that a key was used beyond its rights, at most ten times an hour for each key. */
export async function noteRejectedKey(
  ctx: ScopeContext<"limiter">,
  {
    id,
    code,
    operation,
  }: { readonly id: string; readonly code: ErrorCode; readonly operation: string | null },
): Promise<void> {
  const { allowed } = await ctx.services.limiter.take(`rejected-key:${id}`, [NOTED]);
  if (!allowed) return;
  const after = { code, operation };
  await commit(ctx, {
    statements: [],
    audit: [auditEntry(ctx, { action: "key.reject", target: id, after })],
  });
}
