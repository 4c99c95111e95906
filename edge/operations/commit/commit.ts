import { isOpenStatus } from "../../../vocabulary/verifications.ts";
import { DAY_MS } from "../../core/clock.ts";
import { ApiError } from "../../core/errors.ts";
import type { Scope } from "../../core/scope.ts";
import { CALLS_OF_DEVICES } from "../../limits/rules.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { AuditEntry } from "../../store/audit/chain.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import { endFaces } from "../../store/results/ended-faces.ts";
import { isTokenRevoked, onlyIfTokenStands } from "../../store/tenancy/tokens.ts";
import { isSpent } from "../../store/tenancy/usage.ts";
import { endMeasurements } from "../../store/verifications/measurements.ts";
import {
  listErasing,
  listObjectKeys,
  type MediaSelection,
  selectObjectKeys,
} from "../../store/verifications/media-objects.ts";
import { hasQueued } from "../../store/webhooks/deliveries.ts";
import type { Verification } from "../../verification/types.ts";
import type { Context, OperationServices, ScopeContext } from "./context.ts";
import { eraseEnded, eraseObjects, requireStore } from "./erase-media.ts";
import { type Answer, callStatements, type PendingCall } from "./pending-call.ts";

/** The writes of an operation, all of them or none. */
export interface Write {
  /** Rows, events and deliveries. */
  readonly statements: readonly Statement[];
  /** Entries of the audit log, all of one tenant. */
  readonly audit?: readonly AuditEntry[];
  /** The verification after the write: its end may be that of its images. */
  readonly changed?: { readonly scope: Scope; readonly verification: Verification };
  /**
   * Images whose erasure the statements begin (see `beginErasure`), by their rows or by the keys of their
   * objects. The objects are deleted afterwards.
   */
  readonly erases?: MediaSelection | readonly string[];
  /** The write changes a key, or what is read with keys: invalidates this process's cache of keys. */
  readonly changesKeys?: boolean;
}

interface Committed {
  /** The answer of each statement, in their order. */
  readonly results: readonly unknown[];
  /** Keys of the objects whose rows were erased. */
  readonly objectKeys: readonly string[];
}

/**
 * The only way in which operations write: statements and audit entries in one batch, then the consequences.
 * Queued deliveries begin, and objects whose rows were erased are deleted. Throws 503 `service_unavailable`,
 * and writes nothing, if images are to be erased and no object store is bound.
 */
export async function commit(ctx: Pick<Context, "services" | "now">, write: Write): Promise<Committed> {
  const { services } = ctx;
  const { statements, audit = [], changed, erases = [] } = write;
  const isListed = Array.isArray(erases);
  const listed: readonly string[] = isListed
    ? erases
    : await listObjectKeys(services.db, erases as MediaSelection);
  requireStore(services.media, listed);
  // The batch selects the rows again: an image may have been kept since the first read.
  const select =
    isListed || statements.length === 0 ? [] : [selectObjectKeys(services.db, erases as MediaSelection)];
  const ended = isEnded(changed)
    ? [
        ...eraseEnded(services.db, changed, ctx.now),
        ...endMeasurements(services.db, changed.scope, changed.verification),
        ...endFaces(services.db, changed.scope, changed.verification),
      ]
    : [];
  const answered = await commitAudited(services.db, audit, [...select, ...statements, ...ended]).finally(
    () => write.changesKeys && services.knownKeys?.forget(),
  );
  const results = answered.slice(select.length, select.length + statements.length);
  if (hasQueued(results)) services.wakeDispatcher?.();
  if (isEnded(changed)) afterEnd(services, changed);
  const objectKeys = select.length === 0 ? listed : (answered[0] as { key: string }[]).map(({ key }) => key);
  await eraseObjects(services, objectKeys);
  return { results, objectKeys };
}

type Changed = NonNullable<Write["changed"]>;

/** Whether a write may end the storage of a verification's images. */
const isEnded = (changed: Write["changed"]): changed is Changed =>
  changed !== undefined && !isOpenStatus(changed.verification.status);

/** Deletes the images that end with a verification. If that fails, the sweep repeats it. */
function afterEnd({ db, media, background }: Context["services"], { scope, verification }: Changed): void {
  background?.(listErasing(db, scope, verification.id).then((keys) => eraseObjects({ db, media }, keys)));
}

/** A context in which an API call waits: its answer is written with the operation's result. */
export interface CallContext<Result, Name extends keyof OperationServices = never>
  extends ScopeContext<Name | "vault" | "publicUrl"> {
  readonly call: PendingCall<Result>;
}

/**
 * Commits an operation's result together with the answer of its call, and returns that answer. An operation
 * with a call returns an answer, so it cannot end without this commit. Nothing is written if the caller's
 * token was revoked meanwhile, 401 `token_revoked`, or if an unbilled call exceeds its limit, 429
 * `rate_limited` or 409 `limit_reached`.
 */
export async function commitResult<Result>(
  ctx: CallContext<Result>,
  write: Write,
  result: Result,
): Promise<Answer> {
  const { services, call } = ctx;
  const answer = call.answer(result);
  call.inferenceUse.writes();
  const ofCall = await callStatements(services, ctx, call, answer);
  const statements = [...write.statements, ...unlessRevoked(ctx), ...ofCall];
  await commit(ctx, { ...write, statements }).catch((error) => refuse(ctx, error));
  return answer;
}

/** Rolls back the batch of a device's call if its token was revoked while the call ran. */
const unlessRevoked = ({ services, scope, actor }: ScopeContext): readonly Statement[] =>
  actor.kind === "token" ? [onlyIfTokenStands(services.db, scope, actor.jti)] : [];

/**
 * The rejection of a call whose batch was rolled back by a condition on its caller; else the error itself.
 */
async function refuse({ services, scope, actor, now }: ScopeContext, error: unknown): Promise<never> {
  const isRevoked =
    isUnmet(error) && actor.kind === "token" && (await isTokenRevoked(services.db, scope, actor.jti));
  if (isRevoked) throw new ApiError("token_revoked", "This session token was revoked during the call.");
  switch (isSpent(error)) {
    case "server":
      throw spentByServers(now);
    case "device":
      throw new ApiError(
        "limit_reached",
        `The devices of a verification make ${CALLS_OF_DEVICES} calls that are not billed: create a new one.`,
      );
    case null:
      throw error;
  }
}

const spentByServers = (now: number) =>
  new ApiError(
    "rate_limited",
    "As many calls that are not billed were made today (UTC) as the usage cap allows. A higher cap allows more.",
    { retryAfter: Math.ceil((DAY_MS - (now % DAY_MS)) / 1000) },
  );

/** For the `catch` of a commit: throws the rejection if a condition of the batch did not hold. */
export const refuseOnConflict =
  (refusal: ApiError) =>
  (error: unknown): never => {
    throw isUnmet(error) ? refusal : error;
  };
