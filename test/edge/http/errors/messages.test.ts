import { afterAll, describe, expect, it } from "vitest";
import { newId } from "#edge/core/ids.ts";
import { openCheckEdge } from "#test/harness/edge/check-edge.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());

const create = "POST /v1/verifications";

const ref = { customer_ref: "user-4711" };

describe("a refused JSON body names the parameter and what it may be", () => {
  it.each([
    [{}, "customer_ref is required."],
    [{ ...ref, meta: {} }, "Unknown parameter `meta`. Did you mean `metadata`?"],
    [
      { ...ref, policy: { liveness_mode: "active" } },
      "policy.liveness_mode must be one of passive, burst, challenge, not `active`.",
    ],
    [
      { ...ref, policy: { liveness_mode: "chalenge" } },
      "policy.liveness_mode must be one of passive, burst, challenge, not `chalenge`. Did you mean `challenge`?",
    ],
    [
      { ...ref, policy: { liveness_mode: "Anna Eriksson" } },
      "policy.liveness_mode must be one of passive, burst, challenge.",
    ],
    [
      { ...ref, return_url: "/done" },
      "return_url must be an absolute URL, such as https://example.com/done.",
    ],
    [{ ...ref, policy_id: "standard" }, "policy_id must begin with `pol_`."],
    [{ ...ref, policy: { min_age: -1 } }, "policy.min_age must be at least 0, not -1."],
    [{ ...ref, policy: { max_attempts: 99 } }, "policy.max_attempts must be at most 10, not 99."],
    [{ ...ref, policy: { max_attempts: "3" } }, "policy.max_attempts must be a number, not a string."],
    [{ ...ref, policy: { max_attempts: 1.5 } }, "policy.max_attempts must be a whole number, not 1.5."],
    [{ ...ref, policy: { steps: [] } }, "policy.steps must have at least one entry."],
    [{ ...ref, policy: { steps: "document" } }, "policy.steps must be a list, not a string."],
    [
      { ...ref, capture: { handof: "off" } },
      "Unknown parameter `capture.handof`. Did you mean `capture.handoff`?",
    ],
    [
      { ...ref, policy: { external_checks: [{ nme: "aml" }] } },
      "Unknown parameter `policy.external_checks[0].nme`. Did you mean `policy.external_checks[0].name`? (And 1 more, in `errors`.)",
    ],
    [
      { ...ref, policy: { chip_min_strength: 100 } },
      "policy.chip_min_strength must be one of 80, 112, 128, not 100.",
    ],
    [
      { ...ref, policy: { chip_min_strength: "112" } },
      "policy.chip_min_strength must be one of 80, 112, 128, not a string.",
    ],
    [{ ...ref, metadata: [] }, "metadata must be an object, not a list."],
    [{ customer_ref: 7 }, "customer_ref must be a string, not a number."],
    [{ customer_ref: "" }, "customer_ref must not be empty."],
    [{ customer_ref: "x".repeat(256) }, "customer_ref must have at most 255 characters, not 256."],
    [[], "The body must be an object, not a list."],
  ])("%j", async (body, message) => {
    const [method, path] = create.split(" ") as [string, string];
    const answer = await edge.call(method, path, edge.key, body);
    expect([answer.status, answer.body.error.message]).toEqual([400, message]);
  });

  it("policy lists its twelve fields for a misspelt one", async () => {
    const { body } = await edge.call("POST", "/v1/verifications", edge.key, {
      ...ref,
      policy: { livenes: "x" },
    });
    expect(body.error.message).toMatch(
      /^Unknown parameter `policy\.livenes`\. Allowed: (policy\.\w+(, |\.$)){12}/,
    );
  });

  it("cuts a long unknown name", async () => {
    const { body } = await edge.call("POST", "/v1/verifications", edge.key, { ...ref, ["n".repeat(500)]: 1 });
    expect(body.error.message.length).toBeLessThan(200);
  });
});

it.each([
  ["/v1/verifications?limit=1000", "limit must be at most 100, not 1000."],
  ["/v1/verifications?limit=x", "limit must be a whole number from 1 to 100."],
  [
    "/v1/verifications?status=open",
    "status must be one of created, in_progress, completed, expired, canceled, not `open`.",
  ],
  ["/v1/events?typ=x", "Unknown query parameter `typ`. Did you mean `type`?"],
  [
    "/v1/reviews?reason=fraud_suspicous",
    "reason is no code of decision_reasons. Did you mean `fraud_suspicious`?",
  ],
  ["/v1/verifications?limit=1&limit=2", "limit is given twice. Send it once."],
  ["/v1/verifications?cursor=x", "cursor is not a cursor. Send next_cursor unchanged."],
  ["/v1/ocr/x?a=1", "Unknown query parameter `a`. This operation takes no query parameters."],
])("a refused query says what is allowed: %s", async (path, message) => {
  const { status, body } = await edge.call("GET", path, edge.key);
  expect([status, body.error.message]).toEqual([400, message]);
});

it.each([
  ["reference", "customer_ref"],
  ["external_user_id", "customer_ref"],
  ["user_id", "customer_ref"],
  ["customer_id", "customer_ref"],
  ["redirect_uri", "return_url"],
  ["policy.max_tries", "policy.max_attempts"],
  ["policy.face_match", "policy.require_face_match"],
  ["policy.documents", "policy.document_types"],
  ["policy.ttl", "policy.expires_in_seconds"],
])("another service's name %s is answered with this API's, %s", async (name, meant) => {
  const [first, second] = name.split(".");
  const body = second === undefined ? { [name]: "x" } : { [first!]: { [second]: 1 } };
  const { error } = (await edge.call("POST", "/v1/verifications", edge.key, { ...ref, ...body })).body;
  expect(error).toMatchObject({
    param: name,
    message: expect.stringContaining(`Did you mean \`${meant}\`?`),
  });
});

it("a refused query lists its unknown names, those given twice and wrong values at once", async () => {
  const path = "/v1/verifications?status=aproved&foo=1&limit=1&limit=2";
  const { body } = await edge.call("GET", path, edge.key);
  expect(body.error.errors.map(({ param }: { param: string }) => param)).toEqual(["foo", "limit", "status"]);
});

it("a refused webhook endpoint lists its address and its events at once", async () => {
  const given = { url: "http://shop.example/hooks#a", events: ["verification.complete"] };
  const { body } = await edge.call("POST", "/v1/webhook-endpoints", edge.key, given);
  expect(body.error.errors.map(({ param }: { param: string }) => param)).toEqual(["url", "events[0]"]);
  expect(body.error.message).toMatch(/^url must begin with https:/);
});

it("return_url over http is refused for its scheme", async () => {
  const { body } = await edge.call("POST", "/v1/verifications", edge.key, {
    ...ref,
    return_url: "http://a.example",
  });
  expect(body.error.message).toBe(
    "return_url must begin with https://, or with the scheme of an app. In test mode, http://localhost:PORT may be allowed, too.",
  );
});

describe("a request with several faults", () => {
  it("lists each of them, the first as the error itself, whose message counts the others", async () => {
    const policy = { max_attempts: 11, liveness_mode: 3, min_age: 18 };
    const { body } = await edge.call("POST", "/v1/verifications", edge.key, { policy });
    const { code, message, errors } = body.error;
    expect(errors).toEqual([
      { code: "missing_parameter", param: "customer_ref", message: "customer_ref is required." },
      expect.objectContaining({ code: "invalid_parameter", param: "policy.liveness_mode" }),
      expect.objectContaining({ code: "invalid_parameter", param: "policy.max_attempts" }),
    ]);
    const first = `${errors[0].message} (And 2 more, in \`errors\`.)`;
    expect({ code, message }).toEqual({ code: errors[0].code, message: first });
  });

  it("lists ten at most, and one fault has no list", async () => {
    const surplus = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`policy_${i}`, 1]));
    const wrong = { customer_ref: 1, policy: { steps: 1, min_age: -1, max_attempts: 0 }, ...surplus };
    const many = await edge.call("POST", "/v1/verifications", edge.key, wrong);
    expect(many.body.error.errors.length).toBeLessThanOrEqual(10);
    const one = await edge.call("POST", "/v1/verifications", edge.key, {});
    expect(one.body.error).not.toHaveProperty("errors");
  });
});

it.each([
  [
    "/v1/verification",
    "There is no such path. Did you mean /v1/verifications? GET /docs lists all operations.",
  ],
  ["/v1/weather/today", "There is no such path. GET /docs lists all operations."],
  [`/v1/${"x".repeat(5_000)}`, "There is no such path. GET /docs lists all operations."],
])("an unknown path names the one that was meant: %.40s", async (path, message) => {
  const { status, body } = await edge.call("GET", path, edge.key);
  expect([status, body.error.message]).toEqual([404, message]);
});

describe("an unknown id", () => {
  const paths = [
    ["verifications", "verification", "verification"],
    ["ocr", "ocr", "OCR result"],
    ["fraud", "fraud", "fraud result"],
    ["liveness", "liveness", "liveness result"],
    ["face/verify", "faceMatch", "face match"],
    ["events", "event", "event"],
  ] as const;

  it.each(paths)("of /v1/%s is answered by its form, its mode and nothing else", async (path, kind, name) => {
    const message = async (id: string) => {
      const { status, body } = await edge.call("GET", `/v1/${path}/${id}`, edge.key);
      expect([status, body.error.code]).toEqual([404, "not_found"]);
      return body.error.message;
    };
    expect(await message(newId(kind, Date.now()))).toBe(
      `No ${name} of this tenant has this id in test mode. An id from live mode needs a live key.`,
    );
    const prefix = newId(kind, Date.now()).slice(0, -26);
    const [request, own] = [newId("request", Date.now()), newId(kind, Date.now())];
    for (const [malformed, text] of [
      ["abc", ""],
      [request, " This one is of the kind request."],
      [own.toLowerCase(), " Ids are case-sensitive: send it as you received it."],
      ["undefined", " This is a variable without a value. Check the one that you put there."],
      ["%7Bid%7D", " This is a placeholder. Put the id in its place."],
      ["svc_tok_test_x", " This is a secret. Send the id that came with it: addresses are logged."],
      [`${own}%20`, " This one has a space or a line break at an end."],
    ] as const)
      expect(await message(malformed)).toBe(
        `This is not a valid ${name} id: it has to be ${prefix} followed by 26 digits and capital letters.${text}`,
      );
  });

  it("that exists in the other mode is answered like one that does not exist", async () => {
    const { id } = await edge.verification();
    const ask = async (asked: string) => {
      const { body } = await edge.call("GET", `/v1/verifications/${asked}`, edge.tenant.keys.live);
      return { ...body.error, request_id: null };
    };
    expect(await ask(id)).toEqual(await ask(newId("verification", Date.now())));
    expect((await ask(id)).message).toContain("An id from test mode needs a test key.");
  });

  it("asked for with a session token says that the token is another verification's", async () => {
    const [{ token }, { id }] = [await edge.verification(), await edge.verification()];
    for (const other of [id, newId("verification", Date.now())]) {
      const { status, body } = await edge.call("GET", `/v1/verifications/${other}`, token);
      expect([status, body.error.message]).toEqual([
        404,
        "This session token belongs to another verification. Get one for this verification: POST /v1/sessions with its id.",
      ]);
    }
  });
});

describe("a method that the path does not have", () => {
  it.each([
    ["PUT", "/v1/verifications", "POST, GET"],
    ["PATCH", "/v1/verifications/vf_1", "GET"],
    ["GET", "/v1/sessions", "POST"],
    ["POST", "/v1/ocr/ocr_1", "GET, DELETE"],
    ["POST", "/openapi.json", "GET"],
  ])("%s %s is 405 with Allow", async (method, path, allow) => {
    const { status, body, headers } = await edge.call(method, path, edge.key);
    expect([status, body.error.code, headers.get("allow")]).toEqual([405, "method_not_allowed", allow]);
    expect(body.error.message).toContain(`Allowed: ${allow}.`);
  });

  it("is 401 without a credential, and an unknown path stays 404", async () => {
    expect((await edge.call("PUT", "/v1/verifications")).status).toBe(401);
    const unknown = await edge.call("PUT", "/v1/verification", edge.key);
    expect([unknown.status, unknown.headers.get("allow")]).toEqual([404, null]);
    const { body } = await edge.call("POST", "/v1/verifications", edge.key, { customer_ref: "user-1" });
    expect((await edge.call("GET", "/v1/nope", body.session_token.token)).status).toBe(404);
  });
});
