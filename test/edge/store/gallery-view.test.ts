import { expect, it } from "vitest";
import { openDatabase } from "#edge/store/database.ts";
import { viewGallery } from "#edge/store/results/face-templates.ts";
import { startCountingProxy } from "../../harness/edge/counting-proxy.ts";
import { openTestDatabase } from "../../harness/test-database.ts";

it("views a gallery in one round trip, whatever is asked", async () => {
  const database = await openTestDatabase();
  const proxy = await startCountingProxy(database.url);
  const registrationIds = ["fr_1", "fr_2"];
  const question = { after: { seq: 5, registrationId: "fr_5" }, limit: 256, registrationIds };
  const scope = { tenantId: "tn_1", mode: "test" } as const;
  await viewGallery(openDatabase(proxy.url), scope, { ...question, version: "v1", exceptRef: "self" });
  expect(proxy.taken()).toBe(1);
  await proxy.close();
  await database.close();
});
