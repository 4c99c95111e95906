import { afterAll, beforeAll, expect, it } from "vitest";
import { listTenants } from "#edge/store/tenancy/tenants.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { newOwner, PASSWORD, Visitor } from "../visitor.ts";

let edge: TestEdge;
beforeAll(async () => {
  edge = await openTestEdge();
});
afterAll(() => edge.close());

it("signs up with a tenant and a first test key, which the API takes", async () => {
  const { visitor, key } = await newOwner(edge);
  const answer = await edge.call("POST", "/v1/verifications", key, { customer_ref: "user-1" });
  expect(answer.status).toBe(201);
  const home = await visitor.follow(await visitor.get("/dashboard"));
  expect(home.status).toBe(200);
  expect(home.text).toContain("Example Ltd");
});

it("signs in with the password and out again", async () => {
  const { email } = await newOwner(edge);
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/sign-in");
  const answer = await visitor.post("/dashboard/sign-in", { email, password: PASSWORD });
  expect([answer.status, answer.location]).toEqual([303, "/dashboard"]);
  const home = await visitor.follow(answer);
  expect(home.status).toBe(200);
  const out = await visitor.post("/dashboard/sign-out", {});
  expect(out.location).toBe("/dashboard/sign-in");
  expect((await visitor.get("/dashboard/test/keys")).location).toContain("/dashboard/sign-in?next=");
});

it("makes nothing of a sign-up with an address that has an account, or with a short password", async () => {
  const { email } = await newOwner(edge);
  const tenants = async () => (await listTenants(edge.services.db)).length;
  const before = await tenants();
  const visitor = new Visitor(edge);
  await visitor.get("/dashboard/sign-up");
  const form = { organization: "Other Ltd", name: "Eve", email: email.toUpperCase(), password: PASSWORD };
  const taken = await visitor.post("/dashboard/sign-up", form);
  expect([taken.status, taken.headers.getSetCookie()]).toEqual([400, []]);
  expect(taken.text).toContain('value="Other Ltd"');
  expect(taken.text).not.toContain(PASSWORD);
  const short = await visitor.post("/dashboard/sign-up", {
    ...form,
    email: "new@example.test",
    password: "short",
  });
  expect(short.status).toBe(400);
  expect(await tenants()).toBe(before);
});
