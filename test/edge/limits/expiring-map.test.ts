import { expect, it } from "vitest";
import { ExpiringMap } from "#edge/limits/expiring-map.ts";

it("a value holds for its time, and not before a clock that was set back", () => {
  const map = new ExpiringMap<string>(10);
  map.set("a", "value", 1_000, 5_000);
  expect([map.get("a", 5_999), map.get("a", 6_000), map.get("a", 4_999)]).toEqual([
    "value",
    undefined,
    undefined,
  ]);
  expect([map.leftMs("a", 5_400), map.leftMs("b", 5_400)]).toEqual([600, 0]);
});

it("beyond its size it drops the value that was set longest ago", () => {
  const map = new ExpiringMap<number>(2);
  for (const [value, key] of ["a", "b", "a", "c"].entries()) map.set(key, value, 1_000, 0);
  expect(["a", "b", "c"].map((key) => map.get(key, 0))).toEqual([2, undefined, 3]);
});
