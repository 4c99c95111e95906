import { expect, it } from "vitest";
import { pick, seededRandom } from "#lab/material/random.ts";
import { editDistance, isWithinEdits, isWithinOneEdit, mistypedName } from "#vocabulary/edit-distance.ts";

const random = seededRandom(3);
const word = () => Array.from({ length: Math.floor(random() * 6) }, () => pick(random, [..."AB"])).join("");

it("decides whether two texts are within one edit as their distance does", () => {
  for (let round = 0; round < 3_000; round++) {
    const [a, b] = [word(), word()];
    expect(isWithinOneEdit(a, b), `${a} ${b}`).toBe(editDistance(a, b) <= 1);
  }
});

it("decides whether two texts are within any number of edits as their distance does", () => {
  for (let round = 0; round < 3_000; round++) {
    const [a, b, most] = [word() + word(), word() + word(), 4 * random()];
    expect(isWithinEdits(a, b, most), `${a} ${b} ${most}`).toBe(editDistance(a, b) <= most);
  }
});

it.each([
  ["jsno", ["json", "mode"], "json"],
  ["nmae", ["name", "owner"], "name"],
  ["tset", ["live", "test"], "test"],
  ["nmea", ["name"], undefined],
  ["ab", ["ba"], undefined],
])("takes two neighbours in the other order for one slip: %s of %j", (given, known, meant) => {
  expect(mistypedName(given, known)).toBe(meant);
});
