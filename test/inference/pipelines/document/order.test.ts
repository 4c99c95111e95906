import { expect, it } from "vitest";
import { type Quad, rectangle } from "#inference/geometry/quad.ts";
import { apply, rotation } from "#inference/geometry/transform.ts";
import { inReadingOrder } from "#inference/pipelines/document/document.ts";

const page = [
  { name: "title", quad: rectangle(100, 50, 400, 30) },
  { name: "surname", quad: rectangle(100, 120, 150, 20) },
  { name: "number", quad: rectangle(600, 124, 150, 20) },
  { name: "names", quad: rectangle(100, 160, 180, 20) },
  { name: "date", quad: rectangle(600, 157, 120, 20) },
];
const names = (lines: readonly { name: string }[]) => lines.map(({ name }) => name);

it("goes row by row, left to right", () => {
  expect(names(inReadingOrder(page.toReversed()))).toEqual(names(page));
});

it("holds on a page that tilts", () => {
  const tilted = page.map(({ name, quad }) => ({
    name,
    quad: quad.map((corner) => apply(rotation(0.2), corner)) as unknown as Quad,
  }));
  expect(names(inReadingOrder(tilted.toReversed()))).toEqual(names(page));
});
