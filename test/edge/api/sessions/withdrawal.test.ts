import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { openTestEdge, outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { agree, newDevice } from "./device.ts";
import { handoffsOf } from "./handoffs.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

const edge = await openCheckEdge();
const at = handoffsOf(edge);
afterAll(() => edge.close());

type Device = Awaited<ReturnType<typeof newDevice>>;

const ask = async (device: Device, secret: string, headers = {}) =>
  edge.call("POST", "/v1/capture/withdrawals", secret, await device.prove(secret), headers);

/** A consent that the device which opened the link has withdrawn. */
async function withdrawn() {
  const { id, link, computer, token } = await at.atComputer();
  await agree(edge, id, token);
  const { body } = await edge.call("DELETE", `/v1/verifications/${id}/consent`, token);
  return { id, link, token, device: computer, receipt: body.receipt_id as string };
}

describe("the receipt of a withdrawn consent", () => {
  it("is sent again to the device that withdrew it, by the link that has ended, as often as it asks", async () => {
    const { link, device, receipt } = await withdrawn();
    for (const _ of ["first", "again"])
      expect((await ask(device, link)).body).toEqual({ receipt_id: receipt });
    expect(outcome(await device.open(link))).toBe("401 link_invalid");
    expect(outcome(await edge.call("GET", "/v1/capture/page", link))).toBe("401 link_invalid");
  });

  it("is sent to the phone that withdrew it, by the code that it had scanned", async () => {
    const { id, link, computer, code, phone, phoneToken } = await at.moved();
    await agree(edge, id, phoneToken);
    const { body } = await edge.call("DELETE", `/v1/verifications/${id}/consent`, phoneToken);
    expect((await ask(phone, code)).body).toEqual({ receipt_id: body.receipt_id });
    expect(outcome(await ask(computer, link))).toBe("401 link_invalid");
  });

  it("is sent to no other caller: each is rejected as with a link that never was, in the same words", async () => {
    const { link, device, receipt } = await withdrawn();
    const { link: open, computer } = await at.atComputer();
    const stranger = await newDevice(edge);
    const never = `${link.slice(0, -10)}0000000000`;
    const stale = await device.prove(link, { at: edge.services.clock() - DAY_MS });
    const elsewhere = await device.prove(link, { origin: "https://evil.example" });
    const sent = (proof: object) => edge.call("POST", "/v1/capture/withdrawals", link, proof);
    const answers = [
      ...[await ask(stranger, link), await ask(computer, open), await ask(device, open)],
      ...[await sent(await device.prove(open)), await sent(stale), await sent(elsewhere)],
    ];
    expect(answers.map(outcome)).toEqual(answers.map(() => "401 link_invalid"));
    expect(new Set(answers.map(({ body }) => body.error.message)).size).toBe(1);
    expect(JSON.stringify(answers)).not.toContain(receipt);
    expect(outcome(await ask(device, never))).toBe("401 link_invalid");
  });

  it("is sent to no page but the service's own", async () => {
    const { link, device } = await withdrawn();
    const elsewhere = await ask(device, link, { origin: "https://shop.example" });
    expect(outcome(elsewhere)).toBe("403 origin_not_allowed");
  });

  it("is kept for a day, in a row that names neither person, verification, tenant, link nor device", async () => {
    const { id, link, device, receipt } = await withdrawn();
    const rows = (await edge.rows("withdrawals")) as Record<string, unknown>[];
    const own = rows.filter((row) => row.receipt_id === receipt);
    expect(own.map((row) => Object.keys(row).sort())).toEqual([["digest", "expires_at", "receipt_id"]]);
    const kept = JSON.stringify(own);
    for (const name of [id, link, "customer-1", device.key.x]) {
      expect(kept).not.toContain(name);
    }
    edge.advance(DAY_MS);
    expect(outcome(await ask(device, link))).toBe("401 link_invalid");
  });

  it("is kept for no token that the tenant's own server minted", async () => {
    const { body } = await edge.call("POST", "/v1/verifications", edge.key, { customer_ref: "customer-2" });
    const before = (await edge.rows("withdrawals")).length;
    const token = body.session_token.token;
    await agree(edge, body.verification.id, token);
    const path = `/v1/verifications/${body.verification.id}/consent`;
    expect((await edge.call("DELETE", path, token)).status).toBe(200);
    expect((await edge.rows("withdrawals")).length).toBe(before);
  });
});

it("neither a withdrawn consent nor a wrong number leaves the person's address in the audit log", async () => {
  const near = await openTestEdge({ settings: { CLIENT_ADDRESS_HEADER: "x-real-ip" } });
  try {
    const { keys } = await near.newTenant();
    const from = { "x-real-ip": "192.0.2.77" };
    const begun = await near.call("POST", "/v1/verifications", keys.test, { customer_ref: "customer-9" });
    const device = await newDevice(near);
    const link = secretOf(begun.body.url);
    const token = (await device.open(link, {}, from)).body.session_token;
    const handoff = (await near.call("POST", "/v1/handoffs", token, {}, from)).body;
    const phone = await newDevice(near);
    await phone.scan("claim", secretOf(handoff.url), {}, from);
    const { number } = (await near.call("GET", `/v1/handoffs/${handoff.id}`, token)).body;
    const wrong = { number: number === "10" ? "11" : "10" };
    expect(outcome(await phone.scan("confirm", secretOf(handoff.url), wrong, from))).toBe(
      "403 handoff_mismatch",
    );
    await agree(near, begun.body.verification.id, token);
    const path = `/v1/verifications/${begun.body.verification.id}/consent`;
    expect((await near.call("DELETE", path, token, undefined, from)).status).toBe(200);
    const entries = await near.db.all<{ action: string }>(sql`select * from audit_entries`);
    const actions = entries.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["handoff.mismatch", "consent.withdraw"]));
    expect(JSON.stringify(entries)).not.toContain("192.0.2.77");
  } finally {
    await near.close();
  }
});
