import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { expect, it } from "vitest";
import { createApp } from "#edge/app.ts";
import { ERROR_STATUS } from "#edge/http/status.ts";
import { shareResponses } from "#edge/reference/open-api/shared-responses.ts";
import { openApiDocument } from "#edge/reference/routes.ts";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "#vocabulary/events.ts";

const document = openApiDocument();
const served = shareResponses(document);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);

it("the document is a valid OpenAPI 3.1 document whose references all lead somewhere", async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone({ ...served }))).toEqual({ valid: true });
  expect(validator.version).toBe("3.1");
  expect(() => validator.resolveRefs()).not.toThrow();
});

it("describes every route of the API, and none that it has not", () => {
  const app = createApp(() => Promise.reject(new Error("Nothing is called.")));
  const routes = app.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/dashboard"))
    .map(({ method, path }) => `${method} ${path.replace(/(?<=.)\/$/, "").replace(/:(\w+)/g, "{$1}")}`);
  const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(described.sort()).toEqual([...new Set(routes)].sort());
});

it("forbids unknown request fields, and allows unknown response fields", () => {
  const session = document.paths["/v1/sessions"]?.post;
  expect(session?.requestBody?.content["application/json"]?.schema?.additionalProperties).toBe(false);
  expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false');
});

it("the document has every error code, each in some operation, and an example of each", () => {
  const named = operations.flatMap(({ operation }) =>
    Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
      Object.keys(content["application/json"]?.examples ?? {}).map((code) => `${status} ${code}`),
    ),
  );
  // 405 answers a method that is no operation.
  const codes = Object.entries(ERROR_STATUS)
    .filter(([code]) => code !== "method_not_allowed")
    .map(([code, status]) => `${status} ${code}`);
  expect([...new Set(named)].sort()).toEqual(codes.sort());
  expect(Object.keys(document.components.examples).sort()).toEqual(Object.keys(ERROR_STATUS).sort());
});

it("a session token may call these routes and no others, and under /v1 only a wallet needs no credential", () => {
  const takesToken = operations
    .filter(({ operation }) => operation.security?.some((each) => "sessionToken" in each))
    .map(({ method, path }) => `${method} ${path}`);
  expect(takesToken.sort()).toEqual([
    "delete /v1/handoffs/{id}",
    "delete /v1/verifications/{id}/consent",
    "get /v1/capture/page",
    "get /v1/handoffs/{id}",
    "get /v1/verifications/{id}",
    "get /v1/verifications/{id}/credentials/requests/{request_id}",
    "get /v1/verifications/{id}/next",
    "post /v1/fraud/detect",
    "post /v1/handoffs",
    "post /v1/liveness/challenges",
    "post /v1/liveness/check",
    "post /v1/ocr/scan",
    "post /v1/verifications/{id}/chip",
    "post /v1/verifications/{id}/chip/challenges",
    "post /v1/verifications/{id}/consent",
    "post /v1/verifications/{id}/contest",
    "post /v1/verifications/{id}/credentials",
    "post /v1/verifications/{id}/credentials/requests",
    "post /v1/verifications/{id}/document",
  ]);
  const open = operations.filter(({ operation }) => operation.security?.length === 0);
  // A wallet has no credential of ours: the request's id is its secret.
  const unguarded = open.filter(({ path }) => path.startsWith("/v1/"));
  expect([...new Set(unguarded.map(({ path }) => path))]).toEqual(["/v1/wallet/{request_id}"]);
});

it("leaves scores, checks and margins out of responses to session tokens", () => {
  const schemas = Object.entries(document.components.schemas).filter(([name]) => name.endsWith("ForToken"));
  const names = schemas.map(([name]) => name.replace("ForToken", "")).sort();
  const results = ["FraudResult", "LivenessResult", "OcrResult", "Verification"];
  expect(names).toEqual(["ChipAnswer", "CredentialAnswer", "ExaminedDocument", ...results]);
  const text = JSON.stringify(schemas);
  expect(text).not.toMatch(/"(score|thresholds?|similarity|overall_score|confidence|quality|value":\{"any)"/);
  expect(text).not.toMatch(/"(signals|deterministic_checks|checks|explanation|model_version)"/);
  expect(text).not.toContain("FaceQuality");
});

it("gives examples that match their schemas", () => {
  const ajv = new Ajv2020({ discriminator: true, strict: true, strictTypes: false, strictRequired: false });
  addFormats.default(ajv);
  ajv.addVocabulary([...Object.keys(document), "x-scope"]);
  ajv.addSchema(document, "openapi", false, false);
  const refs = Object.entries(document.components.schemas).flatMap(([name, { examples = [] }]) =>
    examples.map((example) => ({ ref: `openapi#/components/schemas/${name}`, example })),
  );
  const errors = Object.values(document.components.examples).map(({ value }) => ({
    ref: "openapi#/components/schemas/Error",
    example: value,
  }));
  const pointer = (keys: readonly string[]) =>
    `openapi#/${[...keys, "schema"].map((key) => key.replaceAll("/", "~1")).join("/")}`;
  const json = "application/json";
  const bodies = operations.flatMap(({ path, method, operation: { requestBody } }) => {
    const body = requestBody?.content[json];
    return body ? [{ ref: pointer(["paths", path, method, "requestBody", "content", json]), ...body }] : [];
  });
  const answers = operations.flatMap(({ path, method, operation: { responses } }) =>
    Object.entries(responses).flatMap(([status, { content = {} }]) => {
      const keys = ["paths", path, method, "responses", status, "content", json];
      return Number(status) < 300 && content[json]?.schema ? [{ ref: pointer(keys), ...content[json] }] : [];
    }),
  );
  const events = Object.entries(document.webhooks).map(([type, { post }]) => ({
    ref: pointer(["webhooks", type, "post", "requestBody", "content", json]),
    ...post.requestBody!.content[json],
  }));
  expect(bodies.length).toBeGreaterThan(10);
  expect(answers.length).toBeGreaterThan(30);
  for (const { ref, example } of [...refs, ...errors, ...bodies, ...answers, ...events]) {
    const validate = ajv.compile({ $ref: ref });
    expect([ref, validate(example), validate.errors]).toEqual([ref, true, null]);
  }
});

it("says what every property means", () => {
  const undescribed: string[] = [];
  const visit = (schema: unknown, at: string): void => {
    if (typeof schema !== "object" || schema === null) return;
    const { properties = {}, ...rest } = schema as { properties?: Record<string, Record<string, unknown>> };
    for (const [name, inner] of Object.entries(properties)) {
      if (!inner.description && !inner.$ref) undescribed.push(`${at}.${name}`);
      visit(inner, `${at}.${name}`);
    }
    for (const [key, inner] of Object.entries(rest)) visit(inner, `${at}/${key}`);
  };
  visit(document.components.schemas, "schemas");
  for (const { path, operation } of operations) visit(operation.requestBody, path);
  expect(undescribed).toEqual([]);
  expect(Object.keys(document.components.schemas.Policy?.properties ?? {})).toHaveLength(24);
});

it("describes the payload of every event type", () => {
  expect(Object.keys(document.webhooks)).toEqual([...EVENT_TYPES, TEST_EVENT_TYPE]);
  for (const { post } of Object.values(document.webhooks)) {
    const names = ["Id", "Timestamp", "Signature", "Attempt"].map((name) => `Service-Webhook-${name}`);
    expect(post.parameters.map((each) => "name" in each && each.name)).toEqual(names);
  }
});

it("names the headers that an answer carries", () => {
  const headers = (path: string, method: string, status: number) =>
    Object.keys(document.paths[path]?.[method]?.responses[status]?.headers ?? {});
  const limits = ["RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset"];
  const keyed = ["X-Request-Id", ...limits, "Idempotent-Replayed"];
  expect(headers("/v1/sessions", "post", 201)).toEqual(keyed);
  expect(headers("/v1/verifications/{id}", "get", 200)).toEqual(["X-Request-Id", ...limits]);
  expect(headers("/v1/sessions", "post", 401)).toEqual(["X-Request-Id", "WWW-Authenticate"]);
  expect(headers("/v1/sessions", "post", 409)).toEqual(["X-Request-Id", ...limits, "Retry-After"]);
  expect(headers("/v1/sessions", "post", 429)).toEqual(["X-Request-Id", ...limits, "Retry-After"]);
  expect(headers("/v1/sessions", "post", 503)).toEqual(["X-Request-Id", "Retry-After"]);
  expect(headers("/docs", "get", 200)).toEqual(["X-Request-Id"]);
});

it("names the filters of a list of verifications, none of them required", () => {
  const parameters = document.paths["/v1/verifications"]?.get?.parameters;
  const filters = ["status", "decision", "customer_ref", "created_after", "created_before"];
  expect(parameters).toMatchObject(
    ["limit", "cursor", ...filters].map((name) => ({ name, in: "query", required: false })),
  );
  const limit = { type: "integer", minimum: 1, maximum: 100, default: 20 };
  expect(parameters?.[0]).toMatchObject({ schema: limit });
});

it("takes the files and fields that a form takes, and says which must be there", () => {
  const body = document.paths["/v1/liveness/check"]?.post?.requestBody?.content["multipart/form-data"];
  const { properties = {}, required, additionalProperties } = body?.schema ?? {};
  expect(Object.keys(properties)).toEqual([
    ...[1, 2, 3, 4, 5].map((n) => `image_${n}`),
    "mode",
    "challenge_token",
    "customer_ref",
  ]);
  expect([required, additionalProperties]).toEqual([["image_1", "mode"], false]);
});
