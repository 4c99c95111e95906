import { expect, it } from "vitest";
import { atRank } from "../../../inference/forensics/rank.ts";
import { seededRandom } from "../../material/random.ts";

it("is the value that sorting puts there, at every rank", () => {
  const random = seededRandom(3);
  const values = Float32Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? 255 : 40 * random()));
  const sorted = values.toSorted();
  expect(sorted.map((_, rank) => atRank(values, rank))).toEqual(sorted);
});
