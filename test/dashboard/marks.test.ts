import { describe, expect, it } from "vitest";
import { placeTags } from "#edge/dashboard/ui/drawing.tsx";

describe("what is marked on an image", () => {
  const size = { width: 1000, height: 600 };
  const marked = (...boxes: Box[]) => boxes.map((bbox) => ({ label: "text_tampering", bbox }));
  const lines = [0, 1, 2, 3].map((i) => [200, 100 + 50 * i, 400, 40] as const);

  it("has its words beside it, within the image, and its number alone where words do not fit", () => {
    const [tag] = placeTags(marked([200, 100, 400, 40]), size);
    expect(tag).toMatchObject({ text: "1 Text tampering", box: [200, 65, expect.any(Number), 35] });
    const [narrow] = placeTags(marked([0, 40, 90, 20]), { width: 100, height: 62 });
    expect(narrow?.text).toBe("1 Text tampering");
    expect(placeTags(marked([40, 0, 920, 600]), size).map(({ text }) => text)).toEqual(["1"]);
  });

  it("is covered by no words and no number", () => {
    const boxes = [...lines, ...placeTags(marked(...lines), size).map(({ box }) => box)];
    const overlaps = boxes
      .flatMap((a, i) => boxes.slice(i + 1).map((b) => [a, b] as const))
      .filter(isOverlap);
    expect(overlaps).toEqual([]);
  });
});

type Box = readonly [x: number, y: number, width: number, height: number];
const isOverlap = ([[x, y, w, h], [left, top, width, height]]: readonly [Box, Box]) =>
  x < left + width && left < x + w && y < top + height && top < y + h;
