import { requestServices, sharedServices } from "../../../edge/composition.ts";
import type { Bindings } from "../../../edge/env.ts";
import type { Lifetime } from "../../../edge/services.ts";
import { commit } from "../../../edge/store/batch.ts";
import { sweepScheduled } from "../../../edge/webhooks/delivery/wake.ts";
import { eventStatements } from "../../../edge/webhooks/outbox.ts";

export { RateCounter } from "../../../edge/limits/counter-objects.ts";
export { Supervisor } from "../../../edge/supervisor.ts";
export { WebhookDispatcher } from "../../../edge/webhook-dispatcher.ts";

/** The webhook part of the Worker. A request only commits an event, like an API call that causes an event. */
export default {
  async scheduled(_event: unknown, bindings: Bindings): Promise<void> {
    const { dispatch, env } = await sharedServices(bindings);
    await sweepScheduled(dispatch, env.WEBHOOK_DISPATCHER);
  },

  async fetch(request: Request, bindings: Bindings, lifetime: Lifetime): Promise<Response> {
    const services = requestServices(await sharedServices(bindings), lifetime);
    const { tenantId, type, data } = await request.json<{
      tenantId: string;
      type: "ocr.completed" | "face.verify.completed";
      data: Record<string, unknown>;
    }>();
    const event = { type, subjectId: "ocr_bench", customerRef: null, data, now: services.clock() };
    const { eventId, statements } = eventStatements(services.db, { tenantId, mode: "test" }, event);
    await commit(services.db, statements);
    services.wakeDispatcher();
    return Response.json({ eventId, committedAt: services.clock() });
  },
};
