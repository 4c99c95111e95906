import { expect, it } from "vitest";
import { firstIdAt, newId } from "#edge/core/ids.ts";

const NOW = Date.parse("2026-11-27T12:00:00Z");
const DAY = 86_400_000;

it("ids of one millisecond are distinct and sort in the order in which they were drawn", () => {
  const ids = Array.from({ length: 100 }, () => newId("verification", NOW));
  expect(new Set(ids).size).toBe(100);
  expect([...ids].sort()).toEqual(ids);
});

it("an id follows a clock that was set back, so that filters by time find it", () => {
  newId("verification", NOW + DAY);
  const id = newId("verification", NOW);
  expect(id < firstIdAt("verification", NOW + 1)).toBe(true);
});

it("ids of clocks that differ by less than a minute still sort in the order in which they were drawn", () => {
  const first = newId("verification", NOW + 30_000);
  expect(newId("verification", NOW) > first).toBe(true);
});
