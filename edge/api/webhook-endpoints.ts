import type { EventType } from "../../vocabulary/events.ts";
import { hasScope } from "../auth/key-rights.ts";
import type { SecretKeyPrincipal } from "../auth/principal.ts";
import { ApiError } from "../core/errors.ts";
import type { RouteGroup } from "../http/route.ts";
import {
  createEndpointByCall,
  rotateSecretByCall,
  sendTestEventByCall,
} from "../operations/endpoint-calls.ts";
import { changeEndpoint, deleteEndpoint, existingEndpoint } from "../operations/endpoints.ts";
import { eventSchemas } from "../schemas/events.ts";
import { scopesIn } from "../schemas/scoped-members.ts";
import {
  endpointAnswer,
  endpointChange,
  endpointCreated,
  endpointList,
  newEndpoint,
  rotation,
  secretAnswer,
  testEventAnswer,
} from "../schemas/webhook-endpoints.ts";
import { listEndpoints } from "../store/webhooks/endpoints.ts";
import { endpointView } from "../webhooks/views.ts";
import { contextOf } from "./call/call.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";

const forKeys = { callers: ["secret_key"], scope: "webhooks:write" } as const;
const parameters = { id: "The endpoint's id, `we_…`." };

/**
 * Throws 403 `key_scope_insufficient` if events of these types have members that the key may not see: an
 * endpoint receives them whole.
 */
function assertMaySee({ rights }: SecretKeyPrincipal, types: readonly EventType[]): void {
  const needed = types.flatMap((type) => scopesIn(eventSchemas[type]));
  const lacked = needed.find((scope) => !hasScope(rights, scope));
  if (lacked === undefined) return;
  throw new ApiError("key_scope_insufficient", `Events of these types need a key with the scope ${lacked}.`, {
    param: "events",
  });
}

const create = route(
  {
    ...{ ...forKeys, method: "post", path: "/v1/webhook-endpoints", id: "createWebhookEndpoint" },
    summary: "Create a webhook endpoint",
    description:
      "Events of this mode are sent to it from now on. A restricted key needs `personal:read` and `media:read` for types of events with such members.",
    sdk: "webhookEndpoints.create",
    json: {
      schema: newEndpoint,
      example: { url: "https://shop.example/webhooks", events: ["verification.completed"] },
    },
    answer: { status: 201, description: "The endpoint and its secret.", schema: endpointCreated },
    errors: ["limit_reached"],
  },
  idempotent(createEndpointByCall, {
    input: ({ principal, body }) => {
      assertMaySee(principal, body.events);
      return body;
    },
    answer: ({ endpoint, secret }) => ({
      body: { ...endpointView(endpoint), secret },
      subject: { id: endpoint.id, customerRef: null },
    }),
  }),
);

const list = route(
  {
    ...{ ...forKeys, method: "get", path: "/v1/webhook-endpoints", id: "listWebhookEndpoints" },
    summary: "List webhook endpoints",
    description: "All endpoints of this mode, newest first.",
    sdk: "webhookEndpoints.list",
    answer: { status: 200, description: "The endpoints.", schema: endpointList },
  },
  async ({ services, principal }) => ({
    data: (await listEndpoints(services.db, principal.scope)).map(endpointView),
  }),
);

const read = route(
  {
    ...{ ...forKeys, method: "get", path: "/v1/webhook-endpoints/:id", id: "readWebhookEndpoint" },
    summary: "Retrieve a webhook endpoint",
    sdk: "webhookEndpoints.retrieve",
    parameters,
    answer: { status: 200, description: "The endpoint.", schema: endpointAnswer },
    errors: ["not_found"],
  },
  async ({ services, principal, param }) =>
    endpointView(await existingEndpoint(services.db, principal.scope, param("id"))),
);

const change = route(
  {
    ...{ ...forKeys, method: "patch", path: "/v1/webhook-endpoints/:id", id: "changeWebhookEndpoint" },
    summary: "Change a webhook endpoint",
    description: "Members that are absent stay as they are.",
    sdk: "webhookEndpoints.update",
    parameters,
    json: { schema: endpointChange, example: { enabled: false } },
    answer: { status: 200, description: "The endpoint after the change.", schema: endpointAnswer },
    errors: ["not_found"],
  },
  async (call) => {
    const { services, principal, body } = call;
    const id = call.param("id");
    if (body.url !== undefined || body.events !== undefined) {
      const { eventTypes } = await existingEndpoint(services.db, principal.scope, id);
      assertMaySee(principal, body.events ?? (eventTypes as EventType[]));
    }
    return endpointView(await changeEndpoint(contextOf(call), { id, ...body }));
  },
);

const remove = route(
  {
    ...{ ...forKeys, method: "delete", path: "/v1/webhook-endpoints/:id", id: "deleteWebhookEndpoint" },
    summary: "Delete a webhook endpoint",
    description: "Pending deliveries become dead letters. Repeating the call is allowed.",
    sdk: "webhookEndpoints.delete",
    parameters,
    answer: { status: 204, description: "The endpoint is deleted." },
    errors: ["not_found"],
  },
  (call) => deleteEndpoint(contextOf(call), { id: call.param("id") }),
);

const sendTest = route(
  {
    ...{ ...forKeys, method: "post", path: "/v1/webhook-endpoints/:id/test", id: "testWebhookEndpoint" },
    summary: "Send a test event",
    description: "Sends `webhook.test` to this endpoint alone. It must be enabled.",
    sdk: "webhookEndpoints.test",
    parameters,
    answer: { status: 200, description: "The event's id.", schema: testEventAnswer },
    errors: ["not_found"],
  },
  idempotent(sendTestEventByCall, {
    input: ({ param }) => ({ id: param("id") }),
    answer: (sent) => ({ body: sent, subject: { id: sent.event_id, customerRef: null } }),
  }),
);

const rotate = route(
  {
    ...{ ...forKeys, method: "post", id: "rotateWebhookSecret" },
    path: "/v1/webhook-endpoints/:id/rotate-secret",
    summary: "Rotate a signing secret",
    description: "The old secret stops signing at once, or after `overlap_hours`.",
    sdk: "webhookEndpoints.rotateSecret",
    parameters,
    json: { schema: rotation, example: { overlap_hours: 24 } },
    answer: { status: 200, description: "The new secret.", schema: secretAnswer },
    errors: ["not_found"],
  },
  idempotent(rotateSecretByCall, {
    input: ({ param, body }) => ({ id: param("id"), overlapHours: body.overlap_hours }),
    answer: ({ id, secret }) => ({ body: { secret }, subject: { id, customerRef: null } }),
  }),
);

export const webhookEndpoints: RouteGroup = {
  tag: "Webhook endpoints",
  description: "Where your server receives events. The dashboard and the admin CLI have the same operations.",
  routes: [create, list, read, change, remove, sendTest, rotate],
};
