import { expect, it } from "vitest";
import { customerRefSchema } from "#edge/schemas/common.ts";

/** The path that a client sends for this reference. */
const sent = (ref: string) =>
  new URL(`https://id.example/v1/customers/${encodeURIComponent(ref)}`).pathname.split("/").at(-1)!;
const taken = (ref: string) => customerRefSchema.safeParse(ref).success;

it.each([".", ".."])("a person cannot be named %j: no client could have them erased by it", (ref) => {
  expect(sent(ref)).not.toBe(ref);
  expect(taken(ref)).toBe(false);
});

it.each(["...", ".a", "a.", "./..", "%2e", "%2E%2e", "..\\", "a .", "株 / ü?#&"])(
  "the customer_ref %j works in a path, too",
  (ref) => {
    expect(taken(ref)).toBe(true);
    expect(decodeURIComponent(sent(ref))).toBe(ref);
  },
);
