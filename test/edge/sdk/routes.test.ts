import { expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import type { SdkFiles } from "#edge/reference/sdk.ts";

const FILES: SdkFiles = {
  "embed.js": {
    type: "text/javascript; charset=utf-8",
    sha384: btoa("\x01\x23\x45\x67\x89\xab\xcd\xef+"),
    base64: btoa("export {}"),
  },
  "client.tgz": { type: "application/gzip", sha384: btoa("another one"), base64: btoa("\x1f\x8b") },
};
const app = createApp(() => Promise.reject(new Error("These files need no services.")), FILES);
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers });

it("a page of any origin loads a file, which may be kept for minutes", async () => {
  const answer = await get("/sdk/embed.js", { origin: "https://tenant.example" });
  expect([answer.status, await answer.text()]).toEqual([200, "export {}"]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "public, max-age=300",
  });
  const again = await get("/sdk/embed.js", { "if-none-match": answer.headers.get("etag")! });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

it("the list names each file with its integrity and a path that may be kept for ever", async () => {
  const { data } = (await (await get("/sdk")).json()) as { data: { path: string; pinned_path: string }[] };
  expect(data).toContainEqual({
    name: "embed.js",
    path: "/sdk/embed.js",
    pinned_path: "/sdk/embed-0123456789abcdef.js",
    integrity: `sha384-${FILES["embed.js"]!.sha384}`,
  });
  for (const { path, pinned_path } of data) {
    const [latest, pinned] = await Promise.all([get(path), get(pinned_path)]);
    expect(await pinned.text()).toBe(await latest.text());
    expect(pinned.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  }
});

it("another version's path and what is no file are 404", async () => {
  for (const name of ["embed-0000000000000000.js", "constructor", "__proto__", "..%2fembed.js"]) {
    const answer = await get(`/sdk/${name}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
  }
});
