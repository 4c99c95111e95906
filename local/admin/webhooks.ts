import type { Scope } from "../../edge/core/scope.ts";
import type { ScopeContext } from "../../edge/operations/commit/context.ts";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  replayDeadLetters,
  rotateSecret,
  sendTestEvent,
} from "../../edge/operations/endpoints.ts";
import { listDeliveries } from "../../edge/store/webhooks/delivery-log.ts";
import { findEndpoint, listEndpoints } from "../../edge/store/webhooks/endpoints.ts";
import { deadLetterView, deliveryView, endpointView } from "../../edge/webhooks/views.ts";
import { MODES } from "../../vocabulary/enumerations.ts";
import {
  CommandError,
  type Commands,
  type DatabaseCommand,
  type Flags,
  type OperatorDatabase,
} from "./command.ts";
import { listen } from "./listen.ts";
import { existingTenant } from "./tenants.ts";

const LIST_LIMIT = 100;

interface Target {
  readonly db: OperatorDatabase["db"];
  readonly ctx: ScopeContext<"vault">;
  readonly scope: Scope;
  readonly id: string;
}

/** A command on the endpoint that `--tenant` and `--id` name, in whichever mode it is. */
function onEndpoint(
  summary: string,
  flags: DatabaseCommand["flags"],
  run: (target: Target, flags: Flags) => Promise<unknown>,
): DatabaseCommand {
  return {
    needs: "database",
    summary,
    flags: { tenant: "string", id: "string", ...flags },
    async run({ db, context }, given) {
      const tenant = await existingTenant(db, given);
      const id = given.required("id");
      for (const mode of MODES) {
        const scope = { tenantId: tenant.id, mode };
        if ((await findEndpoint(db, scope, id)) !== null) {
          return run({ db, ctx: { ...context(), scope }, scope, id }, given);
        }
      }
      throw new CommandError("not_found", "no such webhook endpoint");
    },
  };
}

async function shown({ db, scope, id }: Target): Promise<unknown> {
  const row = await findEndpoint(db, scope, id);
  return row === null ? { id, deleted: true } : endpointView(row);
}

/** A command that changes the endpoint and prints its new state. */
function changing(summary: string, change: typeof enableEndpoint): DatabaseCommand {
  return onEndpoint(summary, {}, async (target) => {
    await change(target.ctx, { id: target.id });
    return shown(target);
  });
}

function replayOf(flags: Flags): string | undefined {
  const event = flags.text("event");
  if (flags.isSet("all") === (event !== undefined)) {
    throw new CommandError("missing_parameter", "either --event or --all is needed");
  }
  return event;
}

export const WEBHOOK_COMMANDS: Commands = {
  "webhooks create": {
    needs: "database",
    summary: "registers an endpoint; its secret is shown once",
    flags: { tenant: "string", mode: "string", url: "string", events: "string" },
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const events = flags
        .required("events")
        .split(",")
        .map((type) => type.trim());
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      return createEndpoint({ ...context(), scope }, { url: flags.required("url"), events });
    },
  },
  "webhooks list": {
    needs: "database",
    summary: "a tenant's endpoints of both modes",
    flags: { tenant: "string" },
    run: async ({ db }, flags) => {
      const tenant = await existingTenant(db, flags);
      const lists = await Promise.all(MODES.map((mode) => listEndpoints(db, { tenantId: tenant.id, mode })));
      return lists.flat().map(endpointView);
    },
  },
  "webhooks listen": {
    needs: "database",
    summary:
      "for development: sends each new event to a URL of this machine, until Ctrl-C; signed with $WEBHOOK_SECRET, or else with a new secret that it shows",
    flags: { tenant: "string", mode: "string", forward: "string", events: "string" },
    run: async ({ db, isServed }, flags, watch) => {
      if (!isServed) throw new CommandError("stack_not_running", "run npm start first, in another terminal");
      const tenant = await existingTenant(db, flags);
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      const [to, types] = [
        flags.required("forward"),
        flags
          .text("events")
          ?.split(",")
          .map((type) => type.trim()),
      ];
      return listen({ db, scope, to, types, secret: process.env.WEBHOOK_SECRET }, watch);
    },
  },
  "webhooks enable": changing("future events are sent again", enableEndpoint),
  "webhooks disable": changing("sending stops; what waits becomes dead letters", disableEndpoint),
  "webhooks delete": changing("removes the endpoint", deleteEndpoint),
  "webhooks rotate": onEndpoint(
    "a new secret, shown once",
    { "overlap-hours": "string" },
    ({ ctx, id }, flags) => rotateSecret(ctx, { id, overlapHours: flags.whole("overlap-hours", 0, 24) ?? 0 }),
  ),
  "webhooks test": onEndpoint("sends a test event to this endpoint", {}, ({ ctx, id }) =>
    sendTestEvent(ctx, { id }),
  ),
  "webhooks deliveries": onEndpoint(
    "the newest deliveries with every attempt",
    {},
    async ({ db, scope, id }) =>
      (await listDeliveries(db, scope, id, { limit: LIST_LIMIT })).map(deliveryView),
  ),
  "webhooks dead-letters": onEndpoint("the newest dead letters", {}, async ({ db, scope, id }) =>
    (await listDeliveries(db, scope, id, { limit: LIST_LIMIT, state: "dead" })).map(deadLetterView),
  ),
  "webhooks replay": onEndpoint(
    "makes one dead letter, or all, due again",
    { event: "string", all: "boolean" },
    ({ ctx, id }, flags) => replayDeadLetters(ctx, { id, eventId: replayOf(flags) }),
  ),
};
