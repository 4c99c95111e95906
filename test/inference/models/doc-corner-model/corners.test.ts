import { expect, it } from "vitest";
import { RECOMMENDED } from "#inference/bundle/recommended.ts";
import { isItem } from "#inference/gpu-worker/connection/frames.ts";
import { findCorners } from "#inference/models/doc-corner-model.ts";
import { scriptedModel, tensor } from "#test/harness/inference/scripted-model.ts";

it("finds corners with bytes of the item's shape, if the model runs on a GPU worker", async () => {
  const model = scriptedModel({ coords: tensor(Array(8).fill(0), [1, 8]), score: tensor([0], [1, 1]) });
  await findCorners(model, { width: 32, height: 24, data: new Uint8Array(32 * 24 * 3) });
  const { placement } = RECOMMENDED.find(({ task }) => task === "document_corners")!;
  expect(model.fed).toHaveLength(1);
  expect(placement === null || isItem(model.fed[0]!, placement.item)).toBe(true);
});
