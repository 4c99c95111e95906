import { afterAll, expect, it } from "vitest";
import { API } from "#edge/api/routes.ts";
import { openTestEdge } from "#test/harness/edge/test-edge.ts";

const edge = await openTestEdge({ settings: { LOCAL_STACK: "true" } });
const tenant = await edge.newTenant();
afterAll(() => edge.close());

const guarded = API.flatMap(({ routes }) => routes)
  .filter(({ callers }) => callers !== "anybody" && callers.includes("secret_key"))
  .map(({ method, path, query }) => [
    `${method.toUpperCase()} ${path.replace(":list", "block").replace(/:\w+/g, "any")}`,
    Object.keys(query?.shape ?? {}),
  ]) as [string, string[]][];

it.each(guarded)(
  "%s rejects a query parameter that it does not know, and names those it takes",
  async (call, names) => {
    const [method, path] = call.split(" ") as [string, string];
    const { status, body } = await edge.call(method, `${path}?colour=x`, tenant.keys.test);
    expect([status, body.error.code, body.error.param]).toEqual([400, "unknown_parameter", "colour"]);
    for (const name of names) expect(body.error.message).toContain(name);
    if (names.length === 0) expect(body.error.message).toContain("takes no query parameters");
  },
);

it("a device's operation rejects it as well, and an unknown path stays 404", async () => {
  const { body } = await edge.call("POST", "/v1/verifications", tenant.keys.test, { customer_ref: "c" });
  const { token } = body.session_token;
  const page = await edge.call("GET", "/v1/capture/page?local=de", token);
  expect([page.body.error.code, page.body.error.message]).toEqual([
    "unknown_parameter",
    expect.stringContaining("locale"),
  ]);
  expect((await edge.call("GET", "/v1/capture/page?locale=de", token)).status).toBe(200);
  const next = `/v1/verifications/${body.verification.id}/next`;
  expect((await edge.call("GET", `${next}?t=1`, token)).body.error.code).toBe("unknown_parameter");
  expect((await edge.call("GET", "/v1/nothing?t=1", tenant.keys.test)).status).toBe(404);
});
