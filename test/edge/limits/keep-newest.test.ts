import { expect, it } from "vitest";
import { keepNewest } from "../../../edge/limits/keep-newest.ts";

it("a bounded memory drops what was put in longest ago, and what is put in again is new", () => {
  const map = new Map<string, number>();
  for (const [i, key] of ["a", "b", "a", "c"].entries()) keepNewest(map, key, i, 2);
  expect([...map]).toEqual([
    ["a", 2],
    ["c", 3],
  ]);
});
