import { expect, it } from "vitest";
import { createKey } from "#edge/operations/tenants/keys.ts";
import { changeSettings } from "#edge/operations/tenants/tenant.ts";
import { OPERATOR } from "#edge/store/audit/chain.ts";
import { listKeys } from "#edge/store/tenancy/keys.ts";
import { useTestEdge } from "../harness/edge/use.ts";
import { newOwner, tenantOf } from "./visitor.ts";

const edge = await useTestEdge({ settings: { KEYS_PER_MODE: "3", SIGN_UP_MONTHLY_CAP: "2" } });
const { visitor: owner, key } = await newOwner(edge);
const tenantId = await tenantOf(owner);

it("a tenant has so many keys in a mode as the deployment allows, and one more when another is revoked", async () => {
  const ctx = { services: edge.services, actor: OPERATOR, now: Date.now() };
  const results = await Promise.allSettled(
    Array.from({ length: 4 }, () => createKey({ ...ctx, scope: { tenantId, mode: "test" } })),
  );
  const refusals = results.filter((each) => each.status === "rejected").map(({ reason }) => reason.code);
  expect(refusals).toEqual(["limit_reached", "limit_reached"]);
  await owner.get("/dashboard/test/keys");
  const refused = await owner.follow(await owner.post("/dashboard/test/keys", { authority: "full" }));
  expect(refused.text).toContain("A tenant has at most 3 keys in a mode");
  expect((await owner.post("/dashboard/live/keys", { authority: "full" })).status).toBe(303);
  const [one] = (await listKeys(edge.db, tenantId)).filter(({ mode }) => mode === "test");
  await owner.get("/dashboard/test/keys");
  await owner.post(`/dashboard/test/keys/${one!.id}/revoke`, {});
  await owner.get("/dashboard/test/keys");
  expect((await owner.post("/dashboard/test/keys", { authority: "full" })).status).toBe(303);
});

it("a tenant that signed up by itself starts with a cap, which its owner lowers and only the operator lifts", async () => {
  const created = await edge.call("POST", "/v1/verifications", key, { customer_ref: "user-1" });
  const read = () => edge.call("GET", `/v1/verifications/${created.body.verification.id}`, key);
  expect([(await read()).status, (await read()).status, (await read()).status]).toEqual([200, 200, 402]);
  const setCap = async (limit: string) => {
    await owner.get("/dashboard/test/usage");
    return (await owner.follow(await owner.post("/dashboard/test/usage/cap", { limit }))).text;
  };
  for (const more of ["", "3"]) expect(await setCap(more)).toContain("only the operator lifts that");
  expect(await setCap("1")).toContain("The cap is set.");
  await changeSettings(
    { services: edge.services, actor: OPERATOR, now: Date.now(), tenantId },
    { monthlyCeiling: null },
  );
  expect(await setCap("")).toContain("The cap is removed.");
  expect((await read()).status).toBe(200);
});
