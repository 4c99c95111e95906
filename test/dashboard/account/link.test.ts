import { expect, it, vi } from "vitest";
import type { Mail } from "#edge/platform/mail.ts";
import { useTestEdge } from "../../harness/edge/use.ts";
import { newOwner, PASSWORD, Visitor } from "../visitor.ts";

const PAGES = ["/dashboard/invitation", "/dashboard/sign-up/link", "/dashboard/new-password"];
const FORM = { organization: "Ltd", name: "Grace", password: PASSWORD };

const mails: Mail[] = [];
const edge = await useTestEdge({
  mailer: { reachesAddress: true, send: async (mail) => void mails.push(mail) },
});
/** Every requested URL. */
const requested: string[] = [];
const { fetch } = edge;
Object.assign(edge, {
  fetch: (request: Request) => {
    requested.push(request.url, request.headers.get("referer") ?? "");
    return fetch(request);
  },
});

const linkTo = (address: string) =>
  /https?:\S+/.exec(mails.findLast(({ to }) => to === address)?.text ?? "")![0];

/** A link of each kind. */
async function links(): Promise<string[]> {
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
  return [`by-${email}`, `new-${email}`, email].map(linkTo);
}

it("a link has its secret in the fragment: in no request's address and in no row (M4)", async () => {
  const all = await links();
  expect(all.map((link) => new URL(link).pathname)).toEqual(PAGES);
  const tables = ["user_challenges", "invitations"].map((table) =>
    edge.client.execute(`select * from ${table}`),
  );
  const kept = (await Promise.all(tables)).map(({ rows }) => JSON.stringify(rows));
  for (const link of all) {
    const visitor = new Visitor(edge);
    await visitor.open(link);
    expect([201, 303]).toContain((await visitor.post(link, FORM)).status);
    const secret = new URL(link).hash.slice(1);
    expect(secret).toMatch(/^\w{24,}$/);
    expect([...requested, ...kept].filter((text) => text.includes(secret))).toEqual([]);
  }
});

it("is not used up by a scanner that opens it, nor by one that sends the form that it finds there (M4)", async () => {
  for (const link of await links()) {
    const scanner = new Visitor(edge);
    expect((await scanner.get(link)).text).not.toContain("@");
    await scanner.open(link);
    await scanner.open(link);
    const person = new Visitor(edge);
    await person.open(link);
    expect([201, 303]).toContain((await person.post(link, FORM)).status);
  }
});

it.each(PAGES)(
  "the page %s runs the one script of its own origin, cannot be framed, and works without",
  async (path) => {
    const { headers, text, status } = await new Visitor(edge).get(path);
    expect(status).toBe(200);
    expect(headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; .*; script-src 'self'; frame-ancestors 'none'; base-uri 'none'$/,
    );
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="/dashboard/link.js">']);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(text).toContain('name="secret"');
  },
);

it.each(PAGES.slice(0, 2))(
  "guesses at a secret of %s are counted, then rejected unread (L6)",
  async (path) => {
    const visitor = new Visitor(edge);
    for (let n = 0; n < 20; n++) expect((await visitor.open(`${path}#guess-of-${path}`)).status).toBe(404);
    await edge.settled();
    const fetched = vi.spyOn(globalThis, "fetch");
    expect((await visitor.open(`${path}#guess-of-${path}`)).status).toBe(429);
    expect(fetched).not.toHaveBeenCalled();
    fetched.mockRestore();
  },
);
