import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, describe, expect, it, vi } from "vitest";
import { capturePages } from "#edge/capture/routes.ts";
import { createRouter } from "#edge/http/context.ts";
import { onError } from "#edge/http/problem.ts";
import { provide } from "#edge/http/request.ts";
import { commit } from "#edge/store/batch.ts";
import { saveCaptureSettings } from "#edge/store/tenancy/capture-settings.ts";
import { openTestEdge } from "../../harness/edge/test-edge.ts";

const SCRIPT = "export {};";
const FILES = {
  script: "main-1.js",
  style: "page-1.css",
  icon: "icon-1.svg",
  files: {
    "main-1.js": {
      type: "text/javascript; charset=utf-8",
      body: SCRIPT,
      gzip: gzipSync(SCRIPT).toString("base64"),
    },
  },
};
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; media-src 'self'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'";

const edge = await openTestEdge();
const tenant = await edge.newTenant();
const app = createRouter();
app.onError(onError);
app.use(provide(async () => edge.services));
app.route("/verify", capturePages(FILES));
const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
const get = async (path: string, accepted = "identity") =>
  app.request(path, { headers: { "accept-encoding": accepted } }, edge.bindings, context);
afterAll(() => edge.close());

/** A tenant's settings on the page may be a second old. */
async function set(changes: Parameters<typeof saveCaptureSettings>[2]): Promise<void> {
  await commit(edge.db, [saveCaptureSettings(edge.db, tenant.id, changes)]);
  edge.advance(1_000);
}

/** The data for the page's script. */
const configIn = (html: string) => JSON.parse(/id="config">(.*?)<\/script>/.exec(html)![1]!);

describe("the page by itself", () => {
  it("cannot be framed, runs its own script only, and uses the camera, wallets and nothing else", async () => {
    const { headers } = await get("/verify");
    expect(Object.fromEntries(headers)).toMatchObject({
      "content-security-policy": `${POLICY}; frame-ancestors 'none'`,
      ...{ "x-frame-options": "DENY", "referrer-policy": "no-referrer", "cache-control": "no-store" },
    });
    expect(headers.get("permissions-policy")).toMatch(
      /^camera=\(self\), digital-credentials-get=\(self\), (\w+(-\w+)*=\(\)(, |$))+$/,
    );
    expect(headers.get("permissions-policy")).toContain("microphone=()");
  });
});

describe("the page in a tenant's frame", () => {
  it("can be framed by the tenant's origins only", async () => {
    await set({ allowedOrigins: ["https://shop.example", "https://app.example"] });
    const { headers } = await get(`/verify/embed/${tenant.id}`);
    expect(headers.get("content-security-policy")).toBe(
      `${POLICY}; frame-ancestors https://shop.example https://app.example`,
    );
    expect(headers.get("x-frame-options")).toBeNull();
  });

  it("cannot be framed and shows no name for an unknown tenant, or one without origins", async () => {
    const unknown = await get("/verify/embed/tn_unknown");
    expect(unknown.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
    expect(configIn(await unknown.text())).toEqual({ parents: [], tenant: null });
    await set({ allowedOrigins: [] });
    const { headers } = await get(`/verify/embed/${tenant.id}`);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it("of a made-up tenant costs one read a second, and a real one's page is served beside (L6)", async () => {
    edge.advance(1_000);
    await edge.settled();
    const fetched = vi.spyOn(globalThis, "fetch");
    for (let n = 0; n < 50; n++) await get(`/verify/embed/tn_made_up_${n}`);
    expect(fetched).toHaveBeenCalledTimes(1);
    for (let n = 0; n < 50; n++)
      expect(configIn(await (await get(`/verify/embed/${tenant.id}`)).text()).tenant).not.toBeNull();
    expect(fetched).toHaveBeenCalledTimes(2);
    fetched.mockRestore();
    const other = await edge.newTenant();
    edge.advance(1_000);
    expect(configIn(await (await get(`/verify/embed/${other.id}`)).text()).tenant.name).toBe("Tenant");
  });

  it("escapes a tenant's text, which cannot end its element", async () => {
    const name = "</script><script>alert(1)</script><!--";
    await set({ brandName: name });
    const html = await (await get(`/verify/embed/${tenant.id}`)).text();
    expect(html).not.toContain("alert(1)</script>");
    expect(configIn(html).tenant.name).toBe(name);
  });
});

describe("a built file", () => {
  it("is cached for ever under its name, which is a hash of its content", async () => {
    const { headers, status } = await get("/verify/assets/main-1.js");
    expect([status, headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  });

  it.each([
    ["gzip, deflate, br", "gzip"],
    ["br;q=1.0, gzip;q=0.8", "gzip"],
    ["*", "gzip"],
    ["identity", null],
    ["gzip;q=0, br", null],
    ["xgzip", null],
    ["", null],
  ])("is compressed for clients that accept it, by `%s`", async (accepted, encoding) => {
    const answer = await get("/verify/assets/main-1.js", accepted);
    expect([answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([
      encoding,
      "Accept-Encoding",
    ]);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect((encoding === null ? bytes : gunzipSync(bytes)).toString()).toBe(SCRIPT);
  });

  it.each(["main-2.js", "toString", "__proto__"])("is 404 under any other name: %s", async (name) => {
    expect((await get(`/verify/assets/${name}`)).status).toBe(404);
  });
});
