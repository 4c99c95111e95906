import { assertDeviceAccess } from "../auth/access.ts";
import { ApiError } from "../core/errors.ts";
import type { Scope } from "../core/scope.ts";
import { unknownId } from "../core/unknown-id.ts";
import type { AuditEntry } from "../store/audit/chain.ts";
import type { Database, Statement } from "../store/batch.ts";
import { findHandoff, type Handoff } from "../store/verifications/handoffs.ts";
import { keepAccess } from "../store/verifications/links.ts";
import {
  type Change,
  loadVerification,
  lostRace,
  updateVerification,
} from "../store/verifications/verifications.ts";
import { contestableUntil } from "../verification/contest.ts";
import type { Inputs } from "../verification/inputs.ts";
import { renderCompleted } from "../verification/render.ts";
import type { Verification } from "../verification/types.ts";
import { eventStatements } from "../webhooks/outbox.ts";
import type { Write } from "./commit/commit.ts";
import type { ScopeContext } from "./commit/context.ts";

/**
 * The verification of this id. Throws 404 `not_found` if this tenant and mode does not have it. `param`: the
 * field of the body that names it.
 */
export async function existingVerification(
  db: Database,
  scope: Scope,
  id: string,
  options: { readonly param?: string } = {},
): Promise<Verification> {
  const verification = await loadVerification(db, scope, id);
  if (verification === undefined) throw unknownId("verification", id, scope.mode, options);
  return verification;
}

interface Advance {
  /** The verification after the change, its revision one higher. */
  readonly changed: Verification;
  readonly kind: Change["kind"];
  /** Milliseconds since the epoch; default: the context's time. */
  readonly at?: number;
  /** The result that brings the change; default: none. */
  readonly resultId?: string | null;
  /** Default: the change has none. */
  readonly inputs?: Inputs;
  /** Rows and events of the change. Default: none. */
  readonly statements?: readonly Statement[];
  /** Default: the change has no entry in the audit log. */
  readonly audit?: readonly AuditEntry[];
}

/** The batch of a verification's change: its row under its revision, and all that is written with it. */
export function verificationWrite(
  { services, scope, now }: ScopeContext,
  { changed, kind, at = now, resultId = null, inputs, statements = [], audit = [] }: Advance,
): Write {
  const change = { kind, at, resultId, inputs: inputs ?? null };
  return {
    statements: [...updateVerification(services.db, scope, changed, change), ...statements],
    audit,
    changed: { scope, verification: changed },
  };
}

/** Each failed try means that another writer succeeded. After this many the answer is 503. */
const MAX_TRIES = 12;

/**
 * Writes a change of a verification. `decide` judges the given state and commits the batch of the change. If
 * another writer was faster, it is called again with the newer state, so that no attempt is lost and no
 * decision is made twice. Throws 401 `token_revoked` or 403 `token_scope_insufficient` for the token of a
 * device that the verification is no longer bound to. `mayRead` allows a device that has handed it over.
 */
export async function changeVerification<Outcome>(
  ctx: ScopeContext,
  verification: Verification,
  decide: (current: Verification) => Promise<Outcome>,
  { mayRead = false }: { readonly mayRead?: boolean } = {},
): Promise<Outcome> {
  let current = verification;
  for (let tries = 1; ; tries++) {
    assertBound(ctx, current, mayRead);
    try {
      return await decide(current);
    } catch (error) {
      current = await newerState(ctx, current, error, tries);
    }
  }
}

/**
 * Throws unless the caller's device may change the verification: see `changeVerification`. The row is written
 * under the revision that is judged here, so no handoff comes between.
 */
function assertBound({ actor }: ScopeContext, { boundDevice }: Verification, mayRead: boolean): void {
  if (actor.kind === "token") assertDeviceAccess(boundDevice, actor.device, { mayRead });
}

/**
 * The verification as it is now, after a write that failed because another writer was faster. Throws any
 * other error, and 503 `service_unavailable` after too many tries.
 */
async function newerState(
  { services, scope }: ScopeContext,
  { id }: Verification,
  error: unknown,
  tries: number,
): Promise<Verification> {
  if (!lostRace(error)) throw error;
  if (tries >= MAX_TRIES) {
    const message = "This verification is being changed by too many calls at once.";
    throw new ApiError("service_unavailable", message, { retryAfter: 1 });
  }
  return existingVerification(services.db, scope, id);
}

/** An event about a verification. */
export function verificationEvent(
  db: Database,
  scope: Scope,
  { id: subjectId, customerRef }: Verification,
  event: {
    type: `verification.${"completed" | "check_requested" | "review_required" | "reviewed" | "contested"}`;
    data: Readonly<Record<string, unknown>>;
    now: number;
  },
): readonly Statement[] {
  return eventStatements(db, scope, { ...event, subjectId, customerRef }).statements;
}

/**
 * What a decision brings: its event, that of a review, and the access of the device for as long as the person
 * may contest the decision.
 */
export function completionEvents(
  { services, scope }: Pick<ScopeContext<"publicUrl">, "services" | "scope">,
  decided: Verification,
  now: number,
): Statement[] {
  const types = [
    "completed",
    ...(decided.decision === "review" ? ["review_required" as const] : []),
  ] as const;
  const data = renderCompleted(decided, services);
  // A link that no device has opened keeps its own end.
  const until = decided.boundDevice === null ? null : contestableUntil(decided);
  return [
    ...types.flatMap((type) =>
      verificationEvent(services.db, scope, decided, { type: `verification.${type}`, data, now }),
    ),
    ...(until === null ? [] : keepAccess(services.db, scope, decided.id, until)),
  ];
}

/** The verification's handoff of this id. Throws 404 `not_found` if it has none. */
export async function existingHandoff(
  db: Database,
  scope: Scope,
  which: Parameters<typeof findHandoff>[2],
): Promise<Handoff> {
  const handoff = await findHandoff(db, scope, which);
  if (handoff === undefined) throw unknownId("handoff", which.id, scope.mode);
  return handoff;
}
