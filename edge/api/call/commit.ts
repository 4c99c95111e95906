import type { AppContext } from "../../http/context.ts";
import { type Books, bookStatements, giveBack } from "../../operations/calls/give-back.ts";
import { holdUnit } from "../../operations/calls/hold-unit.ts";
import { eraseMediaOf } from "../../operations/media/parts/erase.ts";
import { commitChange } from "../../operations/verifications/parts/change.ts";
import { commit } from "../../store/batch.ts";
import { hasQueued } from "../../store/webhooks/deliveries.ts";
import { holdKey } from "./key.ts";
import type { ChangeRecording, Recording } from "./recording.ts";

/** Does a call's work and says what it has made; it writes nothing itself. */
type Work<C extends AppContext> = (c: C) => Promise<Recording | ChangeRecording>;

/**
 * The handler of a call that writes: holds its Idempotency-Key, does the work, writes what the work has made in one batch
 * with the kept answer, and answers. The one way to commit an answer. A call that does not succeed gives back what it held.
 */
export function recorded<C extends AppContext>(work: Work<C>) {
  return function recordedCall(c: C): Promise<Response> {
    return record(c, () => work(c), false);
  };
}

/** The same for a billable call: one unit of usage is held before the work, and counted with the result. */
export function metered<C extends AppContext>(work: Work<C>) {
  return function meteredCall(c: C): Promise<Response> {
    return record(c, () => work(c), true);
  };
}

async function record(
  c: AppContext,
  work: () => Promise<Recording | ChangeRecording>,
  isMetered: boolean,
): Promise<Response> {
  const key = await holdKey(c);
  if (key instanceof Response) return key;
  const { services, principal } = c.var;
  let books: Books = { key, unit: null };
  try {
    if (isMetered) books = { key, unit: await holdUnit(c) };
    return await write(c, await work(), books);
  } catch (error) {
    await giveBack(services, principal.scope, books);
    throw error;
  }
}

async function write(c: AppContext, recording: Recording | ChangeRecording, books: Books): Promise<Response> {
  try {
    const { status, body } = await ("change" in recording
      ? writeChange(c, recording, books)
      : writeRows(c, recording, books));
    return c.json(body, status);
  } catch (error) {
    await recording.undo?.(error);
    throw error;
  }
}

async function writeRows(c: AppContext, { statements, answer }: Recording, books: Books) {
  const { services, principal } = c.var;
  const booked = await bookStatements(services, principal.scope, books, answer);
  if (hasQueued(await commit(services.db, [...statements, ...booked]))) services.wakeDispatcher();
  return answer;
}

async function writeChange(c: AppContext, { change, statements, answer }: ChangeRecording, books: Books) {
  const { services, principal } = c.var;
  const changed = await commitChange(services, principal.scope, change, async (verification) => [
    ...statements,
    ...(await bookStatements(services, principal.scope, books, answer(verification))),
  ]);
  // After the decision, not with it: what it fails at is the sweep's. Under `none` there is nothing to erase.
  if (changed.status === "completed" && changed.policy.store_media !== "none")
    services.background(eraseMediaOf(services, principal.scope, changed.id));
  return answer(changed);
}
