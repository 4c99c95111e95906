import { expect, it } from "vitest";
import { Suspects } from "../../../../inference/engine/queue/suspects.ts";

const NOW = 1_790_000_000_000;
const MINUTE = 60_000;
const picture = (text: string) => Buffer.from(text);

it("refuses a picture that two engines died of, for ten minutes from the second", () => {
  const suspects = new Suspects();
  suspects.accuse([picture("a")], 1, NOW);
  expect(suspects.indexOfRefused([picture("a")], NOW)).toBe(-1);
  suspects.accuse([picture("a")], 1, NOW + MINUTE);
  expect(suspects.indexOfRefused([picture("b"), picture("a")], NOW + MINUTE)).toBe(1);
  expect(suspects.indexOfRefused([picture("a")], NOW + 11 * MINUTE - 1)).toBe(0);
  expect(suspects.indexOfRefused([picture("a")], NOW + 11 * MINUTE)).toBe(-1);
});

it("goes by the bytes alone: another picture of the same length is taken", () => {
  const suspects = new Suspects();
  suspects.accuse([picture("a")], 2, NOW);
  expect(suspects.indexOfRefused([picture("b")], NOW)).toBe(-1);
});

it("acquits a picture that an engine comes to an end with", () => {
  const suspects = new Suspects();
  suspects.accuse([picture("a")], 1, NOW);
  suspects.acquit([picture("a")], NOW);
  suspects.accuse([picture("a")], 1, NOW);
  expect(suspects.indexOfRefused([picture("a")], NOW)).toBe(-1);
});

it("suspects every picture of work that killed engines", () => {
  const suspects = new Suspects();
  suspects.accuse([picture("a"), picture("b")], 2, NOW);
  expect(suspects.indexOfRefused([picture("b")], NOW)).toBe(0);
});

it("remembers the last 1,024 pictures and no more", () => {
  const suspects = new Suspects();
  for (let i = 0; i <= 1_024; i++) suspects.accuse([picture(`${i}`)], 2, NOW + i);
  expect(suspects.indexOfRefused([picture("0")], NOW + 1_025)).toBe(-1);
  expect(suspects.indexOfRefused([picture("1")], NOW + 1_025)).toBe(0);
});
