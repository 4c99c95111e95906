import { expect, it } from "vitest";
import { PUBLIC_SETTINGS } from "../harness/edge/bindings.ts";
import { useTestEdge } from "../harness/edge/use.ts";
import { newOwner, Visitor } from "./visitor.ts";

const PUBLIC = await useTestEdge({ settings: PUBLIC_SETTINGS });
const LOCAL = await useTestEdge({ settings: { ...PUBLIC_SETTINGS, PUBLIC_URL: "http://127.0.0.1:8787" } });

it.each([
  ["https://id.example.com", PUBLIC, true],
  ["http://127.0.0.1:8787", LOCAL, false],
])(
  "behind a proxy, PUBLIC_URL %s says whether cookies and the host keep to TLS",
  async (_, edge, isSecure) => {
    const { visitor, welcome } = await newOwner(edge);
    const page = await new Visitor(edge).get("/dashboard/sign-in");
    expect(page.headers.has("strict-transport-security")).toBe(isSecure);
    await visitor.get("/dashboard/test/members");
    const flashed = await visitor.post("/dashboard/test/reviews/next", {});
    const cookies = [page, welcome, flashed].flatMap(({ headers }) => headers.getSetCookie());
    const set = cookies.filter((line) => !/max-age=0/i.test(line));
    expect(new Set(set.map((line) => /^[^=]*?(\w+)=/.exec(line)![1]))).toEqual(
      new Set(["visitor", "known", "session_token", "flash"]),
    );
    for (const line of set) expect([line, /; Secure/i.test(line)]).toEqual([line, isSecure]);
  },
);

it("behind a proxy that ends TLS, a rejected form leads back to the page that it was on, and never to another site", async () => {
  const { visitor } = await newOwner(PUBLIC);
  await visitor.get("/dashboard/test/members");
  const refused = (referer: string) =>
    visitor.post("/dashboard/test/members", { email: "none", role: "viewer" }, { referer });
  const page = "/dashboard/test/members?from=a";
  expect((await refused(`https://id.example.com${page}`)).location).toBe(page);
  for (const elsewhere of [
    `https://evil.example${page}`,
    `http://id.example.com${page}`,
    "https://id.example.com/elsewhere",
  ]) {
    expect((await refused(elsewhere)).location).toBe("/dashboard/test/members");
  }
});
