import type { Caller } from "../../../core/call.ts";
import { Pages } from "../../../core/pages.ts";
import type { CallOptions } from "../../../core/settings.ts";
import {
  erasePerson,
  type ListEventsQuery,
  listEvents,
  readEvent,
  readHealth,
  readPublicKeys,
} from "../../../gen/operations.ts";

/** Events as they were sent, for polling (contract §8.4). Not metered. */
export const events = (call: Caller<"answer">) => ({
  list: (query: ListEventsQuery = {}, options?: CallOptions) =>
    new Pages((cursor) => call(listEvents, { query: { ...query, cursor } }, options), query.cursor),
  retrieve: (id: string, options?: CallOptions) => call(readEvent, { path: { id } }, options),
});

/** End users, by the tenant's `customer_ref`. */
export const customers = (call: Caller<"answer">) => ({
  /** Erases all data of a person, and returns a signed receipt (contract §8.5). */
  erase: (customer_ref: string, options?: CallOptions) =>
    call(erasePerson, { body: { customer_ref } }, options),
});

/** The service itself; these calls need no credential. */
export const service = (call: Caller<"answer">) => ({
  /** Whether the service is ready to answer. */
  health: (options?: CallOptions) => call(readHealth, {}, options),
  /** The public keys of receipts. */
  publicKeys: (options?: CallOptions) => call(readPublicKeys, {}, options),
});
