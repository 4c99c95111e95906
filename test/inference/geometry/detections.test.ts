import { expect, it } from "vitest";
import { suppress } from "#inference/geometry/detections.ts";

it("detections that mark one face are joined: averaged by score, or the best alone", () => {
  const detection = (x: number, score: number) => ({
    box: { x, y: 0, width: 10, height: 10 },
    points: [{ x, y: 0 }],
    score,
  });
  const found = [detection(1, 0.6), detection(0, 0.9), detection(50, 0.7)];
  const [first, second, ...none] = suppress(found, 0.3, true);
  expect([first!.box.x, first!.points[0]!.x]).toEqual([0.4, 0.4].map((x) => expect.closeTo(x)));
  expect([first!.score, second!.score, none]).toEqual([0.9, 0.7, []]);
  expect(suppress(found, 0.3, false).map((face) => face.box.x)).toEqual([0, 50]);
});
