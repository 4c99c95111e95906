import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import { CALLS_OF_DEVICES, callsOfServers } from "../../limits/rules.ts";
import type { Statement } from "../../store/batch.ts";
import { type KeyedCall, keepAnswer, type Lease, storedKey } from "../../store/tenancy/idempotency.ts";
import {
  addUsage,
  countDeviceCall,
  countServerCall,
  type Reservation,
  useReservation,
} from "../../store/tenancy/usage.ts";
import type { ScopeContext, Services } from "./context.ts";
import type { InferenceUse } from "./inference-use.ts";

/** An Idempotency-Key that a call holds while it runs. */
export interface ReservedKey {
  readonly call: KeyedCall;
  readonly lease: Lease;
}

/** One unit of this month's usage that a billable call is about to use. */
export interface ReservedUnit extends Reservation {
  /** Whether the unit was reserved from a cap, and must be released if the call fails. */
  readonly reserved: boolean;
}

/**
 * The key and the unit that an API call holds while it runs. They are written with its result or released.
 */
export interface Reservations {
  readonly key: ReservedKey | null;
  readonly unit: ReservedUnit | null;
}

/** The answer of a call that succeeded. */
export interface Answer {
  readonly status: 200 | 201;
  readonly body: object;
  /** The result or verification that the answer is about. */
  readonly subject: { readonly id: string | null; readonly customerRef: string | null };
}

/** The counter of an unbilled call: see `limits/rules.ts`. */
export type Allowance =
  | { readonly of: "server"; readonly monthlyCap: number | null }
  | { readonly of: "device"; readonly verificationId: string };

/** The API call that waits for an operation, and the answer to a result. */
export interface PendingCall<Result> {
  readonly reserved: Reservations;
  /** Null for a billed call, and for one that only ends something that was counted. */
  readonly allowance: Allowance | null;
  readonly inferenceUse: InferenceUse;
  answer(result: Result): Answer;
}

/**
 * The statements of a call besides its result: its usage, or its count among the unbilled calls, and its
 * encrypted answer under its key. No result is written without them.
 */
export async function callStatements(
  { db, vault }: Services<"vault">,
  { scope, now }: Pick<ScopeContext, "scope" | "now">,
  { reserved: { key, unit }, allowance }: Pick<PendingCall<never>, "reserved" | "allowance">,
  answer: Answer,
): Promise<Statement[]> {
  const used = [
    ...(unit === null ? [] : usedStatements(db, scope, unit)),
    ...(allowance === null ? [] : [unbilled(db, scope, allowance, now)]),
  ];
  if (key === null) return used;
  const { status, body, subject } = answer;
  const plain = new TextEncoder().encode(JSON.stringify(body));
  const encrypted = await vault.encrypt(
    scope,
    answerContext(scope, { path: key.call.path, key: storedKey(key.call) }),
    plain,
  );
  const kept = { status, answer: encrypted, subjectId: subject.id, customerRef: subject.customerRef };
  return [keepAnswer(db, scope, key.call, key.lease, kept), ...used];
}

const unbilled = (db: Services["db"], scope: Scope, allowance: Allowance, now: number): Statement =>
  allowance.of === "server"
    ? countServerCall(db, scope, callsOfServers(allowance.monthlyCap), now)
    : countDeviceCall(db, scope, allowance.verificationId, CALLS_OF_DEVICES);

/** Counts a unit, in the batch of its result or of its failure. */
export const usedStatements = (db: Services["db"], scope: Scope, unit: ReservedUnit): Statement[] =>
  unit.reserved ? useReservation(db, scope, unit) : [addUsage(db, scope, unit.now)];

export const capReached = () =>
  new ApiError("usage_cap_reached", "This month's usage cap is reached; nothing was processed.");

/**
 * The encryption context of a kept answer: it opens only for its own mode, path and key, as its row names
 * them.
 */
export const answerContext = (
  { mode }: Pick<Scope, "mode">,
  { path, key }: { readonly path: string; readonly key: string },
) => `idempotent_answer:${JSON.stringify([mode, path, key])}`;
