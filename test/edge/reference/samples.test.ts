import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";
import { afterAll, describe, expect, it } from "vitest";
import { API } from "#edge/api/routes.ts";
import { SIGNATURE_CHECKS } from "#edge/reference/open-api/prose.ts";
import { SET_UP } from "#edge/reference/pages/set-up.ts";
import { openApiDocument } from "#edge/reference/routes.ts";
import { Selfsame } from "#sdk/server/src/selfsame.ts";
import { webhooks } from "#sdk/server/src/webhooks/webhooks.ts";
import { image, liftLimits, openCheckEdge } from "#test/harness/edge/check-edge.ts";
import { frame } from "#test/harness/edge/inference-results.ts";
import { secretOf } from "#test/harness/edge/test-edge.ts";

const edge = await openCheckEdge();
edge.answers.frames = [frame({}, 0.9)];
liftLimits(edge);
afterAll(() => edge.close());

const document = openApiDocument();
const routes = API.flatMap((group) => group.routes);
const operationOf = (id: string) =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .find(({ operationId }) => operationId === id)!;
const sampleOf = (id: string, label: string) =>
  operationOf(id)["x-codeSamples"]?.find((sample) => sample.label === label)?.source;

/** A credential of each kind, for a new verification. */
async function credentials() {
  const asked = { customer_ref: "user-4711", policy: { store_media: "none" } };
  const { body } = await edge.call("POST", "/v1/verifications", edge.key, asked);
  const token: string = body.session_token.token;
  const handoff = await edge.call("POST", "/v1/handoffs", token, {});
  return {
    verificationId: body.verification.id as string,
    secretKey: edge.key,
    sessionToken: (await edge.verification({}, "user-4711")).token,
    captureLink: secretOf(body.url),
    handoffCode: secretOf(handoff.body.url),
  };
}

describe("an operation accepts every credential that the reference names, with its own example", () => {
  const named = routes.flatMap((route) =>
    (operationOf(route.id).security ?? []).flatMap((each) =>
      Object.keys(each).map((scheme) => [route.id, scheme, route] as const),
    ),
  );
  expect(named.length).toBeGreaterThan(40);

  it.each(named)("%s with %s", async (_, scheme, { method, path, json, form }) => {
    const held = await credentials();
    const credential = held[scheme as keyof typeof held];
    const files = Object.fromEntries((form?.required ?? []).map((name, n) => [name, image(n)]));
    const fields = Object.fromEntries(
      Object.entries(form?.example ?? {}).filter(([name]) => !(name in files)),
    );
    const target = path.replaceAll(/:\w+/g, held.verificationId);
    const { status, body } = form
      ? await edge.upload(target, credential, { ...files, ...fields })
      : await edge.call(method.toUpperCase(), target, credential, json?.example);
    const code: string | undefined = body?.error?.code;
    // An example's proof is signed by no device.
    const isUnproven = code === "link_invalid" && JSON.stringify(json?.example).includes("signature");
    expect([[401, 403].includes(status) && !isUnproven, status, code]).toEqual([false, status, code]);
    expect(status).not.toBe(400);
  });
});

it("curl shows the method, the path, the credential and the body of every operation", () => {
  const variables = { secret_key: "SELFSAME_KEY", session_token: "SESSION_TOKEN" } as const;
  for (const { id, method, path, callers, json, form } of routes) {
    const curl = sampleOf(id, "curl")!;
    const place = path.replaceAll(/:\w+/g, '[^/"]+');
    const isByDevice = form !== undefined && callers[0] === "secret_key" && callers.includes("session_token");
    expect(curl.includes("Bearer $SESSION_TOKEN")).toBe(isByDevice || callers[0] === "session_token");
    expect(curl).toMatch(
      new RegExp(`^curl ${method === "get" ? "" : `-X ${method.toUpperCase()} `}"\\$SELFSAME_URL${place}`),
    );
    if (callers !== "anybody" && callers[0] in variables)
      expect(curl).toContain(`Bearer $${variables[callers[0] as keyof typeof variables]}`);
    const [, body = "null"] = /-d '(.*)'/s.exec(curl) ?? [];
    expect(JSON.parse(body)).toEqual(json?.example ?? null);
    for (const name of form?.required ?? []) expect(curl).toContain(`-F ${name}=`);
  }
});

describe("the server SDK's example makes the call that it stands beside", () => {
  const shown = routes.filter(({ sdk }) => sdk !== undefined);

  it("stands beside every operation of a secret key that the SDK has", () => {
    const without = routes
      .filter(
        ({ callers, sdk }) => callers !== "anybody" && callers.includes("secret_key") && sdk === undefined,
      )
      .map(({ id }) => id);
    // The SDK names a person in bodies alone.
    expect(without.sort()).toEqual(["eraseCustomer", "readRegistration", "removeRegistration"]);
  });

  it.each(shown.map((route) => [route.id, route] as const))("%s", async (id, { method, path, json }) => {
    const calls: { method: string; path: string; body: unknown }[] = [];
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      const isJson = request.headers.get("content-type") === "application/json";
      const body = isJson ? await request.json() : undefined;
      calls.push({ method: request.method, path: new URL(request.url).pathname, body });
      return Response.json({ data: [], has_more: false, next_cursor: null });
    };
    const selfsame = new Selfsame({ apiKey: edge.key, baseUrl: "https://selfsame.example", fetch });
    const readFile = async () => image();
    const result = { portrait: "https://selfsame.example/media/tn_1/md_1?expires=1&signature=s" };
    const source = sampleOf(id, "Node.js")!.replace(/;$/, "");
    const run = new Function("selfsame", "readFile", "result", `return (async () => ${source})()`);
    await run(selfsame, readFile, result);
    // A list of one person is asked for in a body.
    const pattern = new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`);
    expect(calls).toEqual([
      { method: method.toUpperCase(), path: expect.stringMatching(pattern), body: calls[0]?.body },
    ]);
    if (json) expect(json.schema.safeParse(calls[0]!.body).success).toBe(true);
  });
});

const SECRET = "whsec_only_for_development";
const example = document.webhooks["verification.completed"]!.post.requestBody!.content["application/json"]!
  .example as Parameters<typeof webhooks.signTestEvent>[0];

describe("the check of a signature without the SDK, at /docs, takes a signed event and no other", () => {
  /** Calls with the raw body and the header of a signature, and what each must come to. */
  async function cases() {
    const { body, headers } = await webhooks.signTestEvent(example, SECRET);
    const text = Buffer.from(body).toString();
    const header = new Headers(headers).get("service-webhook-signature")!;
    const then = Math.floor(Date.now() / 1000) - 301;
    const old = `t=${then},v1=${createHmac("sha256", SECRET).update(`${then}.${text}`).digest("hex")}`;
    const rotated = header.replace(",v1=", `,v1=${"0".repeat(64)},v1=`);
    return [
      ...[[text, header, true] as const, [text, rotated, true] as const],
      ...[[`${text} `, header, false] as const, [text, old, false] as const, [text, "", false] as const],
    ];
  }
  const results = async (isGenuine: (body: string, header: string) => Promise<boolean>) => {
    for (const [body, header, is] of await cases())
      expect([header, await isGenuine(body, header)]).toEqual([header, is]);
  };

  it("in Node.js", async () => {
    const source = `data:text/javascript,${encodeURIComponent(SIGNATURE_CHECKS.js)}`;
    const { isGenuine } = await import(/* @vite-ignore */ source);
    await results((body, header) => isGenuine(Buffer.from(body), header, SECRET));
  });

  it("in Python", async ({ skip }) => {
    const run = promisify(execFile);
    const isHere = await run("python3", ["--version"]).then(
      () => true,
      () => false,
    );
    skip(!isHere, "no Python here");
    const call = "import sys\nprint(is_genuine(sys.argv[1].encode(), sys.argv[2], sys.argv[3]))";
    await results(async (body, header) => {
      const args = ["-c", `${SIGNATURE_CHECKS.python}\n${call}`, body, header, SECRET];
      return (await run("python3", args)).stdout.trim() === "True";
    });
  });

  it("and is in the description of the webhooks", () => {
    const { description } = document.tags.find(({ name }) => name === "Webhooks")!;
    for (const source of Object.values(SIGNATURE_CHECKS)) expect(description).toContain(source);
    expect(description).toContain("docs/how-to/receive-webhooks.md");
  });
});

it("the receiver at /docs accepts a signed event, and throws without its signature", async () => {
  const seen: unknown[] = [];
  const receiver = SET_UP.receiver.replace(/^import .*$/m, "");
  const receive = new Function("webhooks", "process", "console", `${receiver}; return receive;`)(
    webhooks,
    { env: { SELFSAME_WEBHOOK_SECRET: SECRET } },
    { log: (...values: unknown[]) => seen.push(values) },
  );
  const { body, headers } = await webhooks.signTestEvent(example, SECRET);
  await receive(body, headers);
  expect(seen).toEqual([["user-4711", "approved"]]);
  await expect(receive(body, {})).rejects.toThrow();
});

it("an upload shows the error of a small photo, a call in JSON that of a missing field, as they are returned", async () => {
  const page = await (await edge.browse("/docs")).text();
  const shownAt = (id: string) => {
    const section = page.split(`<section id="${id}"`)[1]!.split("</section>")[0]!;
    const text = /<h4>Response 400<\/h4><pre[^>]*><code>(.*?)<\/code>/s.exec(section)?.[1] ?? "null";
    return JSON.parse(text.replaceAll("&quot;", '"').replaceAll("&#39;", "'"))?.error;
  };
  const { body } = await edge.call("POST", "/v1/verifications", edge.key, {});
  const { type, code, message, param } = body.error;
  expect(shownAt("createVerification")).toMatchObject({ type, code, message, param });
  expect(shownAt("examineDocument")).toMatchObject({ code: "image_too_small", param: "front" });
  expect(shownAt("readVerification")).toBeUndefined();
});
