import { afterAll, describe, expect, it } from "vitest";
import { readClaim } from "#edge/auth/credentials.ts";
import { newSecretText } from "#edge/crypto/secret-text.ts";
import { operatorContext } from "#edge/operations/commit/context.ts";
import { changeCapture } from "#edge/operations/tenants/change-capture.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { agree, newDevice, ORIGIN } from "./device.ts";

const edge = await openCheckEdge();
const tenantId = edge.tenant.id;
const operator = operatorContext({ db: edge.db }, edge.services.clock());
await changeCapture({ ...operator, tenantId }, { returnOrigins: ["https://shop.example"] });
afterAll(() => edge.close());

const create = (more: object = {}) =>
  edge.call("POST", "/v1/verifications", edge.key, { customer_ref: "customer-1", ...more });

async function newLink(more: object = {}) {
  const { body } = await create(more);
  return { id: body.verification.id as string, secret: secretOf(body.url), body };
}

describe("POST /v1/verifications", () => {
  it("returns a link of at most 24 hours, whose secret is in the fragment and is stored as a digest", async () => {
    const { secret, body } = await newLink();
    expect(body.url).toMatch(new RegExp(`^${ORIGIN}/verify#svc_link_test_[0-9A-Za-z]{49}$`));
    expect(JSON.stringify(await edge.rows("links"))).not.toContain(secret);
    for (const [expires_in_seconds, lifetime] of [
      [300, 300],
      [604_800, 86_400],
    ] as const) {
      const { url_expires_at, verification } = (await newLink({ policy: { expires_in_seconds } })).body;
      expect(Date.parse(url_expires_at) - Date.parse(verification.created_at)).toBe(lifetime * 1_000);
    }
  });

  it.each([
    ["https://shop.example/done?order=7", 201],
    ["https://evil.example/", 400],
    ["https://shop.example.evil.example/", 400],
    ["https://shop.example@evil.example/", 400],
    ["http://shop.example/", 400],
    ["javascript:alert(1)", 400],
    ["/done", 400],
    ["", 400],
  ])("takes a return_url on the tenant's return origins alone: %j is %i", async (return_url, status) => {
    const answer = await create({ return_url });
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body.error).toMatchObject({ code: "invalid_parameter", param: "return_url" });
  });
});

describe("POST /v1/capture/sessions", () => {
  it("gives the first device a token of the verification, and the same device fresh ones", async () => {
    const { id, secret } = await newLink();
    const device = await newDevice(edge);
    const first = await device.open(secret);
    const session_token = expect.stringMatching(/^svc_tok_test_/);
    const session = { session_token, expires_at: expect.any(String), verification_id: id };
    expect([first.status, first.body]).toEqual([201, session]);
    const again = await device.open(secret);
    for (const { session_token } of [first.body, again.body]) {
      expect((await edge.call("GET", `/v1/verifications/${id}`, session_token)).status).toBe(200);
    }
  });

  it("rejects another device, unless it says that it takes over and nothing was captured", async () => {
    const { id, secret } = await newLink();
    const [one, other] = [await newDevice(edge), await newDevice(edge)];
    const claimed = async () => (await edge.call("GET", "/v1/capture/page", secret)).body.claimed;
    expect(await claimed()).toBeUndefined();
    const lost = (await one.open(secret)).body.session_token;
    expect(await claimed()).toBe("replaceable");
    expect(outcome(await other.open(secret))).toBe("409 link_claimed");
    const taken = await other.open(secret, { take_over: true });
    expect(taken.status).toBe(201);
    expect(outcome(await edge.call("GET", `/v1/verifications/${id}`, lost))).toBe("401 token_revoked");
    await agree(edge, id, taken.body.session_token);
    await edge.upload("/v1/ocr/scan", taken.body.session_token, { image: image() });
    expect(await claimed()).toBe("final");
    expect(outcome(await one.open(secret, { take_over: true }))).toBe("409 link_claimed");
  });

  it("takes a proof once, within five minutes, for its own link and the service's origin", async () => {
    const { secret } = await newLink();
    const other = (await newLink()).secret;
    const device = await newDevice(edge);
    const send = (body: object, link = secret) => edge.call("POST", "/v1/capture/sessions", link, body);
    const now = edge.services.clock();
    const wrong = [
      send(await device.prove(other)),
      send(await device.prove(secret, { origin: "https://evil.example" })),
      send(await device.prove(secret, { at: now - 301_000 })),
      send(await device.prove(secret, { at: now + 301_000 })),
      send({ ...(await device.prove(secret)), signed_at: now + 1 }),
      send({ ...(await device.prove(secret)), public_key: (await newDevice(edge)).key }),
    ];
    expect((await Promise.all(wrong)).map(outcome)).toEqual(wrong.map(() => "401 link_invalid"));
    const proof = await device.prove(secret);
    expect([outcome(await send(proof)), outcome(await send(proof))]).toEqual(["201", "401 link_invalid"]);
  });

  it.each([
    [{ origin: ORIGIN, "sec-fetch-site": "same-origin" }, "201"],
    [{ origin: "https://evil.example" }, "403 origin_not_allowed"],
    [{ origin: "null" }, "403 origin_not_allowed"],
    [{ "sec-fetch-site": "cross-site" }, "403 origin_not_allowed"],
    [{ "sec-fetch-site": "same-site" }, "403 origin_not_allowed"],
  ])("trusts the browser's fetch metadata: %j is %s", async (headers, answer) => {
    const { secret } = await newLink();
    expect(outcome(await (await newDevice(edge)).open(secret, {}, headers))).toBe(answer);
  });

  it("of ten devices at once lets exactly one in, in each of 200 races", async () => {
    const devices = await Promise.all(Array.from({ length: 10 }, () => newDevice(edge)));
    for (let race = 0; race < 200; race++) {
      const { secret } = await newLink();
      const answers = await Promise.all(devices.map((device) => device.open(secret)));
      const right = ["201", ...Array(9).fill("409 link_claimed")];
      expect(answers.map(outcome).sort(), `race ${race}`).toEqual(right);
    }
  }, 240_000);

  it("ends with its time and with its verification; its device still reads how that ended", async () => {
    const { id, secret } = await newLink();
    const device = await newDevice(edge);
    await device.open(secret);
    await edge.call("POST", `/v1/verifications/${id}/cancel`, edge.key);
    const page = (link: string) => edge.call("GET", "/v1/capture/page", link).then(outcome);
    expect((await edge.call("GET", "/v1/capture/page", secret)).body.canceled).toBe(true);
    const { session_token } = (await device.open(secret)).body;
    const read = await edge.call("GET", `/v1/verifications/${id}`, session_token);
    expect(read.body.status).toBe("canceled");
    expect(outcome(await (await newDevice(edge)).open(secret))).toBe("410 link_expired");
    const short = await newLink({ policy: { expires_in_seconds: 300 } });
    const late = await newLink();
    expect(await page(short.secret)).toBe("200");
    edge.advance(300_001);
    expect([await page(short.secret), await page(late.secret)]).toEqual(["410 link_expired", "200"]);
    edge.advance(86_400_001);
    expect(outcome(await (await newDevice(edge)).open(late.secret))).toBe("410 link_expired");
  });
});

it("a link's page says for a verification in review or decided, and for no other, that it is finished", async () => {
  const { id, secret } = await newLink();
  const finished = () => edge.call("GET", "/v1/capture/page", secret).then(({ body }) => body.finished);
  await (await newDevice(edge)).open(secret);
  expect(await finished()).toBeUndefined();
  const decided = "update verifications set status = 'completed', decision = 'review' where id = ?";
  await edge.client.execute({ sql: decided, args: [id] });
  expect(await finished()).toBe(true);
});

describe("a link's secret", () => {
  const opening = async (link: string, proof: object) =>
    outcome(await edge.call("POST", "/v1/capture/sessions", link, proof));

  it("that was altered is 401 link_invalid before any read: 4,300 of them", async () => {
    const { secret } = await newLink();
    const services = { ...edge.services, db: null as never };
    for (let i = 0; i < 4_300; i++) {
      const where = "svc_link_test_".length + (i % 49);
      const other = secret[where] === "x" ? "y" : "x";
      const forged = secret.slice(0, where) + other + secret.slice(where + 1 + (i % 3));
      const refused = readClaim(services, `Bearer ${forged}`);
      await expect(refused).rejects.toMatchObject({ code: "link_invalid" });
    }
  });

  it("that is well formed and was never issued opens nothing, and is 429 after too many: 700 of them", async () => {
    const proof = await (await newDevice(edge)).prove((await newLink()).secret);
    const opened = new Set<string>();
    for (let i = 0; i < 700; i++) opened.add(await opening(newSecretText("svc_link_test_", 43), proof));
    expect([...opened].sort()).toEqual(["401 link_invalid", "429 rate_limited"]);
    edge.advance(61_000);
  });

  it("that a newer one has replaced opens nothing: 1,000 of them", async () => {
    const device = await newDevice(edge);
    const opened = new Set<string>();
    for (let i = 0, { id, secret } = await newLink(); i < 1_000; i++) {
      // A verification gets 20 new links.
      if (i % 20 === 0) {
        edge.advance(61_000);
        ({ id, secret } = await newLink());
      }
      const { body } = await edge.call("POST", `/v1/verifications/${id}/links`, edge.key);
      opened.add(await opening(secret, await device.prove(secret)));
      secret = secretOf(body.url);
    }
    expect([...opened]).toEqual(["401 link_invalid"]);
  }, 240_000);
});

it("GET /v1/capture/page claims nothing, and returns the tenant's brand and the consent text", async () => {
  const { secret } = await newLink({ capture: { locale: "de", handoff: "off" } });
  const { body } = await edge.call("GET", "/v1/capture/page", secret);
  const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(body).toMatchObject({
    ...{ mode: "test", locale: "de", handoff: "off", require_live_capture: false },
    tenant: { logo: null, alternative_url: null, app_url: null },
    consent_text: { version: "selfsame-4", locale: "de", sha256 },
  });
  const asked = await edge.call("GET", "/v1/capture/page?locale=fr", secret);
  expect(asked.body).toMatchObject({ locale: "de", consent_text: { locale: "fr" } });
  expect((await (await newDevice(edge)).open(secret)).status).toBe(201);
});

describe("POST /v1/verifications/:id/links", () => {
  it("voids the earlier link and the sessions that it gave, and another device may open the new one", async () => {
    const { id, secret } = await newLink();
    const old = (await (await newDevice(edge)).open(secret)).body.session_token;
    const created = await edge.call("POST", `/v1/verifications/${id}/links`, edge.key);
    expect(created.status).toBe(201);
    expect(outcome(await edge.call("GET", `/v1/verifications/${id}`, old))).toBe("401 token_revoked");
    expect(outcome(await (await newDevice(edge)).open(secret))).toBe("401 link_invalid");
    expect((await (await newDevice(edge)).open(secretOf(created.body.url))).status).toBe(201);
  });

  it("is 409 verification_not_open if the verification has ended", async () => {
    const { id } = await newLink();
    await edge.call("POST", `/v1/verifications/${id}/cancel`, edge.key);
    const renewed = await edge.call("POST", `/v1/verifications/${id}/links`, edge.key);
    expect(outcome(renewed)).toBe("409 verification_not_open");
  });
});

it("a verification that requires live capture rejects an image which the page calls a file", async () => {
  const { id, body } = await newLink({ capture: { require_live_capture: true } });
  const send = (source: string) =>
    edge.upload(`/v1/verifications/${id}/document`, body.session_token.token, { front: image(), source });
  const refused = await send("file");
  expect([outcome(refused), refused.body.error.param]).toEqual(["400 invalid_parameter", "source"]);
  expect((await send("camera")).status).toBe(200);
});
