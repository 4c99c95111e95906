import { expect, it } from "vitest";
import { cosine, distance } from "../../gpu/compare.ts";

const answer = (changed: object = {}) => ({
  $typeName: "selfsame.inference.v1.AnalyzeFaceResponse",
  faces: [{ box: { x: 10, y: 20 }, confidence: 0.9 }],
  principal: { template: { vector: [0.6, 0.8], model: { version: "fused" } } },
  ...changed,
});

it("two equal answers are no distance apart", () => {
  expect(distance(answer(), answer())).toEqual({ cosine: 1, score: 0, measure: 0, decisions: [] });
});

it.each<[string, object, object]>([
  [
    "a template by its cosine",
    { principal: { template: { vector: [0.8, 0.6], model: { version: "fused" } } } },
    { cosine: 0.96 },
  ],
  [
    "a template that is missing",
    { principal: { template: { vector: [], model: { version: "fused" } } } },
    { cosine: 0 },
  ],
  ["a score", { faces: [{ box: { x: 10, y: 20 }, confidence: 0.8 }] }, { score: 0.1 }],
  [
    "a place in pixels, which is no score",
    { faces: [{ box: { x: 10.5, y: 20 }, confidence: 0.9 }] },
    { measure: 0.5 },
  ],
  ["a face more or less", { faces: [] }, { decisions: [".faces.0"] }],
  [
    "another version",
    { principal: { template: { vector: [0.6, 0.8], model: { version: "other" } } } },
    { decisions: [".principal.template.model.version"] },
  ],
])("reports %s", (_, changed, expected) => {
  const found = distance(answer(), answer(changed));
  const { cosine: found1, score, measure, decisions } = found;
  const rounded = { cosine: round(found1), score: round(score), measure: round(measure), decisions };
  expect(rounded).toEqual({ cosine: 1, score: 0, measure: 0, decisions: [], ...expected });
});

const round = (value: number) => Math.round(value * 1e6) / 1e6;

it("leaves out the portrait's file, which is compressed again, and compares everything else", () => {
  expect(distance({ jpeg: Uint8Array.of(1) }, { jpeg: Uint8Array.of(2) }).score).toBe(0);
  expect(distance({ perceptualHash: Uint8Array.of(1) }, { perceptualHash: Uint8Array.of(2) }).score).toBe(1);
});

it("templates of different lengths have nothing in common", () => {
  expect(cosine([1, 0], [1])).toBe(0);
});
