import { afterAll, describe, expect, it } from "vitest";
import { readClaim } from "#edge/auth/credentials.ts";
import { openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { outcome, secretOf } from "#test/harness/edge/test-edge.ts";
import { newDevice, ORIGIN } from "./device.ts";
import { handoffsOf } from "./handoffs.ts";

const edge = await openCheckEdge();
const at = handoffsOf(edge);
afterAll(() => edge.close());

describe("a code", () => {
  it("is new every 25 seconds, and the last one is good for 10 seconds more", async () => {
    const { token, handoff, code } = await at.shown();
    const first = await at.read(token, handoff);
    expect([first.state, secretOf(first.url)]).toEqual(["waiting", code]);
    edge.advance(Date.parse(first.url_until) - edge.services.clock() + 1_000);
    const second = secretOf((await at.read(token, handoff)).url);
    expect(second).not.toBe(code);
    expect(outcome(await edge.call("GET", "/v1/capture/page", code))).toBe("200");
    edge.advance(9_500);
    expect(outcome(await edge.call("GET", "/v1/capture/page", code))).toBe("410 handoff_expired");
    expect(outcome(await edge.call("GET", "/v1/capture/page", second))).toBe("200");
  });

  it("is written nowhere, and neither is the number", async () => {
    const { handoff, code, number } = await at.claimed();
    const [row] = (await edge.rows("handoffs")).filter(({ id }) => id === handoff);
    expect(JSON.stringify(row)).not.toContain(code.slice(-32));
    expect(Object.values(row!)).not.toContain(number);
  });

  it("that is forged is 401 link_invalid before any read: 5,000 of them", async () => {
    const { code } = await at.shown();
    const services = { ...edge.services, db: null as never };
    const start = "svc_hand_test_".length;
    for (let i = 0; i < 5_000; i++) {
      const where = start + (i % (code.length - start));
      const digit = code[where] === "7" ? "8" : "7";
      const forged = code.slice(0, where) + digit + code.slice(where + 1 + (i % 7 === 0 ? 1 : 0));
      await expect(readClaim(services, `Bearer ${forged}`)).rejects.toMatchObject({ code: "link_invalid" });
    }
  });

  it("that is stale or used gives nothing to another phone: 1,000 of them", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 50; round++) {
      const { token, handoff, code } = await at.shown();
      const stale = [code];
      for (let i = 0; i < 9; i++) {
        edge.advance(25_000);
        stale.push(secretOf((await at.read(token, handoff)).url));
      }
      edge.advance(36_000);
      const used = secretOf((await at.read(token, handoff)).url);
      await (await newDevice(edge)).scan("claim", used);
      const stranger = await newDevice(edge);
      for (const each of [...stale, ...Array.from({ length: 10 }, () => used)]) {
        outcomes.add(outcome(await stranger.scan("claim", each)));
      }
    }
    expect([...outcomes]).toEqual(["410 handoff_expired"]);
  }, 240_000);

  it("of ten phones at once lets exactly one in, in each of 200 races", async () => {
    const phones = await Promise.all(Array.from({ length: 10 }, () => newDevice(edge)));
    for (let race = 0; race < 200; race++) {
      const { code } = await at.shown();
      const answers = await Promise.all(phones.map((phone) => phone.scan("claim", code)));
      const right = ["200", ...Array(9).fill("410 handoff_expired")];
      expect(answers.map(outcome).sort(), `race ${race}`).toEqual(right);
    }
  }, 240_000);

  it("opens nothing before the number was typed", async () => {
    const { code, phone } = await at.claimed();
    for (const device of [phone, await newDevice(edge)])
      expect(outcome(await device.open(code))).toBe("410 handoff_expired");
  });

  it.each([
    [{ origin: ORIGIN, "sec-fetch-site": "same-origin" }, "200"],
    [{ origin: "https://evil.example" }, "403 origin_not_allowed"],
    [{ "sec-fetch-site": "cross-site" }, "403 origin_not_allowed"],
  ])("is for the service's own page: %j is %s", async (headers, answer) => {
    const { code } = await at.shown();
    expect(outcome(await (await newDevice(edge)).scan("claim", code, {}, headers))).toBe(answer);
  });
});
