import { afterAll, describe, expect, it } from "vitest";
import { API } from "#edge/api/routes.ts";
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

it("the receiver at /docs accepts a signed event, and throws without its signature", async () => {
  const seen: unknown[] = [];
  const receiver = SET_UP.receiver.replace(/^import .*$/m, "");
  const receive = new Function("webhooks", "process", "console", `${receiver}; return receive;`)(
    webhooks,
    { env: { SELFSAME_WEBHOOK_SECRET: "whsec_only_for_development" } },
    { log: (...values: unknown[]) => seen.push(values) },
  );
  const event = document.webhooks["verification.completed"]!.post.requestBody!.content["application/json"]!
    .example as Parameters<typeof webhooks.signTestEvent>[0];
  const { body, headers } = await webhooks.signTestEvent(event, "whsec_only_for_development");
  await receive(body, headers);
  expect(seen).toEqual([["user-4711", "approved"]]);
  await expect(receive(body, {})).rejects.toThrow();
});
