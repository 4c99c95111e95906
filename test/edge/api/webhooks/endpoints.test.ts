import { describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { planEndpoint } from "#edge/operations/endpoints.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { localWebhookSettings } from "#edge/webhooks/settings.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { outcome } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { newKey } from "../../keys/new-key.ts";

const edge = await useCheckEdge();
const PATH = "/v1/webhook-endpoints";
const URL_ = "https://example.com/hook?token=of-the-receiver";
const wished = { url: URL_, events: ["verification.completed"] };
const create = (body: object = wished, key = edge.key, headers = {}) =>
  edge.call("POST", PATH, key, body, headers);
const actions = async () =>
  (await listAudit(edge.services.db, edge.tenant.id, { limit: 5, before: null })).map(({ action }) => action);

describe("POST /v1/webhook-endpoints", () => {
  it("creates an endpoint of the key's mode, and returns its secret this once", async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...wished, mode: "test", enabled: true, state: "enabled" });
    expect(body.secret).toMatch(/^whsec_/);
    const { secret: _, ...rest } = body;
    expect((await edge.call("GET", `${PATH}/${body.id}`, edge.key)).body).toEqual(rest);
    expect((await edge.call("GET", PATH, edge.key)).body.data).toEqual([rest]);
    expect((await edge.call("GET", PATH, edge.tenant.keys.live)).body.data).toEqual([]);
    expect((await actions())[0]).toBe("webhook.create");
  });

  it("is repeated with its Idempotency-Key: the same answer, and no second endpoint", async () => {
    const headers = { "idempotency-key": "endpoint 1" };
    const first = await create(wished, edge.key, headers);
    const before = (await edge.call("GET", PATH, edge.key)).body.data.length;
    expect((await create(wished, edge.key, headers)).text).toBe(first.text);
    expect((await edge.call("GET", PATH, edge.key)).body.data).toHaveLength(before);
  });

  it("takes http on loopback in test mode, on a local stack that allows it, and names the setting", async () => {
    const webhooks = localWebhookSettings({ WEBHOOK_ALLOW_PRIVATE: "1" });
    const ctx = {
      ...systemContext(edge.services, edge.services.clock()),
      services: { ...edge.services, webhooks },
    };
    const planned = (mode: "test" | "live") =>
      planEndpoint(
        { ...ctx, scope: edge.tenant.scope(mode) },
        { ...wished, url: "http://127.0.0.1:3000/hook" },
      );
    expect((await planned("test")).result.endpoint.url).toBe("http://127.0.0.1:3000/hook");
    await expect(planned("live")).rejects.toThrow("url must begin with https:// in live mode.");
    for (const url of ["http://127.0.0.1:3000/", "https://127.0.0.1/"])
      expect((await create({ ...wished, url })).body.error.message).toContain("WEBHOOK_ALLOW_PRIVATE=true");
  });

  it.each([
    ["an address without TLS", { ...wished, url: "http://example.com/" }, "400 invalid_parameter"],
    ["a private address", { ...wished, url: "https://127.0.0.1/" }, "400 invalid_parameter"],
    ["no types", { ...wished, events: [] }, "400 invalid_parameter"],
    ["an unknown type", { ...wished, events: ["else"] }, "400 invalid_parameter"],
    ["no address", { events: wished.events }, "400 missing_parameter"],
  ])("rejects %s", async (_, body, answer) => {
    expect(outcome(await create(body))).toBe(answer);
  });

  it("creates no more than the deployment allows", async () => {
    const tenant = await edge.newTenant();
    const codes: string[] = [];
    for (let n = 0; n <= edge.services.quotas.endpointsPerMode; n++) {
      codes.push(outcome(await create(wished, tenant.keys.test)));
    }
    expect(new Set(codes.slice(0, -1))).toEqual(new Set(["201"]));
    expect(codes.at(-1)).toBe("409 limit_reached");
  });
});

describe("PATCH /v1/webhook-endpoints/:id", () => {
  it("changes what is given, and leaves the rest", async () => {
    const { id } = (await create()).body;
    const change = (body: object) => edge.call("PATCH", `${PATH}/${id}`, edge.key, body);
    const events = ["ocr.completed", "verification.completed"];
    expect((await change({ events })).body).toMatchObject({ url: URL_, events, enabled: true });
    const url = "https://example.org/";
    const off = { url, events, enabled: false, disabled_reason: "toggled_off" };
    expect((await change({ url, enabled: false })).body).toMatchObject(off);
    expect((await actions()).slice(0, 3).sort()).toEqual([
      "webhook.change",
      "webhook.change",
      "webhook.disable",
    ]);
    expect((await change({ enabled: true })).body).toMatchObject({ enabled: true, disabled_reason: null });
    expect((await actions())[0]).toBe("webhook.enable");
    expect(outcome(await change({}))).toBe("400 missing_parameter");
    expect(outcome(await change({ url: "http://example.org/" }))).toBe("400 invalid_parameter");
    expect(outcome(await change({ mode: "live" }))).toBe("400 unknown_parameter");
  });
});

it("a test event goes to this endpoint alone, and to no disabled one", async () => {
  const { id } = (await create()).body;
  const test = () => edge.call("POST", `${PATH}/${id}/test`, edge.key);
  const { body } = await test();
  expect((await edge.call("GET", `/v1/events/${body.event_id}`, edge.key)).body).toMatchObject({
    type: "webhook.test",
    data: { endpoint_id: id },
  });
  const sent = await edge.rows("deliveries");
  expect(sent.filter(({ event_id }) => event_id === body.event_id)).toMatchObject([{ endpoint_id: id }]);
  await edge.call("PATCH", `${PATH}/${id}`, edge.key, { enabled: false });
  expect(outcome(await test())).toBe("400 invalid_parameter");
});

it("a rotated secret is returned once, and the call can be repeated with its Idempotency-Key", async () => {
  const { id, secret } = (await create()).body;
  const rotate = (headers = {}) =>
    edge.call("POST", `${PATH}/${id}/rotate-secret`, edge.key, { overlap_hours: 1 }, headers);
  const headers = { "idempotency-key": "rotation 1" };
  const first = await rotate(headers);
  expect(first.body.secret).toMatch(/^whsec_/);
  expect(first.body.secret).not.toBe(secret);
  expect((await rotate(headers)).text).toBe(first.text);
  expect((await rotate()).text).not.toBe(first.text);
});

it("a deleted endpoint is gone, and its deletion may be repeated", async () => {
  const { id } = (await create()).body;
  const remove = () => edge.call("DELETE", `${PATH}/${id}`, edge.key);
  expect([outcome(await remove()), outcome(await remove())]).toEqual(["204", "204"]);
  expect(outcome(await edge.call("GET", `${PATH}/${id}`, edge.key))).toBe("404 not_found");
  expect((await actions()).filter((action) => action === "webhook.delete")).toHaveLength(1);
});

describe("a key that may not see personal data", () => {
  it("makes no endpoint that would receive them, and directs none to another address", async () => {
    const { key } = await newKey(edge, edge.tenant, { scopes: ["webhooks:write"] });
    const events = ["ocr.completed", "verification.completed"];
    const refused = await create({ url: URL_, events }, key);
    expect(outcome(refused)).toBe("403 key_scope_insufficient");
    expect(refused.body.error.param).toBe("events");
    const own = (await create(wished, key)).body;
    const change = (id: string, body: object) => edge.call("PATCH", `${PATH}/${id}`, key, body);
    expect(outcome(await change(own.id, { events }))).toBe("403 key_scope_insufficient");
    expect(outcome(await change(own.id, { url: "https://example.org/" }))).toBe("200");
    const other = (await create({ url: URL_, events })).body;
    expect(outcome(await change(other.id, { url: "https://evil.example/" }))).toBe(
      "403 key_scope_insufficient",
    );
    expect(outcome(await change(other.id, { enabled: false }))).toBe("200");
    const both = await newKey(edge, edge.tenant, {
      scopes: ["webhooks:write", "personal:read", "media:read"],
    });
    expect(outcome(await create({ url: URL_, events }, both.key))).toBe("201");
  });

  it("makes one for every other type of event", async () => {
    const { key } = await newKey(edge, edge.tenant, { scopes: ["webhooks:write"] });
    const events = ["fraud.signal_detected", "liveness.check.completed", "verification.reviewed"];
    expect(outcome(await create({ url: URL_, events }, key))).toBe("201");
  });
});

it("an endpoint made by a call receives the events of its types", async () => {
  const { id } = (await create({ url: URL_, events: ["ocr.completed"] })).body;
  await edge.upload("/v1/ocr/scan", edge.key, { image: image(3) });
  expect((await edge.rows("deliveries")).filter(({ endpoint_id }) => endpoint_id === id)).toHaveLength(1);
});
