import { WorkerEntrypoint } from "cloudflare:workers";
import { sharedServices } from "./composition.ts";
import type { Bindings } from "./env.ts";
import { instance } from "./platform/figures.ts";
import { supervise } from "./platform/supervise.ts";
import { runSchedule } from "./schedule.ts";
import { oldestWaiting } from "./store/webhooks/delivery-claims.ts";

/**
 * The interface for the process that runs workerd, on this entrypoint's own socket: on a hosted platform it
 * is not reachable.
 */
export class Supervisor extends WorkerEntrypoint<Bindings> {
  override fetch(request: Request): Promise<Response> {
    const lag = async () => {
      const { db, clock } = await sharedServices(this.env);
      const since = await oldestWaiting(db);
      return since === null ? 0 : Math.max(0, clock() - since) / 1_000;
    };
    const tick = () => runSchedule(this.env);
    return supervise(request, this.env.SUPERVISOR_TOKEN, instance, { lag, tick });
  }
}
