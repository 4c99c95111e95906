import type { Caller } from "../../../core/call.ts";
import type { CallOptions } from "../../../core/settings.ts";
import {
  type ChangeWebhookEndpointBody,
  type CreateWebhookEndpointBody,
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  type RotateWebhookSecretBody,
  readWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
} from "../../../gen/operations.ts";

/** The endpoints to which this mode's events are sent (contract §11.2). */
export const webhookEndpoints = (call: Caller<"answer">) => ({
  /** Creates an endpoint, and returns its signing secret this once. */
  create: (body: CreateWebhookEndpointBody, options?: CallOptions) =>
    call(createWebhookEndpoint, { body }, options),
  list: (options?: CallOptions) => call(listWebhookEndpoints, {}, options),
  retrieve: (id: string, options?: CallOptions) => call(readWebhookEndpoint, { path: { id } }, options),
  /** Changes what is given. */
  update: (id: string, body: ChangeWebhookEndpointBody, options?: CallOptions) =>
    call(changeWebhookEndpoint, { path: { id }, body }, options),
  /** Repeating it is allowed. */
  delete: (id: string, options?: CallOptions) => call(deleteWebhookEndpoint, { path: { id } }, options),
  /** Sends a `webhook.test` event to this endpoint alone. */
  test: (id: string, options?: CallOptions) => call(testWebhookEndpoint, { path: { id } }, options),
  /** Returns a new signing secret this once. */
  rotateSecret: (id: string, body: RotateWebhookSecretBody = {}, options?: CallOptions) =>
    call(rotateWebhookSecret, { path: { id }, body }, options),
});
