import { expect, it } from "vitest";
import { rectangle } from "#inference/geometry/quad.ts";
import { fillsCard } from "#inference/pipelines/document/card.ts";

const ID_1 = { width: 856, height: 540 };
/** A5 folded once: 148 × 105 mm. */
const HALF_SHEET = { width: 1_480, height: 1_050 };

/** Two lines that span these shares of an outline, from its upper left. */
function fills({ width, height }: typeof ID_1, { across, down }: { across: number; down: number }): boolean {
  const line = (y: number) => rectangle(0, y, across * width, 20);
  return fillsCard([line(0), line(down * height - 20)], rectangle(0, 0, width, height));
}

it("an outline is a card's own if text spans half of it", () => {
  expect(fills(HALF_SHEET, { across: 0.56, down: 0.51 })).toBe(true);
  expect(fills(HALF_SHEET, { across: 0.54, down: 0.51 })).toBe(false);
  expect(fills(HALF_SHEET, { across: 0.8, down: 0.48 })).toBe(false);
});

it("of an outline with an ID-1 card's proportions the lower half may be blank (report P, AAMVA's licences)", () => {
  expect(fills(ID_1, { across: 0.8, down: 0.44 })).toBe(true);
  expect(fills(ID_1, { across: 0.6, down: 0.44 })).toBe(false);
  expect(fills(ID_1, { across: 0.8, down: 0.4 })).toBe(false);
});
