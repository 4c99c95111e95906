import { outage, within } from "../../core/outage.ts";
import { type DispatcherStub, type ObjectNamespace, objectNamed } from "../../platform/ports.ts";
import { type Dispatch, sweep } from "./dispatcher.ts";

/** The dispatcher's head start before the scheduled sweep takes a due delivery over. */
const PATIENCE_MS = 5_000;

/** Milliseconds in which the dispatcher's object must have taken a hint. */
const HINT_MS = 5_000;

/**
 * Triggers the sending of due deliveries: by the deployment's dispatcher or, without Durable Objects, by a
 * sweep in this isolate.
 */
export function wakeDispatcher(
  dispatch: Dispatch,
  dispatchers: ObjectNamespace<DispatcherStub> | undefined,
): Promise<void> {
  if (dispatchers === undefined) return sweep(dispatch);
  const waking = objectNamed(dispatchers, "the one").wake();
  return within(HINT_MS, waking, () =>
    outage("dispatcher", "it does not take a hint", { message: "The dispatcher does not answer." }),
  );
}

/**
 * The scheduled sweep: sends all due deliveries, or, beside a dispatcher, those that have been due for
 * `PATIENCE_MS`.
 */
export async function sweepScheduled(
  dispatch: Dispatch,
  dispatchers: ObjectNamespace<DispatcherStub> | undefined,
): Promise<void> {
  const patience = dispatchers === undefined ? 0 : PATIENCE_MS;
  const waking = dispatchers === undefined ? undefined : wakeDispatcher(dispatch, dispatchers);
  const work = await Promise.allSettled([waking, sweep(dispatch, patience)]);
  const failed = work.filter((result) => result.status === "rejected");
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason));
}
