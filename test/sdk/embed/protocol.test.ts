import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type FromFrame,
  type FromParent,
  fromFrame,
  fromParent,
  isConnect,
  isHello,
  written,
} from "#sdk/embed/protocol.ts";

const ID = "vf_01J8Z3N5Q7R9T1V3X5Z7B9D1F3";
const TOKEN = "svc_tok_test_eyJhbGciOiJFUzI1NiJ9.e30.c2ln";

const FROM_FRAME: readonly FromFrame[] = [
  { type: "ready" },
  { type: "canceled" },
  { type: "resize", height: 640.5 },
  { type: "step", step: "document_front" },
  { type: "finished", verification_id: ID },
  { type: "error", code: "embed_unreachable" },
  { type: "token_wanted", why: "first" },
  { type: "token_wanted", why: "token_expired" },
];
const FROM_PARENT: readonly FromParent[] = [
  { type: "token", token: TOKEN, verification_id: ID },
  { type: "token_refused" },
];
const READERS = { fromFrame, fromParent };

const heard = (data: unknown) =>
  [fromFrame(data), fromParent(data)].some((message) => message !== undefined) ||
  isHello(data) ||
  isConnect(data);

describe("a message between a page and its frame", () => {
  it("is read as it was written, by its own end alone", () => {
    for (const message of FROM_FRAME) {
      expect(fromFrame(structuredClone(written(message)))).toEqual(message);
      expect(fromParent(written(message))).toBeUndefined();
    }
    for (const message of FROM_PARENT) {
      expect(fromParent(structuredClone(written(message)))).toEqual(message);
      expect(fromFrame(written(message))).toBeUndefined();
    }
    expect(isHello(written({ type: "hello" })) && !isConnect(written({ type: "hello" }))).toBe(true);
  });

  it("is not heard in another version, with a field more or less, or with a value of another kind", () => {
    const good: { read: keyof typeof READERS; message: Record<string, unknown> }[] = [
      ...FROM_FRAME.map((message) => ({ read: "fromFrame" as const, message: written(message) })),
      ...FROM_PARENT.map((message) => ({ read: "fromParent" as const, message: written(message) })),
    ];
    for (const { read, message } of good) {
      const reader = READERS[read];
      for (const version of ["selfsame/2", "selfsame", "", undefined, 1]) {
        expect(reader({ ...message, protocol: version })).toBeUndefined();
      }
      expect(reader({ ...message, decision: "approved" })).toBeUndefined();
      for (const name of Object.keys(message)) {
        const { [name]: _, ...without } = message;
        expect(reader(without)).toBeUndefined();
        for (const other of [null, {}, [], true, Number.NaN, -1, "<b>", `${message[name]}\n`]) {
          expect(reader({ ...message, [name]: other })).toBeUndefined();
        }
      }
    }
  });

  it("has no type that every object has", () => {
    for (const type of ["constructor", "toString", "hasOwnProperty", "__proto__"]) {
      expect(heard({ protocol: "selfsame/1", type })).toBe(false);
    }
  });

  it("carries a token in one direction only", () => {
    const fields = FROM_FRAME.flatMap((message) => Object.keys(message));
    expect(fields).not.toContain("token");
    expect(fromFrame(written({ type: "token", token: TOKEN, verification_id: ID }))).toBeUndefined();
    expect(fromFrame(written({ type: "step", step: TOKEN }))).toBeUndefined();
    expect(fromFrame(written({ type: "error", code: TOKEN }))).toBeUndefined();
  });
});

it("of 10,000 hostile messages none is heard, and none throws", () => {
  const nearly = fc.record(
    {
      protocol: fc.constantFrom("selfsame/1", "selfsame/01", "SELFSAME/1", "selfsame/1 ", "__proto__"),
      type: fc.oneof(
        fc.constantFrom(...["hello", "connect", "token", "finished", "step", "constructor", "__proto__"]),
        fc.constantFrom("toString", "hasOwnProperty", "valueOf"),
      ),
      token: fc.anything(),
      verification_id: fc.oneof(fc.constant(ID), fc.anything()),
      step: fc.oneof(fc.constant("<script>"), fc.anything()),
      extra: fc.constant(1),
    },
    { requiredKeys: ["protocol", "type", "extra"] },
  );
  const anything = fc.anything({ withNullPrototype: true, withBigInt: true, withMap: true, withSet: true });
  fc.assert(
    fc.property(fc.oneof(nearly, anything), (data) => {
      expect(heard(data)).toBe(false);
    }),
    { numRuns: 10_000 },
  );
});
