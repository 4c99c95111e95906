import { createHash } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { openTestEdge, outcome } from "#test/harness/edge/test-edge.ts";

const edge = await openTestEdge();
const tenant = await edge.newTenant();
afterAll(() => edge.close());

const call = async (method: string, path: string, body?: object) =>
  outcome(await edge.call(method, path, tenant.keys.test, body));

it.each([
  ["GET", "/v1/ocr/%00", "404 not_found"],
  ["GET", "/v1/ocr/ocr_%7f", "404 not_found"],
  ["GET", "/v1/ocr/%ff", "404 not_found"],
  ["DELETE", "/v1/ocr/%00", "404 not_found"],
  ["GET", "/v1/verifications/vf_%00", "404 not_found"],
  ["POST", "/v1/verifications/vf_%00/cancel", "404 not_found"],
  ["DELETE", "/v1/sessions/%00", "404 not_found"],
  ["GET", "/v1/events/%00", "404 not_found"],
  ["GET", "/v1/face/registrations/a%00b", "404 registration_not_found"],
  ["GET", "/v1/face/registrations/M%FCller", "404 registration_not_found"],
  ["DELETE", "/v1/face/registrations/%00", "404 registration_not_found"],
  ["DELETE", "/v1/customers/%00", "404 not_found"],
  ["DELETE", "/v1/customers/a%0ab", "404 not_found"],
  ["DELETE", "/v1/customers/M%FCller", "404 not_found"],
  ["DELETE", "/v1/customers/100%", "404 not_found"],
])(
  "a name with a control character, or that is not UTF-8, names nothing: %s %s",
  async (method, path, answer) => {
    expect(await call(method, path)).toBe(answer);
  },
);

it("a name is read by its percent signs", async () => {
  for (const ref of ["M%FCller", "100%", "Müller", "%2e"]) {
    const path = `/v1/customers/${encodeURIComponent(ref)}`;
    const { status, body } = await edge.call("DELETE", path, tenant.keys.test);
    expect(status).toBe(200);
    expect(body.customer_ref_sha256).toBe(createHash("sha256").update(ref).digest("hex"));
  }
});

it("a wrong id is rejected wherever else an id may stand", async () => {
  const id = "vf_01\u0000";
  expect(await call("GET", `/v1/verifications?cursor=${btoa(`test ${id}`)}`)).toBe("400 invalid_cursor");
  expect(await call("POST", "/v1/sessions", { verification_id: id })).toBe("400 invalid_parameter");
});
