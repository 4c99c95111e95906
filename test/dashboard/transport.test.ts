import { expect, it } from "vitest";
import { openTestEdge } from "../harness/edge.ts";
import { Visitor } from "./visitor.ts";

it.each([
  ["https://id.example.com", true],
  ["http://127.0.0.1:8787", false],
])("behind a proxy, PUBLIC_URL %s tells whether cookies and the host keep to TLS", async (url, isSecure) => {
  const edge = await openTestEdge({ settings: { PUBLIC_URL: url } });
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
      new Set(["visitor", "session_token", "flash"]),
    );
    for (const line of set) expect([line, /; Secure/i.test(line)]).toEqual([line, isSecure]);
  } finally {
    await edge.close();
  }
});
