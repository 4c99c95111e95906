import { isId } from "../../edge/core/ids.ts";
import type { Scope } from "../../edge/core/scope.ts";
import { unknownId } from "../../edge/core/unknown-id.ts";
import type { ScopeContext } from "../../edge/operations/commit/context.ts";
import { replayDeadLetters } from "../../edge/operations/deliveries.ts";
import {
  createEndpoint,
  deleteEndpoint,
  disableEndpoint,
  enableEndpoint,
  rotateSecret,
  sendTestEvent,
} from "../../edge/operations/endpoints.ts";
import { listDeliveries } from "../../edge/store/webhooks/delivery-log.ts";
import { findEndpoint, listEndpoints } from "../../edge/store/webhooks/endpoints.ts";
import { endpointFault } from "../../edge/webhooks/address-policy.ts";
import { deadLetterView, deliveryView, endpointView } from "../../edge/webhooks/views.ts";
import { MODES } from "../../vocabulary/enumerations.ts";
import { EVENT_TYPES } from "../../vocabulary/events.ts";
import type { ArgumentFault } from "../arguments.ts";
import { wholeFrom, wordsOf } from "../forms.ts";
import {
  CommandError,
  type Commands,
  type DatabaseCommand,
  type Flag,
  type Flags,
  MODE,
  type OperatorDatabase,
  TENANT,
} from "./command.ts";
import { listen, localUrl } from "./listen.ts";
import { existingTenant } from "./tenants.ts";

const LIST_LIMIT = 100;

interface Target {
  readonly db: OperatorDatabase["db"];
  readonly ctx: ScopeContext<"vault" | "webhooks">;
  readonly scope: Scope;
  readonly id: string;
}

/** A command on the endpoint that `--tenant` and `--id` name, in whichever mode it is. */
function onEndpoint(
  summary: string,
  flags: Readonly<Record<string, Flag>>,
  run: (target: Target, flags: Flags) => Promise<unknown>,
  check: (flags: Flags) => ArgumentFault | null = () => null,
): DatabaseCommand {
  return {
    needs: "database",
    summary,
    flags: { tenant: TENANT, id: { value: "ID", text: "the endpoint, we_…", required: true }, ...flags },
    check,
    async run({ db, context }, given) {
      const tenant = await existingTenant(db, given);
      const id = given.required("id");
      for (const mode of MODES) {
        const scope = { tenantId: tenant.id, mode };
        if ((await findEndpoint(db, scope, id)) !== null) {
          return run({ db, ctx: { ...context(), scope }, scope, id }, given);
        }
      }
      if (!isId("endpoint", id)) throw unknownId("endpoint", id, "test");
      throw new CommandError("not_found", "The tenant has no webhook endpoint of this id, in either mode.");
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

/** Event types that an endpoint may receive. */
const TYPES = wordsOf(EVENT_TYPES);
const HOURS = wholeFrom(0, 24);

/** What holds of the mode on every stack; the operation knows which URLs this stack's endpoints may have. */
function urlFault(flags: Flags): ArgumentFault | null {
  const mode = MODES.find((each) => each === flags.text("mode")) ?? "test";
  const fault = endpointFault(flags.text("url") ?? "", true, mode);
  if (fault === null || !flags.text("url")) return null;
  return { code: "invalid_parameter", message: `--url ${fault.replace(/\.$/, "")}` };
}

const eitherEventOrAll = (flags: Flags): ArgumentFault | null =>
  flags.isSet("all") === (flags.text("event") !== undefined)
    ? { code: "missing_parameter", message: "either --event or --all is needed" }
    : null;

export const WEBHOOK_COMMANDS: Commands = {
  "webhooks create": {
    needs: "database",
    summary: "Creates an endpoint and shows its signing secret, once",
    flags: {
      tenant: TENANT,
      mode: MODE,
      url: { value: "URL", text: "where events are sent, https://…", required: true },
      events: {
        value: "TYPE,…",
        text: "event types, such as verification.completed",
        required: true,
        form: TYPES,
      },
    },
    check: urlFault,
    run: async ({ db, context }, flags) => {
      const tenant = await existingTenant(db, flags);
      const events = TYPES(flags.required("events"));
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      return createEndpoint({ ...context(), scope }, { url: flags.required("url"), events });
    },
  },
  "webhooks list": {
    needs: "database",
    summary: "Lists a tenant's endpoints of both modes",
    flags: { tenant: TENANT },
    run: async ({ db }, flags) => {
      const tenant = await existingTenant(db, flags);
      const lists = await Promise.all(MODES.map((mode) => listEndpoints(db, { tenantId: tenant.id, mode })));
      return lists.flat().map(endpointView);
    },
  },
  "webhooks listen": {
    needs: "database",
    summary: "Sends each new event to a URL of this machine until Ctrl-C, for development",
    details:
      "It signs with SELFSAME_WEBHOOK_SECRET of the environment. Without one it makes a secret and shows it.",
    flags: {
      tenant: TENANT,
      mode: MODE,
      forward: {
        value: "URL",
        text: "your receiver, such as http://localhost:3000/webhooks",
        required: true,
        form: localUrl,
      },
      events: { value: "TYPE,…", text: "only these event types (default: all)", form: TYPES },
    },
    run: async ({ db, isServed }, flags, watch) => {
      if (!isServed) throw new CommandError("stack_not_running", "run npm start first, in another terminal");
      const tenant = await existingTenant(db, flags);
      const scope = { tenantId: tenant.id, mode: flags.mode() };
      const [to, types] = [localUrl(flags.required("forward")), flags.read("events", TYPES)];
      return listen({ db, scope, to, types, secret: watch.environment.SELFSAME_WEBHOOK_SECRET }, watch);
    },
  },
  "webhooks enable": changing("Enables an endpoint: future events are sent", enableEndpoint),
  "webhooks disable": changing("Disables an endpoint: waiting events become dead letters", disableEndpoint),
  "webhooks delete": changing("Deletes an endpoint", deleteEndpoint),
  "webhooks rotate": onEndpoint(
    "Creates a new signing secret, which is shown once",
    {
      "overlap-hours": {
        value: "N",
        text: "hours in which both secrets sign, 0–24 (default 0)",
        form: HOURS,
      },
    },
    ({ ctx, id }, flags) => rotateSecret(ctx, { id, overlapHours: flags.read("overlap-hours", HOURS) ?? 0 }),
  ),
  "webhooks test": onEndpoint("Sends a test event to an endpoint", {}, ({ ctx, id }) =>
    sendTestEvent(ctx, { id }),
  ),
  "webhooks deliveries": onEndpoint(
    "Lists the newest deliveries with every attempt",
    {},
    async ({ db, scope, id }) =>
      (await listDeliveries(db, scope, id, { limit: LIST_LIMIT })).map(deliveryView),
  ),
  "webhooks dead-letters": onEndpoint("Lists the newest dead letters", {}, async ({ db, scope, id }) =>
    (await listDeliveries(db, scope, id, { limit: LIST_LIMIT, state: "dead" })).map(deadLetterView),
  ),
  "webhooks replay": onEndpoint(
    "Sends one dead letter, or all of them, again",
    {
      event: { value: "ID", text: "one event, wh_evt_…" },
      all: { text: "every dead letter of the endpoint" },
    },
    ({ ctx, id }, flags) => replayDeadLetters(ctx, { id, eventId: flags.text("event") }),
    eitherEventOrAll,
  ),
};
