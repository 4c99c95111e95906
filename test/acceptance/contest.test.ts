import { beforeEach, describe, expect, it } from "vitest";
import { systemContext } from "#edge/operations/commit/context.ts";
import { expireOverdue } from "#edge/operations/verifications/close.ts";
import { listAudit } from "#edge/store/audit/audit.ts";
import { agree, newDevice } from "#test/edge/api/sessions/device.ts";
import { image } from "#test/harness/edge/check-edge.ts";
import { forensics, frame, templateAt } from "#test/harness/edge/inference-results.ts";
import { outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { useCheckEdge } from "#test/harness/edge/use.ts";
import { contestCalls, DAY, ON, showAnother, tampered, WORDS } from "./contest-calls.ts";

const edge = await useCheckEdge();
const { contest, declined, eventsOf, newReference, next, reviews, rule, send } = contestCalls(edge);
beforeEach(() => showAnother(edge));

const contestEnd = async (one: Parameters<typeof next>[0]) => {
  const { body } = await edge.call("GET", `/v1/verifications/${one.id}/next`, edge.key);
  return Date.parse(body.contest.until);
};

const queue = async () =>
  (await reviews("?limit=100")).data.map((each: { verification: { id: string } }) => each.verification.id);

describe("a declined person", () => {
  it("asks for a decision by a human, once; the decision stands until then", async () => {
    const one = await declined();
    expect(await next(one)).toMatchObject({
      outcome: "unsuccessful",
      contest: { until: expect.any(String), state: null },
    });
    const answer = await contest(one);
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { outcome: "in_review", contest: { until: null, state: "open" } },
    ]);
    expect(await next(one)).toEqual(answer.body);
    expect(await one.read()).toMatchObject({
      decision: "declined",
      contest: { contested_at: expect.any(String), state: "open" },
    });
    expect(outcome(await contest(one))).toBe("409 not_contestable");
    expect(
      outcome(await edge.upload("/v1/liveness/check", one.token, { mode: "passive", image_1: image(3) })),
    ).toBe("409 verification_not_open");
  });

  it("causes verification.contested, which is not final, and an entry in the audit log", async () => {
    const one = await declined();
    await contest(one);
    const [[, data]] = (await eventsOf(one.id)).filter(
      ([type]) => type === "verification.contested",
    ) as never as [[string, object]];
    expect(data).toMatchObject({
      vf_id: one.id,
      decision: "declined",
      final: false,
      contest: { state: "open" },
    });
    const page = { limit: 9, before: null };
    const [entry] = await listAudit(edge.db, edge.tenant.id, page, { target: one.id });
    expect(entry).toMatchObject({ action: "verification.contest" });
  });

  it("comes first in the review queue, before reviews that have waited longer", async () => {
    edge.answers.frames = [frame({}, 0.9)];
    edge.answers.forensics = tampered;
    const waiting = await edge.verification({}, "waits-longer");
    await send(waiting.id, waiting.token);
    edge.answers.frames = [frame({ template: templateAt(80) }, 0.9)];
    edge.answers.forensics = forensics();
    const [one, two] = [await declined(), await declined()];
    await contest(two);
    await contest(one);
    const order = (await queue()).filter((id: string) => [waiting.id, one.id, two.id].includes(id));
    expect(order).toEqual([one.id, two.id, waiting.id]);
    const all = await queue();
    const paged: string[] = [];
    for (let cursor = ""; cursor !== null; ) {
      const { data, next_cursor } = await reviews(`?limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(data[0].verification.id);
      cursor = next_cursor;
    }
    expect(paged).toEqual(all);
  });

  it("writes to the reviewer alone: the statement is encrypted, and in no event, log or answer to a device", async () => {
    const one = await declined();
    await contest(one);
    const row = (await reviews("?limit=100")).data.find(
      ({ verification }: { verification: { id: string } }) => verification.id === one.id,
    );
    expect(row.statement).toBe(WORDS);
    const tables = ["verifications", "verification_revisions", "events", "audit_entries", "idempotency_keys"];
    const stored = await Promise.all(tables.map((table) => edge.rows(table)));
    const seen = [stored, await next(one), await one.read()];
    expect(JSON.stringify(seen)).not.toContain("ten years old");
    await edge.call("DELETE", `/v1/customers/${one.customerRef}`, edge.key);
    const [erased] = (await edge.rows("verifications")).filter(({ id }) => id === one.id);
    expect([erased!.contest_text, await queue()]).toEqual([null, expect.not.arrayContaining([one.id])]);
  });

  it.each([
    ["501 characters", { statement: "x".repeat(501) }, "400 invalid_parameter"],
    ["no statement", {}, "201"],
    ["another field", { statement: "", reopen: true }, "400 unknown_parameter"],
  ])("sends %s", async (_, body, answer) => {
    expect(outcome(await contest(await declined(), body))).toBe(answer);
  });

  it("costs no unit of usage, and repeats a lost call with its Idempotency-Key", async () => {
    const one = await declined();
    const before = JSON.stringify(await edge.rows("usage"));
    const headers = { "idempotency-key": "contest-1" };
    const first = await contest(one, { statement: WORDS }, headers);
    expect((await contest(one, { statement: WORDS }, headers)).text).toBe(first.text);
    expect(JSON.stringify(await edge.rows("usage"))).toBe(before);
  });
});

describe("who may contest what", () => {
  it.each([
    ["without the policy", {}],
    ["with the policy off", { contest: "off" }],
  ])("nobody %s: 409 not_contestable, and the page does not offer it", async (_, policy) => {
    const one = await declined(policy);
    expect(outcome(await contest(one))).toBe("409 not_contestable");
    expect(await next(one)).not.toHaveProperty("contest");
    expect(await one.read()).not.toHaveProperty("contest");
  });

  it.each([
    ["an approval", { on: "approved" }],
    ["a review", { on: "review" }],
    ["an open verification", { on: "open" }],
    ["a canceled one", { on: "canceled" }],
    ["an expired one", { on: "expired" }],
    ["a reviewer's decline", { on: "reviewed" }],
  ])("%s: 409 not_contestable", async (_, { on }) => {
    edge.answers.frames = [frame({}, 0.9)];
    if (on === "review" || on === "reviewed") edge.answers.forensics = tampered;
    const one = await edge.verification({ ...ON, expires_in_seconds: 300 }, newReference());
    if (["approved", "review", "reviewed"].includes(on)) await send(one.id, one.token);
    if (on === "canceled") await edge.call("POST", `/v1/verifications/${one.id}/cancel`, edge.key, {});
    if (on === "reviewed") await rule(one.id, "ada", { ruling: "declined", reason: "document_forged" });
    if (on === "expired") {
      edge.advance(301_000);
      await expireOverdue(systemContext(edge.services, edge.services.clock()));
    }
    expect(outcome(await contest(one))).toBe("409 not_contestable");
  });

  it("only the person's device: no secret key, no link, no other verification's token", async () => {
    const [one, other] = [await declined(), await declined()];
    expect(outcome(await contest({ ...one, token: edge.key }))).toBe("403 token_scope_insufficient");
    expect(outcome(await contest({ ...one, token: other.token }))).toBe("404 not_found");
  });

  it("the device that opened the link, with its key, for 14 days; another device never", async () => {
    const made = await edge.call("POST", "/v1/verifications", edge.key, {
      ...{ customer_ref: newReference(), policy: { ...ON, expires_in_seconds: 300 } },
    });
    const { id } = made.body.verification;
    const secret = secretOf(made.body.url);
    const device = await newDevice(edge);
    const page = (await edge.call("GET", "/v1/capture/page?locale=de", secret)).body;
    expect(page.consent_text.text).toContain("dass ein Mensch entscheidet");
    const { session_token: token } = (await device.open(secret)).body;
    await agree(edge, id, token);
    await send(id, token);
    edge.advance(13 * DAY);
    const other = await newDevice(edge);
    expect(outcome(await other.open(secret))).toBe("410 link_expired");
    expect(outcome(await other.open(secret, { take_over: true }))).toBe("410 link_expired");
    const again = (await device.open(secret)).body.session_token;
    expect(await next({ id, token: again })).toMatchObject({ contest: { until: expect.any(String) } });
    edge.advance(DAY - 60_000);
    const last = (await device.open(secret)).body.session_token;
    edge.advance(61_000);
    expect(await next({ id, token: last })).toMatchObject({ contest: { until: null } });
    expect(outcome(await contest({ id, token: last }))).toBe("409 not_contestable");
    expect(outcome(await device.open(secret))).toBe("410 link_expired");
  });

  it("for 14 days, with a new token of the tenant's server, which only reads and contests", async () => {
    const one = await declined();
    const mint = () => edge.call("POST", "/v1/sessions", edge.key, { verification_id: one.id });
    edge.advance(14 * DAY - 60_000);
    expect(await next({ ...one, token: (await mint()).body.token })).toMatchObject({
      contest: { until: expect.any(String) },
    });
    const { token } = (await mint()).body;
    const upload = (path: string, fields: object) => edge.upload(path, token, { ...fields });
    const answers = await Promise.all([
      upload(`/v1/verifications/${one.id}/document`, { front: image() }),
      upload("/v1/liveness/check", { mode: "passive", image_1: image(3) }),
      edge.call("POST", "/v1/liveness/challenges", token, {}),
      edge.call("POST", "/v1/handoffs", token, {}),
      agree(edge, one.id, token),
    ]);
    expect(new Set(answers.map(outcome))).toEqual(new Set(["409 verification_not_open"]));
    expect(outcome(await contest({ ...one, token }))).toBe("201");
    expect(outcome(await mint())).toBe("409 verification_not_open");
    const late = await declined();
    edge.advance(14 * DAY);
    const answer = await edge.call("POST", "/v1/sessions", edge.key, { verification_id: late.id });
    expect([outcome(answer), answer.body.error.message]).toEqual([
      "409 verification_not_open",
      "This verification is completed. To verify the person again, create a new verification.",
    ]);
  });

  it("for 14 days, with a new link: on one device, which replaces the one before", async () => {
    const one = await declined();
    edge.advance(13.5 * DAY);
    const link = (await edge.call("POST", `/v1/verifications/${one.id}/links`, edge.key, {})).body;
    expect(Date.parse(link.expires_at)).toBe(await contestEnd(one));
    const [device, other] = [await newDevice(edge), await newDevice(edge)];
    const { session_token: token } = (await device.open(secretOf(link.url))).body;
    expect(outcome(await other.open(secretOf(link.url)))).toBe("410 link_expired");
    expect(outcome(await contest({ id: one.id, token }))).toBe("201");
    expect(outcome(await device.open(secretOf(link.url)))).toBe("201");
    const again = await edge.call("POST", `/v1/verifications/${one.id}/links`, edge.key, {});
    expect(outcome(again)).toBe("409 verification_not_open");
  });

  it("not by an old link that no device has opened: it keeps its end", async () => {
    const made = await edge.call("POST", "/v1/verifications", edge.key, {
      ...{ customer_ref: newReference(), policy: { ...ON, expires_in_seconds: 300 } },
    });
    await send(made.body.verification.id, made.body.session_token.token);
    edge.advance(301_000);
    expect(outcome(await (await newDevice(edge)).open(secretOf(made.body.url)))).toBe("410 link_expired");
  });

  it("a duplicate face as any other decline, so that the page reveals nothing; nothing is searched again", async () => {
    edge.answers.frames = [frame({ template: templateAt(5) }, 0.9)];
    await edge.upload("/v1/face/registrations", edge.key, {
      ...{ image: image(9), customer_ref: "registered" },
    });
    const one = await edge.verification({ ...ON, steps: ["liveness"], dedupe: "decline" }, newReference());
    await edge.upload("/v1/liveness/check", one.token, { mode: "passive", image_1: image(4) });
    const { decision, decision_reasons } = await one.read();
    expect([decision, decision_reasons[0]?.code]).toEqual(["declined", "duplicate_face"]);
    const calls = edge.calls.length;
    expect(outcome(await contest(one))).toBe("201");
    expect([edge.calls.length, (await one.read()).decision]).toEqual([calls, "declined"]);
  });
});
