import { describe, expect, it } from "vitest";
import { DocumentCheck, type Exchange } from "./document-check.ts";

const schemas = {
  Error: { type: "object", properties: { error: { type: "object" } }, required: ["error"] },
  Problem: { type: "object", properties: { code: { type: "string" } }, required: ["code"] },
  Thing: {
    type: "object",
    properties: { id: { type: "string" }, score: { type: "number" } },
    required: ["id", "score"],
  },
  ThingForToken: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
};
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const check = new DocumentCheck({
  paths: {
    "/v1/things/{id}": {
      get: {
        responses: {
          200: {
            headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } },
            content: { "application/json": { schema: { anyOf: [ref("Thing"), ref("ThingForToken")] } } },
          },
          404: { $ref: "#/components/responses/Answer404" },
        },
      },
    },
    "/v1/things/count": { get: { responses: { 204: { headers: {} } } } },
  },
  components: {
    schemas,
    headers: { "X-Request-Id": { required: true } },
    responses: { Answer404: { content: { "application/json": { schema: ref("Error") } } } },
  },
});

const answered = (changes: Partial<Exchange> & { body?: object; type?: string } = {}): Exchange => ({
  method: "GET",
  path: "/v1/things/1?x=1",
  credential: "svc_sk_test_x",
  status: 200,
  headers: new Headers({ "content-type": changes.type ?? "application/json", "x-request-id": "req_1" }),
  text: changes.body === undefined ? "" : JSON.stringify(changes.body),
  ...changes,
});

describe("lets pass what the document says", () => {
  it.each([
    ["an answer", answered({ body: { id: "1", score: 1 } })],
    ["what a token may see", answered({ body: { id: "1" }, credential: "svc_tok_test_x" })],
    ["a refusal behind a reference", answered({ status: 404, body: { error: {} } })],
    ["the path with fewer parameters", answered({ path: "/v1/things/count", status: 204 })],
    ["an operation that there is not", answered({ path: "/v1/none", status: 404, body: { error: {} } })],
    [
      "a problem, where there is no operation",
      answered({ path: "/v1/none", status: 404, body: { code: "x" } }),
    ],
    ["a HEAD", answered({ method: "HEAD" })],
  ])("%s", (_, exchange) => {
    expect(() => check.check(exchange)).not.toThrow();
  });
});

describe("names what differs", () => {
  it.each([
    ["a missing property", answered({ body: { id: "1" } }), /required property 'score'/],
    [
      "an undescribed property",
      answered({ body: { id: "1", score: 1, more: 1 } }),
      /"additionalProperty":"more"/,
    ],
    ["a wrong type", answered({ body: { id: 1, score: 1 } }), /\/id must be string/],
    [
      "a score that a token is told",
      answered({ body: { id: "1", score: 1 }, credential: "svc_tok_test_x" }),
      /"additionalProperty":"score"/,
    ],
    ["an undescribed status", answered({ status: 500, body: {} }), /the status is none of 200, 404/],
    [
      "a missing header",
      answered({ headers: new Headers({ "content-type": "application/json" }), body: { id: "1", score: 1 } }),
      /X-Request-Id is missing/,
    ],
    [
      "another Content-Type",
      answered({ type: "text/html", body: { id: "1", score: 1 } }),
      /the Content-Type text\/html is none of/,
    ],
    [
      "a body where there is none",
      answered({ path: "/v1/things/count", status: 204, body: {} }),
      /a body was sent/,
    ],
    ["an answer of no operation", answered({ path: "/v1/none", status: 200, body: {} }), /no such operation/],
    [
      "a refusal of another shape",
      answered({ path: "/v1/none", status: 404, body: { error: {}, x: 1 } }),
      /"additionalProperty":"x"/,
    ],
  ])("%s", (_, exchange, message) => {
    expect(() => check.check(exchange)).toThrow(message);
    expect(() => check.check(exchange)).toThrow(/^GET \/v1\/\S+ → \d{3} is not what \/openapi.json says:/);
  });
});
