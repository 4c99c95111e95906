import { expect, it } from "vitest";
import { CrashedPictures } from "#inference/engine/crashed-pictures.ts";

const NOW = 1_000_000;
const MINUTE = 60_000;
const picture = (text: string) => Buffer.from(text);

it("refuses a picture that two engines died of, for ten minutes from the second", () => {
  const crashed = new CrashedPictures();
  crashed.record([picture("a")], 1, NOW);
  expect(crashed.indexOfRefused([picture("a")], NOW)).toBe(-1);
  crashed.record([picture("a")], 1, NOW + MINUTE);
  expect(crashed.indexOfRefused([picture("b"), picture("a")], NOW + MINUTE)).toBe(1);
  expect(crashed.indexOfRefused([picture("a")], NOW + 11 * MINUTE - 1)).toBe(0);
  expect(crashed.indexOfRefused([picture("a")], NOW + 11 * MINUTE)).toBe(-1);
});

it("clears a picture that an engine finishes", () => {
  const crashed = new CrashedPictures();
  crashed.record([picture("a")], 1, NOW);
  crashed.clear([picture("a")]);
  crashed.record([picture("a")], 1, NOW);
  expect(crashed.indexOfRefused([picture("a")], NOW)).toBe(-1);
});

it("refuses every picture of work that killed two engines", () => {
  const crashed = new CrashedPictures();
  crashed.record([picture("a"), picture("b")], 2, NOW);
  expect(crashed.indexOfRefused([picture("b")], NOW)).toBe(0);
});

it("remembers the last 1,024 pictures and no more", () => {
  const crashed = new CrashedPictures();
  for (let i = 0; i <= 1_024; i++) crashed.record([picture(`${i}`)], 2, NOW + i);
  expect(crashed.indexOfRefused([picture("0")], NOW + 1_025)).toBe(-1);
  expect(crashed.indexOfRefused([picture("1")], NOW + 1_025)).toBe(0);
});
