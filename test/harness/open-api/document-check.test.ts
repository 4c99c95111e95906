import { expect, it } from "vitest";
import { DocumentCheck, type Exchange } from "./document-check.ts";

const object = (properties: object, required: readonly string[]) => ({
  type: "object",
  properties,
  required,
});
const [text, number] = [{ type: "string" }, { type: "number" }];
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const either = { anyOf: [ref("Thing"), ref("ThingForToken")] };
const check = new DocumentCheck({
  paths: {
    "/v1/things/{id}": {
      get: {
        responses: {
          200: {
            headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } },
            content: { "application/json": { schema: either } },
          },
          404: { $ref: "#/components/responses/Answer404" },
        },
      },
    },
    "/v1/things/count": { get: { responses: { 204: { headers: {} } } } },
  },
  components: {
    schemas: {
      Error: object({ error: { type: "object" } }, ["error"]),
      Problem: object({ code: text }, ["code"]),
      Thing: object({ id: text, score: { ...number, "x-scope": "personal:read" } }, ["id", "score"]),
      ThingForToken: object({ id: text }, ["id"]),
    },
    headers: { "X-Request-Id": { required: true } },
    responses: { Answer404: { content: { "application/json": { schema: ref("Error") } } } },
  },
});

const headersOf = (type: string) => ({ "content-type": type, "x-request-id": "req_1" });
const JSON_HEADERS = headersOf("application/json");

/** An answer to a secret key for one thing, unless it says otherwise. */
const answered = (body: object | null, changes: Partial<Exchange> = {}): Exchange => ({
  method: "GET",
  path: "/v1/things/1?x=1",
  credential: "svc_sk_test_x",
  status: 200,
  headers: new Headers(JSON_HEADERS),
  text: body === null ? "" : JSON.stringify(body),
  ...changes,
});
const thing = { id: "1", score: 1 };
const token = { credential: "svc_tok_test_x" };
const count = { path: "/v1/things/count", status: 204 };
const unknown = { path: "/v1/none", status: 404 };

it.each([
  ["an answer", answered(thing)],
  ["what a token may see", answered({ id: "1" }, token)],
  ["what a restricted key may see", answered({ id: "1" }, { credential: "svc_rk_test_x" })],
  ["a refusal behind a reference", answered({ error: {} }, { status: 404 })],
  ["the path with fewer parameters", answered(null, count)],
  ["an operation that there is not", answered({ error: {} }, unknown)],
  ["a problem, where there is no operation", answered({ code: "x" }, unknown)],
  ["a HEAD", answered(null, { method: "HEAD" })],
])("a documented value passes: %s", (_, exchange) => {
  expect(() => check.check(exchange)).not.toThrow();
});

it.each([
  ["a missing property", answered({ id: "1" }), /required property 'score'/],
  ["an undescribed property", answered({ ...thing, more: 1 }), /"additionalProperty":"more"/],
  ["a wrong type", answered({ id: 1, score: 1 }), /\/id must be string/],
  ["a score that a token is sent", answered(thing, token), /"additionalProperty":"score"/],
  ["an undescribed status", answered({}, { status: 500 }), /the status is none of 200, 404/],
  ["a missing header", answered(thing, { headers: new Headers() }), /X-Request-Id is missing/],
  [
    "another Content-Type",
    answered(thing, { headers: new Headers(headersOf("text/html")) }),
    /the Content-Type text\/html is none of/,
  ],
  ["a body where there is none", answered({}, count), /a body was sent/],
  ["an answer of no operation", answered({}, { ...unknown, status: 200 }), /no such operation/],
  ["a refusal of another shape", answered({ error: {}, x: 1 }, unknown), /"additionalProperty":"x"/],
])("a difference is named: %s", (_, exchange, message) => {
  expect(() => check.check(exchange)).toThrow(message);
  expect(() => check.check(exchange)).toThrow(/^GET \/v1\/\S+ → \d{3} is not what \/openapi.json says:/);
});
