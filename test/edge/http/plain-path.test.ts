import { afterAll, beforeAll, expect, it } from "vitest";
import { openTestEdge, type TestTenant } from "../../harness/edge.ts";

let edge: Awaited<ReturnType<typeof openTestEdge>>;
let tenant: TestTenant;
beforeAll(async () => {
  edge = await openTestEdge();
  tenant = await edge.newTenant();
});
afterAll(() => edge.close());

const outcome = async (method: string, path: string, body?: object) => {
  const answer = await edge.call(method, path, tenant.keys.test, body);
  return `${answer.status} ${answer.body.error?.code}`;
};

it.each(["/v1/ocr/%00", "/v1/verifications/vf_%00", "/v1/face/registrations/a%0ab", "/v1/ocr/%7f"])(
  "a path with a control character names nothing: %s",
  async (path) => {
    expect(await outcome("GET", path)).toBe("404 not_found");
  },
);

it("an id with a control character is refused wherever else it stands", async () => {
  const id = "vf_01\u0000";
  expect(await outcome("GET", `/v1/verifications?cursor=${btoa(id)}`)).toBe("400 invalid_cursor");
  expect(await outcome("POST", "/v1/sessions", { verification_id: id })).toBe("400 invalid_parameter");
});

it("who calls is asked first", async () => {
  const { status } = await edge.call("GET", "/v1/ocr/%00");
  expect(status).toBe(401);
});
