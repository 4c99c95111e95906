import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import { ERROR_STATUS } from "#edge/http/status.ts";
import { SEARCH_WORDS } from "#edge/reference/pages/search-words.ts";
import { openApiDocument } from "#edge/reference/routes.ts";
import { documentCheck } from "../../harness/edge/test-edge.ts";

const app = createApp(() => Promise.reject(new Error("The reference needs no services.")));

async function read(path: string) {
  const response = await app.request(path);
  const { status, headers } = response;
  const text = await response.text();
  documentCheck.check({ method: "GET", path, credential: undefined, status, headers, text });
  return { status, headers, text };
}

const document = openApiDocument();
const operationIds = Object.values(document.paths).flatMap((methods) =>
  Object.values(methods).map(({ operationId }) => operationId),
);

describe.each([
  ["/openapi.json", "application/json"],
  ["/docs", "text/html"],
  ["/llms.txt", "text/plain"],
])("GET %s", (path, type) => {
  it("is open to all, without the services, and may be kept", async () => {
    const { status, headers } = await read(path);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toMatch(new RegExp(`^${type}(; ?charset=utf-8)?$`, "i"));
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  });
});

it("a browser that opens the host is sent to /docs, and no other client anywhere", async () => {
  const ask = async (path: string, headers: Record<string, string>, method = "GET") => {
    const { status, headers: answered } = await app.request(path, { method, headers });
    return status === 302 ? answered.get("location") : null;
  };
  const Accept = "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8";
  expect(await ask("/", { Accept })).toBe("/docs");
  const others = [ask("/", {}), ask("/", { Accept: "application/json" }), ask("/", { Accept }, "POST")];
  expect(await Promise.all([...others, ask("/other", { Accept })])).toEqual([null, null, null, null]);
});

it("/openapi.json is the document, references in place of repeated answers", async () => {
  const served = JSON.parse((await read("/openapi.json")).text);
  expect(served.openapi).toBe("3.1.1");
  expect(Object.keys(served.paths)).toEqual(Object.keys(document.paths));
  expect(served.components.schemas).toEqual(document.components.schemas);
  expect(served.paths["/v1/sessions"].post.responses["401"]).toEqual({
    $ref: "#/components/responses/Answer401",
  });
});

describe("/docs", () => {
  it("loads nothing from anywhere: its policy allows its own style and search, and nothing else", async () => {
    const { text, headers } = await read("/docs");
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? "";
    const script = /<script>([\s\S]*?)<\/script>/.exec(text)?.[1] ?? "";
    const hash = (content: string) => createHash("sha256").update(content).digest("base64");
    expect(headers.get("content-security-policy")).toBe(
      `default-src 'none'; script-src 'sha256-${hash(script)}'; style-src 'sha256-${hash(style)}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(text).toContain("P&lt;UTOERIKSSON&lt;&lt;ANNA");
    expect(text.split("<script>")).toHaveLength(2);
    expect(text.replace(script, "")).not.toMatch(
      /<(script |link|img|iframe|object|form)|\s(src|style|on\w+)=|@import|url\(/i,
    );
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, href]) => href ?? "");
    expect(
      links.filter((href) => !/^(#|\/openapi\.json$|\/llms\.txt$|\/sdk$|\/dashboard$)/.test(href)),
    ).toEqual([]);
  });

  it("has a place for every operation, event, schema and error code, and a link goes nowhere else", async () => {
    const { text } = await read("/docs");
    const ids = [...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id ?? "");
    expect(new Set(ids).size).toBe(ids.length);
    const schemas = Object.keys(document.components.schemas).map((name) => `schema-${name}`);
    const events = Object.keys(document.webhooks);
    const wanted = [...operationIds, ...events, ...schemas, ...Object.keys(ERROR_STATUS)];
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
    const targets = [...text.matchAll(/href="#([^"]*)"/g)].map(([, id]) => id ?? "");
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it("shows for each operation its credential, curl, and the answer of its example", async () => {
    const { text } = await read("/docs");
    const sectionOf = (id: string) => text.split(`<section id="${id}"`)[1]!.split("</section>")[0]!;
    expect(sectionOf("beginHandoff")).toContain("Credential: session token<");
    expect(sectionOf("openLink")).toContain(
      "Credential: secret of a link (hosted page only) or handoff code",
    );
    expect(sectionOf("createVerification")).toContain("Credential: secret key (scope verifications:write)<");
    expect(sectionOf("examineDocument")).toContain("-F front=@front.jpg");
    expect(sectionOf("examineDocument")).toContain("await selfsame.verifications.examineDocument(");
    expect(sectionOf("readVerification")).toContain("Response 200");
    expect(sectionOf("verification.completed")).toContain("vf_id");
    for (const id of operationIds) expect(sectionOf(id)).toContain("curl ");
  });

  it("finds only places that it has by the words that people use", async () => {
    const { text } = await read("/docs");
    const ids = new Set([...text.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
    expect(Object.keys(SEARCH_WORDS).filter((id) => !ids.has(id))).toEqual([]);
  });

  it("can be read on a phone, in the light and in the dark, by a screen reader", async () => {
    const { text } = await read("/docs");
    for (const part of [
      '<html lang="en">',
      '<meta name="viewport" content="width=device-width, initial-scale=1">',
      "color-scheme:light dark",
      ...["<header>", '<nav id="nav" aria-label="Contents">', "<main>", 'aria-label="Search the reference"'],
    ]) {
      expect(text).toContain(part);
    }
    expect(text.match(/<h1>/g)).toHaveLength(1);
  });
});

it("/llms.txt lists every operation, schema and error code", async () => {
  const { text } = await read("/llms.txt");
  const headings = text.split("\n").filter((line) => line.startsWith("### "));
  const wanted = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `### ${method.toUpperCase()} ${path}`),
  );
  const schemas = Object.keys(document.components.schemas).map((name) => `### ${name}`);
  expect([...wanted, ...schemas].filter((heading) => !headings.includes(heading))).toEqual([]);
  for (const [code, status] of Object.entries(ERROR_STATUS))
    expect(text).toContain(`- \`${code}\` (${status}): `);
  for (const line of [
    '- `policy.liveness_mode` ("passive" | "burst" | "challenge", default "passive", optional): The weakest',
    "- Credential: secret key (scope verifications:read) or session token",
    "- `mrz.lines` (list of string)",
    "- `fields` (object of DocumentField (scope personal:read)): The fields that could be read",
    "- `reason` (string or null): Why the step",
    "- `decision_reasons[].code` (DecisionReasonCode)",
  ]) {
    expect(text).toContain(line);
  }
  expect(text).not.toMatch(/undefined|\[object/);
});
