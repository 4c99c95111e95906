import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { jsonFault } from "#edge/http/body/json-fault.ts";
import { image, openCheckEdge } from "#test/harness/edge/check-edge.ts";

const edge = await openCheckEdge();
afterAll(() => edge.close());

const V = "/v1/verifications";
const ref = { customer_ref: "user-4711" };
const JSON_TYPE = { "content-type": "application/json" };

/** What a wrong body gets: its status, code, parameter and message. */
async function errorOf(
  method: string,
  path: string,
  body: string,
  headers: Record<string, string> = JSON_TYPE,
) {
  const { status, body: answer } = await edge.call(method, path, edge.key, body, headers);
  const { code, param, message } = answer.error;
  return { status, code, param, message };
}

describe("a body in another form is rejected before it is read", () => {
  it.each([
    [{}, "invalid_json", undefined, "The body is empty. Send a JSON object.", ""],
    [
      JSON_TYPE,
      "invalid_json",
      "customer_ref",
      "customer_ref is given twice, again on line 1. Send it once.",
      '{"customer_ref":"a","customer_ref":"b"}',
    ],
    [
      JSON_TYPE,
      "invalid_json",
      "steps",
      "steps is given twice, again on line 1.",
      '{"customer_ref":"a","policy":{"steps":[],"\\u0073teps":[]}}',
    ],
    [
      JSON_TYPE,
      "invalid_json",
      "Anna B",
      "A key of the body is given twice, again on line 3.",
      '{"metadata":\n{"Anna B":"",\n"Anna B":""}}',
    ],
    [
      { "content-type": "text/plain" },
      "unsupported_media_type",
      "Content-Type",
      "application/json, not text/plain.",
      "{}",
    ],
    [
      { "content-type": "application/json; charset=utf-16" },
      "unsupported_media_type",
      "Content-Type",
      "The body must be in UTF-8, not utf-16.",
      "{}",
    ],
    [
      { ...JSON_TYPE, "content-encoding": "gzip" },
      "unsupported_media_type",
      "Content-Encoding",
      "Content-Encoding: gzip is not supported. Send the body uncompressed",
      "{}",
    ],
  ])("%j %s", async (headers, code, param, text, body) => {
    const error = await errorOf("POST", V, body, { ...JSON_TYPE, ...headers });
    expect(error).toMatchObject({ code, message: expect.stringContaining(text) });
    expect(error.param).toBe(param);
    expect(error.status).toBe(code === "invalid_json" ? 400 : 415);
  });

  it("as is a compressed form, and a form as JSON", async () => {
    const form = { "content-type": "multipart/form-data; boundary=b", "content-encoding": "gzip" };
    const compressed = await errorOf("POST", "/v1/ocr/scan", "x", form);
    expect([compressed.status, compressed.param]).toEqual([415, "Content-Encoding"]);
    const json = await errorOf("POST", "/v1/ocr/scan", "{}");
    expect(json.message).toBe(
      "Send Content-Type: multipart/form-data, not application/json. A file is a part of a form, not base64 in JSON.",
    );
  });

  it("and equal keys of different objects, and braces in strings, are none of them", async () => {
    const body = '{"customer_ref":"{\\"a\\":1,\\"a\\":2}","metadata":{"customer_ref":"a","k":"k"}}';
    const { status } = await edge.call("POST", V, edge.key, body, JSON_TYPE);
    expect(status).toBe(201);
  });

  it("UTF-8 and an empty encoding are accepted by every name", async () => {
    for (const type of ["application/json;charset=UTF-8", 'Application/JSON; charset="utf-8"']) {
      const headers = { "content-type": type, "content-encoding": "identity" };
      const { status } = await edge.call("POST", V, edge.key, JSON.stringify(ref), headers);
      expect(status).toBe(201);
    }
  });
});

describe("JSON that is not valid is answered with its line, its column and the correction", () => {
  it.each([
    [
      '{"customer_ref": Anna}',
      "1, column 18: text must be in double quotes. Without them JSON has numbers, true, false and null only.",
    ],
    ['{"customer_ref": undefined}', "1, column 18: JSON has no `None`, `nil` or `undefined`. Write `null`."],
    ['{"customer_ref":\n  None}', "2, column 3: JSON has no `None`, `nil` or `undefined`. Write `null`."],
    ['{"a": True}', "1, column 7: JSON has no `True`. Write `true`."],
    ['{"a": False}', "1, column 7: JSON has no `False`. Write `false`."],
    ['{"a": NaN}', "1, column 7: JSON has no `NaN` or `Infinity`. Write a number, or `null`."],
    ['{"a": 1,\n}', "2, column 1: remove the comma before `}`."],
    ['{"a": [1, 2,]}', "1, column 13: remove the comma before `]`."],
    ['{"a": 1,, "b": 2}', "1, column 9: a comma is surplus, or an entry is missing before it."],
    ["{'a': 1}", "1, column 2: JSON has no single quotes. Write double quotes."],
    ["{“a”: 1}", "1, column 2: the quotes are typographic. Write straight double quotes."],
    ["{a: 1}", "1, column 2: a name must be in double quotes."],
    ['{"a": 1 // first\n}', "1, column 9: JSON has no comments. Remove it."],
    ['{"a": "one\ntwo"}', "1, column 11: a string must not have a line break. Write \\n."],
    ['{"a": "C:\\x"}', "1, column 10: a string has a wrong escape after a backslash"],
    [
      '{"a": "say "hi""}',
      '1, column 13: a comma or `}` is missing, or the quote before is part of the text. Write \\".',
    ],
    ['{"a": 1 "b": 2}', "1, column 9: a comma or `}` is missing."],
    ['{"a" 1}', "1, column 6: a colon must follow a name."],
    ['{"a": 01}', "1, column 7: a number is malformed"],
    ['{"a": }', "1, column 7: a value is missing."],
    ['{"a": ', "1, column 7: it ends early, and a value is missing."],
    ['{"a": 1', "1, column 8: it ends early, and `}` is missing."],
    ['{"a": 1}{"b": 2}', "1, column 9: text follows its end. Send one value."],
    ['{"a": 1}}', "1, column 9: there is one `}` too many. Remove it."],
    ["[1]]", "1, column 4: there is one `]` too many. Remove it."],
    ["a=1&b=2", "1, column 1: it is the text of a form"],
    ["[object Object]", "1, column 2: it is an object turned into text. Send JSON.stringify(body)."],
  ])("%j", async (body, text) => {
    const { status, code, message } = await errorOf("POST", V, body);
    expect([status, code]).toEqual([400, "invalid_json"]);
    expect(message).toContain(`The body is not valid JSON. Line ${text}`);
    expect(message).not.toContain("Anna");
  });

  it("and JSON within a string is called so", async () => {
    const { message } = await errorOf("POST", V, JSON.stringify(JSON.stringify(ref)));
    expect(message).toBe(
      "The body must be an object, not a string. It is JSON within a string: encode it once.",
    );
  });

  it("a fault is found in exactly the texts that JSON.parse rejects", () => {
    const parts = fc.constantFrom(..."{}[],:\"\\ntruefals01.-+eE \n'/😀", '"a"', "null", "\u0001", "\\u00e9");
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 12 }), (pieces) => {
        const text = pieces.join("");
        expect(jsonFault(text) === null).toBe(isJson(text));
      }),
      { numRuns: 3_000 },
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

it("a wrong form is answered with its wrong parts, missing files and wrong fields", async () => {
  const of = ({ body }: { body: { error: { errors: { code: string; param: string }[] } } }) =>
    body.error.errors.map(({ code, param }) => `${param} ${code}`);
  const parts = { mode: image(), image_1: new Uint8Array(), photo: image() };
  expect(of(await edge.upload("/v1/liveness/check", edge.key, parts))).toEqual([
    "photo unknown_parameter",
    "mode invalid_multipart",
    "image_1 empty_file",
  ]);
  const surplus = { image: image(), foo: "1", bar: "2", baz: "3", qux: "4", quux: "5" };
  const tooMany = await edge.upload("/v1/ocr/scan", edge.key, surplus);
  expect(tooMany.body.error.message).toContain("Unknown form field `foo`.");
  const fields = { customer_ref: " ", replace: "maybe" };
  expect(of(await edge.upload("/v1/face/registrations", edge.key, fields))).toEqual([
    "image missing_parameter",
    "customer_ref invalid_parameter",
    "replace invalid_parameter",
  ]);
});
