import fc from "fast-check";
import { known, POLICY, text } from "./hostile-text.ts";

const json = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .dictionary(
        known,
        fc.oneof(
          text,
          fc.jsonValue({ maxDepth: 2 }),
          fc.dictionary(fc.oneof(fc.constantFrom(...POLICY), text), fc.jsonValue({ maxDepth: 2 })),
        ),
        { maxKeys: 4 },
      )
      .map((value) => JSON.stringify(value)),
  },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "",
      "{",
      "[".repeat(20_000),
      '{"a":1}{"b":2}',
      "\ufeff{}",
      '{"customer_ref":"\\ud800"}',
      '{"customer_ref":"a","customer_ref":"b"}',
      '{"__proto__":{"x":1}}',
    ),
  },
  { weight: 1, arbitrary: fc.constant(`{"customer_ref":"${"x".repeat(70_000)}"}`) },
);

const BOUNDARY = "boundary-of-parts";
const image = fc
  .uint8Array({ maxLength: 60 })
  .map((bytes) => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytes]));
const content = fc.oneof(
  { weight: 4, arbitrary: image },
  { weight: 3, arbitrary: text.map((value) => Buffer.from(value)) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(`\r\n--${BOUNDARY}`, `--${BOUNDARY}--\r\n`, "\r\n\r\n", "")
      .map((value) => Buffer.from(value)),
  },
);
const quoted = (name: string) => `"${name}"`;
const disposition = fc
  .tuple(
    known,
    fc.constantFrom(
      "",
      '; filename="a.jpg"',
      "; filename=a",
      '; filename=""',
      "; filename*=UTF-8''%00",
      '; filename="a',
    ),
    fc.constantFrom(quoted, String),
  )
  .map(([name, file, quote]) => `Content-Disposition: form-data; name=${quote(name)}${file}`);
const partHeader = fc.oneof(
  { weight: 10, arbitrary: disposition },
  { weight: 1, arbitrary: fc.string({ maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "Content-Disposition: form-data",
      "Content-Disposition: attachment; name=x",
      `X: ${"x".repeat(9_000)}`,
      "",
    ),
  },
);
const extraHeader = fc.constantFrom(
  "",
  "",
  "",
  "\r\nContent-Type: image/jpeg",
  "\r\nContent-Transfer-Encoding: base64",
  "\r\nContent-Type: multipart/mixed; boundary=b",
  "\r\n broken",
);
const part = fc
  .tuple(partHeader, extraHeader, content)
  .map(([header, extra, body]) =>
    Buffer.concat([Buffer.from(`--${BOUNDARY}\r\n${header}${extra}\r\n\r\n`), body, Buffer.from("\r\n")]),
  );
const ending = fc.constantFrom(
  `--${BOUNDARY}--\r\n`,
  `--${BOUNDARY}--\r\n`,
  `--${BOUNDARY}--`,
  `--${BOUNDARY}\r\n`,
  "",
  `--${BOUNDARY}--\r\nepilogue`,
);
const form = fc
  .tuple(fc.array(part, { maxLength: 7 }), ending)
  .map(([parts, end]) => Buffer.concat([...parts, Buffer.from(end)]));
/** A body with some bytes changed, or its end cut off. */
const damaged = fc
  .tuple(form, fc.array(fc.tuple(fc.nat(2_000), fc.nat(255)), { maxLength: 4 }), fc.nat(2_000))
  .map(([bytes, changes, cut]) => {
    for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
    return bytes.subarray(0, cut % (bytes.length + 1) || bytes.length);
  });

/** A form as a client writes it; bytes are a file. */
export function formOf(parts: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const written = Object.entries(parts).map(([name, value]) => {
    const file = typeof value === "string" ? "" : '; filename="a.jpg"';
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(value), Buffer.from("\r\n")]);
  });
  return Buffer.concat([...written, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const typed = <T>(type: string, bodies: fc.Arbitrary<T>) => bodies.map((body) => [type, body] as const);
/** A body with the Content-Type that it is sent under. */
export const typedBody = fc.oneof(
  {
    weight: 4,
    arbitrary: typed(
      "application/json",
      json.map((value) => Buffer.from(value)),
    ),
  },
  { weight: 4, arbitrary: typed(MULTIPART, form) },
  { weight: 2, arbitrary: typed(MULTIPART, damaged) },
  { weight: 1, arbitrary: typed("application/json", fc.uint8Array({ maxLength: 40 })) },
  { weight: 1, arbitrary: typed(MULTIPART, fc.uint8Array({ maxLength: 80 })) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      fc.constantFrom(
        "",
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=",
        `multipart/form-data; boundary="${"b".repeat(71)}"`,
        `${MULTIPART}; boundary=other`,
        "application/json; charset=utf-7",
        "application/x-www-form-urlencoded",
        "multipart/mixed; boundary=boundary-of-parts",
      ),
      form,
    ),
  },
);
