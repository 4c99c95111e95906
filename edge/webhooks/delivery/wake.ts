import type { DispatcherNamespace } from "../../ports/dispatcher.ts";
import { type Dispatch, sweep } from "./dispatcher.ts";

/** What the dispatcher is given time for before the scheduled sweep takes it over. */
const PATIENCE_MS = 5_000;

/** Lets what is due be sent, by the deployment's one dispatcher or, where there is none, by a sweep here. */
export function wakeDispatcher(
  dispatch: Dispatch,
  dispatchers: DispatcherNamespace | undefined,
): Promise<void> {
  if (dispatchers === undefined) return sweep(dispatch);
  return dispatchers.get(dispatchers.idFromName("the one") as never).wake();
}

/** The scheduled sweep: sends all that is due, or what the dispatcher has left lying although it was woken. */
export async function sweepScheduled(
  dispatch: Dispatch,
  dispatchers: DispatcherNamespace | undefined,
): Promise<void> {
  const patience = dispatchers === undefined ? 0 : PATIENCE_MS;
  const waking = dispatchers === undefined ? undefined : wakeDispatcher(dispatch, dispatchers);
  const work = await Promise.allSettled([waking, sweep(dispatch, patience)]);
  const failed = work.filter((result) => result.status === "rejected");
  if (failed.length > 0) throw new AggregateError(failed.map(({ reason }) => reason));
}
