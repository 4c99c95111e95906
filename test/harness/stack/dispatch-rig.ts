import tls from "node:tls";
import type { Scope } from "#edge/core/scope.ts";
import { operatorContext, systemContext } from "#edge/operations/commit/context.ts";
import { disableFailingEndpoint } from "#edge/operations/endpoints.ts";
import { localQuotas } from "#edge/platform/quotas.ts";
import { commit } from "#edge/store/batch.ts";
import { type Dispatch, sweep } from "#edge/webhooks/delivery/dispatcher.ts";
import { eventStatements } from "#edge/webhooks/outbox.ts";
import { localWebhookSettings } from "#edge/webhooks/settings.ts";
import { memoryVault } from "../edge/memory-vault.ts";
import { openTestDatabase } from "../test-database.ts";
import { startReceiver } from "./webhook-receiver.ts";

export const SCOPE: Scope = { tenantId: "tn_1", mode: "test" };

/** The dispatcher over a database of its own, a receiver on this machine whose TLS it trusts, and a clock. */
export async function openDispatchRig() {
  const database = await openTestDatabase();
  const receiver = await startReceiver();
  tls.setDefaultCACertificates([...tls.getCACertificates("default"), receiver.ca]);
  const { db } = database;
  const settings = localWebhookSettings({ WEBHOOK_ALLOW_PRIVATE: "1" });
  const vault = await memoryVault();
  const clock = { now: Date.now() };
  const world = (): Dispatch => ({
    ...{ db, vault, settings, clock: () => clock.now },
    egress: { fetch: (url: string, init: RequestInit) => fetch(url, init) },
    disableFailing: (failing) =>
      disableFailingEndpoint(systemContext({ db, media: null }, clock.now), failing),
  });
  return {
    database,
    receiver,
    clock,
    world,
    /** Sends what is due. */
    sweep: () => sweep(world()),
    /** The operator as the actor in a scope. */
    operator: (scope = SCOPE) => ({
      ...operatorContext({ db, vault, webhooks: settings, quotas: localQuotas({}) }, clock.now),
      scope,
    }),
    async emit(event: Pick<Parameters<typeof eventStatements>[2], "type" | "data">, scope = SCOPE) {
      const about = { subjectId: "lc_1", customerRef: "user-1", now: clock.now };
      const { eventId, statements } = eventStatements(db, scope, { ...about, ...event });
      await commit(db, statements);
      return eventId;
    },
    async close() {
      await receiver.close();
      await database.close();
    },
  };
}
