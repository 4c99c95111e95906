import { createHmac, randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { formToken } from "#edge/dashboard/shell/context.ts";
import { useTestEdge } from "../harness/edge/use.ts";
import { newMember, newOwner, PASSWORD, signIn, Visitor } from "./visitor.ts";

const edge = await useTestEdge();
const [one, other] = [await newOwner(edge), await newOwner(edge)];

describe("forms", () => {
  it("are rejected without the session's token, with another session's, and from another site", async () => {
    await one.visitor.get("/dashboard/test/keys");
    await other.visitor.get("/dashboard/test/keys");
    const attempts = [
      one.visitor.post("/dashboard/test/keys", { csrf: "" }),
      one.visitor.post("/dashboard/test/keys", { csrf: other.visitor.token }),
      one.visitor.post("/dashboard/test/keys", { authority: "full" }, { origin: "https://evil.example" }),
      one.visitor.post("/dashboard/test/keys", { authority: "full" }, { origin: "null" }),
      one.visitor.post("/dashboard/test/keys", { authority: "full" }, { "sec-fetch-site": "cross-site" }),
    ];
    for (const answer of await Promise.all(attempts)) expect(answer.status).toBe(403);
    await one.visitor.get("/dashboard/test/keys");
    expect((await one.visitor.post("/dashboard/test/keys", { authority: "full" })).status).toBe(303);
  });

  it("of the sign-in hold a token too, against login CSRF", async () => {
    const visitor = new Visitor(edge);
    await visitor.get("/dashboard/sign-in");
    const form = { email: one.email, password: PASSWORD, csrf: "x" };
    const answer = await visitor.post("/dashboard/sign-in", form);
    expect(answer.status).toBe(403);
  });

  it("that cannot be read return 400, with or without a session", async () => {
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=a"]) {
      const headers = { "content-type": type };
      const form = { method: "POST", headers, body: "--b" };
      const answer = await edge.fetch(new Request("http://localhost/dashboard/sign-in", form));
      expect([type, answer.status]).toEqual([type, 400]);
    }
  });

  it("over 1 MiB are rejected", async () => {
    const { visitor } = one;
    await visitor.get("/dashboard/test/webhooks");
    const answer = await visitor.post("/dashboard/test/webhooks", { url: "a".repeat(1024 * 1024) });
    expect(answer.status).toBe(413);
  });
});

describe("pages", () => {
  it("cannot be framed, run no script, load nothing of others, and are kept by no cache", async () => {
    const { visitor } = one;
    for (const path of ["/dashboard/sign-in", "/dashboard/test/keys", "/dashboard/test/nowhere"]) {
      const { headers, text } = await visitor.get(path);
      const policy = headers.get("content-security-policy");
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("form-action 'self'");
      expect(headers.get("x-frame-options")).toBe("DENY");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).not.toMatch(/<script|<style|\sstyle=|\son\w+=|https?:\/\/(?!www\.w3\.org)/);
    }
  });

  it("redirect to the sign-in without a session, and back afterwards, to our own pages only", async () => {
    const { email } = one;
    const visitor = new Visitor(edge);
    const asked = await visitor.get("/dashboard/live/webhooks");
    expect(asked.location).toBe("/dashboard/sign-in?next=%2Fdashboard%2Flive%2Fwebhooks");
    for (const [next, lands] of [
      ["/dashboard/live/webhooks", "/dashboard/live/webhooks"],
      ["//evil.example", "/dashboard"],
      ["https://evil.example", "/dashboard"],
      ["/dashboard/live/../../..//evil.example", "/dashboard"],
      ["/dashboard/test/../../v1/events", "/dashboard"],
      ["/dashboard/test/./keys", "/dashboard"],
    ]) {
      await visitor.get("/dashboard/sign-in");
      const path = `/dashboard/sign-in?next=${encodeURIComponent(next!)}`;
      expect((await visitor.post(path, { email, password: PASSWORD })).location).toBe(lands);
    }
  });

  it("of another tenant do not exist", async () => {
    await one.visitor.get("/dashboard/test/webhooks");
    const created = await one.visitor.submit("/dashboard/test/webhooks", {
      url: "https://example.com/hook",
      events: "verification.completed",
    });
    const id = /we_\w+/.exec(created.text)![0];
    expect((await one.visitor.get(`/dashboard/test/webhooks/${id}`)).status).toBe(200);
    expect((await one.visitor.get(`/dashboard/live/webhooks/${id}`)).status).toBe(404);
    expect((await other.visitor.get(`/dashboard/test/webhooks/${id}`)).status).toBe(404);
    for (const action of ["enable", "disable", "rotate", "delete", "test", "replay"]) {
      const form = { overlap_hours: "0" };
      const answer = await other.visitor.post(`/dashboard/test/webhooks/${id}/${action}`, form);
      expect([action, answer.status]).toEqual([action, 404]);
    }
  });
});

describe("sessions", () => {
  it("are replaced at every sign-in; an id from before the sign-in is invalid", async () => {
    const visitor = new Visitor(edge);
    const session = () => visitor.cookies.get("selfsame.session_token");
    visitor.cookies.set("selfsame.session_token", "fixed.by-an-attacker");
    await signIn(visitor, one.email);
    const first = session();
    expect(first).not.toBe("fixed.by-an-attacker");
    await signIn(visitor, one.email);
    expect(session()).not.toBe(first);
  });

  it.each([
    [
      "when the browser that had one signs in again",
      (visitor: Visitor, email: string) => signIn(visitor, email),
    ],
    ["on the server at the sign-out", (visitor: Visitor) => visitor.post("/dashboard/sign-out", {})],
  ])("end %s", async (_, act) => {
    const { visitor, email } = await newOwner(edge);
    const thief = visitor.thief();
    expect((await thief.get("/dashboard/test/keys")).status).toBe(200);
    await visitor.get("/dashboard/test/keys");
    await act(visitor, email);
    expect((await thief.get("/dashboard/test/keys")).status).toBe(303);
  });

  it("are not readable by script, and go to the dashboard alone", async () => {
    const answer = await signIn(new Visitor(edge), one.email);
    const cookie = answer.headers.getSetCookie().find((line) => line.includes("session_token="))!;
    expect(cookie).toMatch(/HttpOnly/i);
    expect(cookie).toMatch(/SameSite=Lax/i);
    expect(cookie).toMatch(/Path=\/dashboard/);
  });
});

describe("the sign-in", () => {
  it("answers alike for a wrong password and for an address without an account", async () => {
    const wrong = await signIn(new Visitor(edge), one.email, "wrong horse battery");
    const unknown = await signIn(new Visitor(edge), "unknown@example.test", "wrong horse battery");
    const withoutNames = (text: string) => text.replaceAll(/value="[^"]*"/g, "").replaceAll(/req_\w+/g, "");
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect(withoutNames(unknown.text)).toBe(withoutNames(wrong.text));
  });

  it("limits the number of attempts", async () => {
    const { email } = other;
    const visitor = new Visitor(edge);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries++) statuses.push((await signIn(visitor, email, "wrong")).status);
    expect(statuses).toEqual([...Array(10).fill(401), 429]);
    const right = await signIn(visitor, email);
    expect([right.status, right.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
  });
});

describe("roles", () => {
  it("hold from the next request on, when an owner changes them", async () => {
    const owner = await newOwner(edge);
    const member = await newMember(edge, owner.visitor, "admin");
    await member.visitor.get("/dashboard/test/keys");
    expect((await member.visitor.post("/dashboard/test/keys", { authority: "full" })).status).toBe(303);
    expect((await member.visitor.post("/dashboard/test/members", {})).status).toBe(403);
    await owner.visitor.get("/dashboard/test/members");
    await owner.visitor.post(`/dashboard/test/members/${member.userId}/role`, { role: "viewer" });
    expect((await member.visitor.post("/dashboard/test/keys", { authority: "full" })).status).toBe(403);
    await owner.visitor.post(`/dashboard/test/members/${member.userId}/remove`, {});
    expect((await member.visitor.get("/dashboard/test/keys")).status).toBe(303);
    expect((await signIn(new Visitor(edge), member.email)).status).toBe(401);
  });
});

it("the service's key itself signs nothing that a visitor chooses", async () => {
  const key = randomBytes(32);
  const token = await formToken(key, "a visitor");
  expect(token).not.toBe(createHmac("sha256", key).update("dashboard form\na visitor").digest("hex"));
  expect(token).toMatch(/^[0-9a-f]{64}$/);
});
