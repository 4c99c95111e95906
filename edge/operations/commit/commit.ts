import type { Scope } from "../../scope.ts";
import { commitAudited } from "../../store/audit/audit.ts";
import type { AuditEntry } from "../../store/audit/chain.ts";
import type { Statement } from "../../store/batch.ts";
import {
  listObjectKeys,
  type MediaSelection,
  selectObjectKeys,
} from "../../store/verifications/media-objects.ts";
import { hasQueued } from "../../store/webhooks/deliveries.ts";
import type { Verification } from "../../verification/types.ts";
import type { Context, OperationServices, ScopeContext } from "./context.ts";
import { eraseDecidedMedia, eraseObjects, requireStore } from "./erase-media.ts";
import { callStatements, type PendingCall } from "./pending-call.ts";

/** What an operation writes, all of it or nothing. */
export interface Write {
  /** Rows, events and deliveries. */
  readonly statements: readonly Statement[];
  /** What the audit log is told, of one tenant. */
  readonly audit?: readonly AuditEntry[];
  /**
   * The verification that the write changes, as it stands then: a decision may end what is kept of its
   * pictures.
   */
  readonly changed?: { readonly scope: Scope; readonly verification: Verification };
  /**
   * Pictures that the statements begin to erase (see `beginErasure`), by their rows or by the keys of their
   * objects. The objects are deleted afterwards.
   */
  readonly erases?: MediaSelection | readonly string[];
}

interface Committed {
  /** What each of the statements answered, in their order. */
  readonly results: readonly unknown[];
  /** Keys of the objects whose rows were erased. */
  readonly objectKeys: readonly string[];
}

/**
 * The one way by which operations write: statements and audit entries in one batch, then what must follow.
 * Deliveries that were queued begin; objects whose rows were erased are deleted. Throws 503
 * `service_unavailable`, and writes nothing, where pictures are to be erased and no object store is bound.
 */
export async function commit(ctx: Pick<Context, "services" | "now">, write: Write): Promise<Committed> {
  const { services } = ctx;
  const { statements, audit = [], changed, erases = [] } = write;
  const isListed = Array.isArray(erases);
  const listed: readonly string[] = isListed
    ? erases
    : await listObjectKeys(services.db, erases as MediaSelection);
  requireStore(services.media, listed);
  // The rows as the batch finds them: a picture may have been kept since they were listed.
  const select =
    isListed || statements.length === 0 ? [] : [selectObjectKeys(services.db, erases as MediaSelection)];
  const answered = await commitAudited(services.db, audit, [...select, ...statements]);
  const results = answered.slice(select.length);
  if (hasQueued(results)) services.wakeDispatcher?.();
  if (changed !== undefined) afterChange(ctx, changed);
  const objectKeys = select.length === 0 ? listed : (answered[0] as { key: string }[]).map(({ key }) => key);
  await eraseObjects(services, objectKeys);
  return { results, objectKeys };
}

/** After the decision, not with it: what fails here is left to the sweep. */
function afterChange(
  { services, now }: Pick<Context, "services" | "now">,
  changed: NonNullable<Write["changed"]>,
) {
  const { scope, verification } = changed;
  if (verification.status !== "completed" || verification.policy.store_media === "none") return;
  if (services.background === null) return;
  services.background(eraseDecidedMedia(services, scope, verification.id, now));
}

/**
 * A context in which a call of the API may be pending: its answer is then written with the operation's
 * result.
 */
export interface CallContext<Result, Name extends keyof OperationServices = never>
  extends ScopeContext<Name | "vault"> {
  readonly call?: PendingCall<Result>;
}

/** Commits an operation that a call of the API may wait for, and returns its result. */
export async function commitResult<Result>(
  ctx: CallContext<Result>,
  write: Write,
  result: Result,
): Promise<Result> {
  await commit(ctx, { ...write, statements: [...write.statements, ...(await sideWrites(ctx, result))] });
  return result;
}

/** What a pending call writes beside the operation's own statements. */
async function sideWrites<Result>({ services, scope, call }: CallContext<Result>, result: Result) {
  return call === undefined ? [] : callStatements(services, scope, call.held, call.answer(result));
}
