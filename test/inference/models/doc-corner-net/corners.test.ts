import { expect, it } from "vitest";
import { isItem } from "#inference/device/connection/frames.ts";
import { findCorners } from "#inference/models/doc-corner-net.ts";
import { RECOMMENDED } from "#inference/pack/recommended.ts";
import type { Net } from "#inference/runtime/session.ts";
import type { Tensor } from "#inference/runtime/tensors.ts";

it("finds corners with bytes of the item's shape, where the pack gives its net to a device", async () => {
  const fed: Tensor[] = [];
  const net: Net = {
    inputs: ["image"],
    outputs: ["coords", "score"],
    provider: "cpu",
    run: async (feeds) => {
      fed.push(...Object.values(feeds));
      return {
        coords: { data: new Float32Array(8), dims: [1, 8] },
        score: { data: new Float32Array(1), dims: [1, 1] },
      };
    },
    release: async () => undefined,
  };
  await findCorners(net, { width: 32, height: 24, data: new Uint8Array(32 * 24 * 3) });
  const { placement } = RECOMMENDED.find(({ task }) => task === "document_corners")!;
  expect(fed).toHaveLength(1);
  expect(placement === null || isItem(fed[0]!, placement.item)).toBe(true);
});
