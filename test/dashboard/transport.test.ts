import { expect, it } from "vitest";
import { PUBLIC_SETTINGS } from "../harness/edge/bindings.ts";
import { openTestEdge } from "../harness/edge/test-edge.ts";
import { newOwner, Visitor } from "./visitor.ts";

it.each([
  ["https://id.example.com", true],
  ["http://127.0.0.1:8787", false],
])("behind a proxy, PUBLIC_URL %s tells whether cookies and the host keep to TLS", async (url, isSecure) => {
  const edge = await openTestEdge({ settings: { ...PUBLIC_SETTINGS, PUBLIC_URL: url } });
  try {
    const visitor = new Visitor(edge);
    const page = await visitor.get("/dashboard/sign-in");
    expect(page.headers.has("strict-transport-security")).toBe(isSecure);
    await visitor.get("/dashboard/sign-up");
    const fields = { organization: "Example Ltd", name: "Ada", email: "ada@example.test" };
    const welcome = await visitor.post("/dashboard/sign-up", {
      ...fields,
      password: "correct horse battery",
    });
    await visitor.get("/dashboard/test/members");
    const flashed = await visitor.post("/dashboard/test/members", { email: "none", role: "viewer" });
    const cookies = [page, welcome, flashed].flatMap(({ headers }) => headers.getSetCookie());
    const set = cookies.filter((line) => !/max-age=0/i.test(line));
    expect(new Set(set.map((line) => /^[^=]*?(\w+)=/.exec(line)![1]))).toEqual(
      new Set(["visitor", "known", "session_token", "flash"]),
    );
    for (const line of set) expect([line, /; Secure/i.test(line)]).toEqual([line, isSecure]);
  } finally {
    await edge.close();
  }
});

it("behind a proxy that ends TLS, a refused form leads back to the page that it was on, and to none of others", async () => {
  const edge = await openTestEdge({ settings: PUBLIC_SETTINGS });
  try {
    const { visitor } = await newOwner(edge);
    await visitor.get("/dashboard/test/members");
    const refused = (referer: string) =>
      visitor.post("/dashboard/test/members", { email: "none", role: "viewer" }, { referer });
    const page = "/dashboard/test/members?from=a";
    expect((await refused(`https://id.example.com${page}`)).location).toBe(page);
    for (const elsewhere of ["https://evil.example", "http://id.example.com"]) {
      expect((await refused(elsewhere + page)).location).toBe("/dashboard/test/members");
    }
    expect((await refused("https://id.example.com/elsewhere")).location).toBe("/dashboard/test/members");
  } finally {
    await edge.close();
  }
});
