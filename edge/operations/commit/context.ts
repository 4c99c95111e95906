import type { PasswordsOf } from "../../accounts/passwords.ts";
import type { KnownKeys } from "../../auth/known-keys.ts";
import type { ReceiptSigner } from "../../auth/receipt.ts";
import type { TokenIssuer } from "../../auth/session-token.ts";
import type { Mode, Scope } from "../../core/scope.ts";
import type { Vault } from "../../crypto/vault.ts";
import type { InferencePort } from "../../inference/port.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { Limits } from "../../limits/rules.ts";
import type { Media } from "../../media/media.ts";
import type { Mailer } from "../../platform/mail.ts";
import type { Quotas } from "../../platform/quotas.ts";
import { type Actor, type AuditEntry, type AuditFacts, OPERATOR, SYSTEM } from "../../store/audit/chain.ts";
import type { Database } from "../../store/batch.ts";
import type { WebhookSettings } from "../../webhooks/settings.ts";

/** All services of operations. Each operation names those that it needs. */
export interface OperationServices {
  readonly db: Database;
  readonly vault: Vault;
  /** The service's URL for callers and browsers. */
  readonly publicUrl: string;
  /**
   * The service's own key, from which its keys for signatures, encryption and accounts are derived: 32 bytes.
   */
  readonly serviceKey: Uint8Array;
  readonly inference: InferencePort;
  readonly tokens: TokenIssuer;
  readonly receipts: ReceiptSigner;
  readonly passwords: PasswordsOf;
  readonly quotas: Quotas;
  /** Null if no object store is bound: then no media is kept. */
  readonly media: Media | null;
  readonly limiter: Limiter;
  readonly limits: Limits;
  readonly webhooks: WebhookSettings;
  /** Null if no mail can be sent. */
  readonly mailer: Mailer | null;
  /** Milliseconds since the epoch. */
  clock(): number;
  /**
   * Wakes the dispatcher to look for due deliveries. This is a hint: the scheduled sweep suffices. Null in a
   * process without a dispatcher, such as an admin command.
   */
  readonly wakeDispatcher: (() => void) | null;
  /** This process's cache of accepted keys. Null in a process that authenticates no calls. */
  readonly knownKeys: Pick<KnownKeys, "forget"> | null;
  /**
   * Continues work after the answer. Null in a process without answers: there the scheduled sweep does the
   * work.
   */
  readonly background: ((work: Promise<unknown>) => void) | null;
}

/** The services of every commit, and those that an operation names in addition. */
export type Services<Name extends keyof OperationServices = never> = Pick<
  OperationServices,
  "db" | "media" | "wakeDispatcher" | "knownKeys" | "background" | Name
>;

/** The context of every operation: its services, its actor and its time. */
export interface Context<Name extends keyof OperationServices = never> {
  readonly services: Services<Name>;
  readonly actor: Actor;
  /** Milliseconds since the epoch. One operation writes one time. */
  readonly now: number;
}

/** For an operation on the rows of one tenant and mode. */
export interface ScopeContext<Name extends keyof OperationServices = never> extends Context<Name> {
  readonly scope: Scope;
}

/** For an operation on data that both modes of a tenant share. */
export interface TenantContext<Name extends keyof OperationServices = never> extends Context<Name> {
  readonly tenantId: string;
}

/** For an operation by a visitor without an account: the new user is the actor. */
export interface VisitorContext<Name extends keyof OperationServices = never>
  extends Omit<Context<Name>, "actor"> {
  /** IP address that the request came from; null when it is unknown. */
  readonly address: string | null;
}

const OUTSIDE = { media: null, wakeDispatcher: null, knownKeys: null, background: null };

/**
 * The context of an admin command: another process than the service, without its dispatcher and, unless one
 * is given, without its object store.
 */
export function operatorContext<Parts extends Pick<OperationServices, "db">>(parts: Parts, now: number) {
  // The type of a spread would be an intersection, and `never` if a member is given in place of null.
  const services = { ...OUTSIDE, ...parts } as Omit<typeof OUTSIDE, keyof Parts> & Parts;
  return { services, actor: OPERATOR, now };
}

/** The context of the service's own work. The scheduled sweep delivers, so nothing runs after an answer. */
export function systemContext<Parts extends Pick<OperationServices, "db" | "media">>(
  parts: Parts,
  now: number,
) {
  const services = { ...parts, wakeDispatcher: null, knownKeys: null, background: null };
  return { services, actor: SYSTEM, now };
}

/** One change for the audit log. The facts hold no secret and no personal data. */
interface AuditedChange {
  /** Noun and verb, such as `key.revoke`. */
  readonly action: string;
  /** Id of the thing that was changed. */
  readonly target: string;
  /** Default: null, if nothing existed before or the change has no further facts. */
  readonly before?: AuditFacts | null;
  readonly after?: AuditFacts | null;
  /** Default: the context's mode, or null for a tenant's context, which concerns both modes. */
  readonly mode?: Mode;
}

type AuditContext =
  | Pick<ScopeContext, "scope" | "actor" | "now">
  | Pick<TenantContext, "tenantId" | "actor" | "now">;

/** The audit entry of a change that the context's actor makes now. */
export function auditEntry(
  ctx: AuditContext,
  { action, target, before = null, after = null, mode }: AuditedChange,
): AuditEntry {
  const { actor, now: at } = ctx;
  const whose = "scope" in ctx ? ctx.scope : { tenantId: ctx.tenantId, mode: mode ?? null };
  return { tenantId: whose.tenantId, mode: whose.mode, at, actor, action, target, before, after };
}
