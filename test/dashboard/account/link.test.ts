import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Mail } from "#edge/platform/mail.ts";
import { openTestEdge, type TestEdge } from "../../harness/edge/test-edge.ts";
import { INVITATION, newOwner, PASSWORD, Visitor } from "../visitor.ts";

const PAGES = ["/dashboard/invitation", "/dashboard/sign-up/link", "/dashboard/new-password"];

const mails: Mail[] = [];
let edge: TestEdge;
/** Every address that was asked for. */
const asked: string[] = [];

beforeAll(async () => {
  edge = await openTestEdge({
    mailer: { reachesAddress: true, send: async (mail) => void mails.push(mail) },
  });
  const { fetch } = edge;
  Object.assign(edge, {
    fetch: (request: Request) => {
      asked.push(request.url, request.headers.get("referer") ?? "");
      return fetch(request);
    },
  });
});
afterAll(() => edge.close());

const linkTo = (address: string) =>
  /https?:\S+/.exec(mails.findLast(({ to }) => to === address)?.text ?? "")![0];

/** A link of each kind, by its page. */
async function links(): Promise<Record<string, string>> {
  const { mailer } = edge.services;
  Object.assign(edge.services, { mailer: null });
  const { visitor, email } = await newOwner(edge);
  Object.assign(edge.services, { mailer });
  await visitor.get("/dashboard/test/members");
  await visitor.post("/dashboard/test/members", { email: `by-${email}`, role: "viewer" });
  const stranger = new Visitor(edge);
  await stranger.get("/dashboard/sign-up");
  await stranger.post("/dashboard/sign-up", { email: `new-${email}` });
  await stranger.get("/dashboard/reset");
  await stranger.post("/dashboard/reset", { email });
  await edge.settled();
  const all = [`by-${email}`, `new-${email}`, email].map(linkTo);
  return Object.fromEntries(all.map((link) => [new URL(link).pathname, link]));
}

it("of an invitation, a sign-up and a new password has its secret in the fragment, and in no request's address (M4)", async () => {
  const all = await links();
  expect(Object.keys(all).sort()).toEqual(PAGES.toSorted());
  for (const link of Object.values(all)) {
    const visitor = new Visitor(edge);
    await visitor.open(link);
    const answer = await visitor.post(link, { organization: "Ltd", name: "Grace", password: PASSWORD });
    expect([201, 303]).toContain(answer.status);
    const secret = new URL(link).hash.slice(1);
    expect(secret).toMatch(/^\w{24,}$/);
    expect(asked.filter((text) => text.includes(secret))).toEqual([]);
  }
});

it("is not used up by a scanner that opens it, nor by one that sends the form that it finds there (M4)", async () => {
  for (const link of Object.values(await links())) {
    const scanner = new Visitor(edge);
    const page = await scanner.get(link);
    expect(page.text).not.toContain("@");
    await scanner.open(link);
    await scanner.open(link);
    const person = new Visitor(edge);
    await person.open(link);
    const answer = await person.post(link, { organization: "Ltd", name: "Grace", password: PASSWORD });
    expect([201, 303]).toContain(answer.status);
  }
});

it("is none with its secret in the path, as it was", async () => {
  for (const path of ["/dashboard/invitations/a", "/dashboard/sign-up/a", "/dashboard/reset/a"]) {
    expect((await new Visitor(edge).get(path)).status).toBe(404);
  }
  expect("/dashboard/invitations/a").not.toMatch(INVITATION);
});

describe("the page of a link", () => {
  it.each(PAGES)(
    "%s runs the one script of its own origin, is framed by nobody, and works without it",
    async (path) => {
      const { headers, text, status } = await new Visitor(edge).get(path);
      const policy = headers.get("content-security-policy");
      expect(status).toBe(200);
      expect(policy).toMatch(
        /^default-src 'none'; .*; script-src 'self'; frame-ancestors 'none'; base-uri 'none'$/,
      );
      expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/dashboard/link.js">']);
      expect(headers.get("cache-control")).toBe("no-store");
      expect(text).toContain('name="secret"');
    },
  );

  it("counts guesses at secrets, of each kind", async () => {
    for (const path of PAGES.slice(0, 2)) {
      const statuses: number[] = [];
      const visitor = new Visitor(edge);
      for (let n = 0; n < 21; n++) statuses.push((await visitor.open(`${path}#guess-of-${path}`)).status);
      expect(statuses).toEqual([...Array(20).fill(404), 429]);
    }
  });
});
