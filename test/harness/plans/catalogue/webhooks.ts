import * as deliveries from "#edge/store/webhooks/deliveries.ts";
import * as claims from "#edge/store/webhooks/delivery-claims.ts";
import * as log from "#edge/store/webhooks/delivery-log.ts";
import * as endpoints from "#edge/store/webhooks/endpoints.ts";
import * as events from "#edge/store/webhooks/events.ts";
import { NOW } from "../fill.ts";
import { type Catalogue, newRow, rowId, SCOPE } from "./entry.ts";

const EVENT = rowId("wh_evt_", 8);
const SUBJECT = rowId("ocr_", 7);
const CLAIM = { ...SCOPE, eventId: EVENT, endpointId: "we_1", leaseId: "lease" };
const ATTEMPT = { n: 2, at: NOW, status: 500, error: null, latencyMs: 5, responseExcerpt: null };
const page = { limit: 21, before: null };

export const WEBHOOKS: Catalogue = {
  "webhooks/events.ts insertEvent": (db) =>
    events.insertEvent(db, SCOPE, {
      ...{ id: newRow("wh_evt_"), type: "ocr.completed", subjectId: "ocr_new", customerRef: "new" },
      ...{ body: "{}", createdAt: NOW },
    }),
  "webhooks/events.ts findEvent": (db) => events.findEvent(db, SCOPE, EVENT),
  "webhooks/events.ts listEvents": {
    calls: [
      { ...page, type: undefined },
      { ...page, before: EVENT, type: undefined },
      // Of a type that no event of the tenant has.
      { ...page, type: "verification.reviewed" },
      { ...page, before: EVENT, type: "ocr.completed" },
      { ...page, before: EVENT, type: undefined, since: rowId("wh_evt_", 1) },
      { ...page, type: undefined, since: newRow("wh_evt_") },
    ].map((each) => (db) => events.listEvents(db, SCOPE, each)),
  },
  "webhooks/events.ts listEventsOf": (db) => events.listEventsOf(db, SCOPE, SUBJECT),
  "webhooks/events.ts eraseEventsOf": (db) => Object.values(events.eraseEventsOf(db, SCOPE, SUBJECT, NOW)),
  "webhooks/endpoints.ts insertEndpoint": (db) =>
    endpoints.insertEndpoint(db, SCOPE, {
      ...{ id: "we_new", url: "https://example.org", eventTypes: ["ocr.completed"] },
      ...{ secret: new Uint8Array(9), state: "enabled", createdAt: NOW },
    }),
  "webhooks/endpoints.ts isDeleted": (db) => endpoints.isDeleted(db, SCOPE, "we_7"),
  "webhooks/endpoints.ts updateEndpoint": (db) =>
    endpoints.updateEndpoint(db, SCOPE, "we_7", {
      url: "https://example.org",
      eventTypes: ["ocr.completed"],
    }),
  "webhooks/endpoints.ts onlyIfRoomForEndpoint": (db) =>
    endpoints.onlyIfRoomForEndpoint(db, SCOPE, 1_000_000),
  "webhooks/endpoints.ts listEndpoints": (db) => endpoints.listEndpoints(db, SCOPE),
  "webhooks/endpoints.ts findEndpoint": (db) => endpoints.findEndpoint(db, SCOPE, "we_1"),
  "webhooks/endpoints.ts enableEndpoint": (db) => endpoints.enableEndpoint(db, SCOPE, "we_1", NOW),
  "webhooks/endpoints.ts replaceSecret": (db) =>
    endpoints.replaceSecret(db, SCOPE, "we_1", new Uint8Array(9), NOW + 1),
  "webhooks/deliveries.ts insertDeliveriesForEvent": (db) =>
    deliveries.insertDeliveriesForEvent(db, SCOPE, { eventId: "wh_evt_a", type: "ocr.completed", now: NOW }),
  "webhooks/deliveries.ts insertDeliveryTo": (db) =>
    deliveries.insertDeliveryTo(db, SCOPE, "we_1", { eventId: "wh_evt_b", now: NOW }),
  "webhooks/deliveries.ts hastenQueued": (db) =>
    deliveries.hastenQueued(db, { now: NOW, queuedAfter: NOW + 60_000 }),
  "webhooks/deliveries.ts dropWaiting": (db) => deliveries.dropWaiting(db, SCOPE, CLAIM, NOW),
  "webhooks/deliveries.ts replayDead": {
    calls: [undefined, EVENT].map(
      (eventId) => (db) => deliveries.replayDead(db, SCOPE, "we_1", eventId, NOW),
    ),
  },
  "webhooks/delivery-claims.ts readQueues": (db) => claims.readQueues(db, { now: NOW, most: 64 }),
  "webhooks/delivery-claims.ts oldestWaiting": (db) => claims.oldestWaiting(db),
  "webhooks/delivery-claims.ts claimDue": (db) =>
    claims.claimDue(db, new Map([["we_1", 16]]), {
      ...{ leaseId: "lease", now: NOW, leaseUntil: NOW + 1, most: { perEndpoint: 16, perHost: 64 } },
    }),
  "webhooks/delivery-claims.ts recordAttempt": (db) =>
    claims.recordAttempt(db, CLAIM, ATTEMPT, { state: "pending", nextAttemptAt: NOW + 9 }, NOW),
  "webhooks/delivery-claims.ts abandon": (db) => claims.abandon(db, CLAIM, "erased", NOW),
  "webhooks/delivery-log.ts recentAttempts": async (db) => log.recentAttempts(db, SCOPE, "we_1", 20),
  // With every attempt of each delivery.
  "webhooks/delivery-log.ts listDeliveries": {
    calls: [{ limit: 50 }, { limit: 50, state: "dead" as const }].map(
      (each) => (db) => log.listDeliveries(db, SCOPE, "we_1", each),
    ),
  },
  "webhooks/deliveries.ts listUnwanted": (db) => deliveries.listUnwanted(db, 20),
  // These drop the first 500 that wait.
  "webhooks/endpoints.ts disableFailing": {
    calls: [(db) => endpoints.disableFailing(db, SCOPE, "we_1", { begunAt: NOW, now: NOW })],
    rows: 3 * 500,
  },
  "webhooks/endpoints.ts disableEndpoint": {
    calls: [(db) => endpoints.disableEndpoint(db, SCOPE, "we_1", NOW)],
    rows: 3 * 500,
  },
  "webhooks/deliveries.ts dropPending": {
    calls: [(db) => deliveries.dropPending(db, SCOPE, "we_1", NOW)],
    rows: 3 * 500,
  },
  "webhooks/endpoints.ts deleteEndpoint": {
    calls: [(db) => endpoints.deleteEndpoint(db, SCOPE, "we_1", NOW)],
    rows: 3 * 500,
  },
};
