import type { ReceiptSigner } from "../../auth/receipt.ts";
import type { TokenIssuer } from "../../auth/session-token.ts";
import type { Vault } from "../../crypto/vault.ts";
import type { InferencePort } from "../../inference/port.ts";
import type { Limiter } from "../../limits/limiter.ts";
import type { Limits } from "../../limits/rules.ts";
import type { Media } from "../../media/media.ts";
import type { Mailer } from "../../ports/mail.ts";
import type { Scope } from "../../scope.ts";
import { type Actor, OPERATOR, SYSTEM } from "../../store/audit/actor.ts";
import type { Database } from "../../store/batch.ts";
import type { WebhookSettings } from "../../webhooks/settings.ts";

/** Everything that operations work with. Each of them names the members that it needs. */
export interface OperationServices {
  readonly db: Database;
  readonly vault: Vault;
  readonly inference: InferencePort;
  readonly tokens: TokenIssuer;
  readonly receipts: ReceiptSigner;
  /** Null where no object store is bound: then no media is kept. */
  readonly media: Media | null;
  readonly limiter: Limiter;
  readonly limits: Limits;
  readonly webhooks: WebhookSettings;
  /** Null where no mail can be sent. */
  readonly mailer: Mailer | null;
  /** Milliseconds since the epoch. */
  clock(): number;
  /**
   * Lets the dispatcher look for due deliveries. A hint only: the scheduled sweep suffices. Null in a process
   * without a dispatcher, such as an operator's command.
   */
  readonly wakeDispatcher: (() => void) | null;
  /**
   * Goes on with work after the answer. Null in a process that answers nobody: the scheduled sweep does the
   * work.
   */
  readonly background: ((work: Promise<unknown>) => void) | null;
}

/** The services that every commit needs, and those that an operation names besides. */
export type Services<Name extends keyof OperationServices = never> = Pick<
  OperationServices,
  "db" | "media" | "wakeDispatcher" | "background" | Name
>;

/** What every operation is given: services, who acts, and when. */
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

/** For an operation on what a tenant has for both modes. */
export interface TenantContext<Name extends keyof OperationServices = never> extends Context<Name> {
  readonly tenantId: string;
}

/** For an operation by somebody without an account: the user whom the operation makes is the one who acts. */
export interface VisitorContext<Name extends keyof OperationServices = never>
  extends Omit<Context<Name>, "actor"> {
  /** IP address that the request came from; null when it is not known. */
  readonly address: string | null;
}

/**
 * The context of an operator's command: another process than the service, without its dispatcher and object
 * store.
 */
export function operatorContext<Parts extends Pick<OperationServices, "db">>(parts: Parts, now: number) {
  const services = { media: null, wakeDispatcher: null, background: null, ...parts };
  return { services, actor: OPERATOR, now };
}

/**
 * The context of what the service does by itself. The scheduled sweep delivers; nobody waits for an answer.
 */
export function systemContext<Parts extends Pick<OperationServices, "db" | "media">>(
  parts: Parts,
  now: number,
) {
  const services = { ...parts, wakeDispatcher: null, background: null };
  return { services, actor: SYSTEM, now };
}
