import { expect, it } from "vitest";
import { modelBySize, sizesOn } from "#inference/gpu-worker/lane/model.ts";
import type { Model } from "#inference/runtime/session.ts";

/** Sessions that tell which batch sizes they have seen, and whether they are open. */
function sessions() {
  const opened: { sizes: number[]; isOpen: boolean }[] = [];
  const open = async (): Promise<Model> => {
    const session = { sizes: [] as number[], isOpen: true };
    opened.push(session);
    return {
      ...{ inputs: ["image"], outputs: ["sum"], provider: "cuda" },
      async run({ image }) {
        session.sizes.push(image!.dims[0]!);
        return { sum: image! };
      },
      async release() {
        session.isOpen = false;
      },
    };
  };
  return { opened, open };
}

const batch = (size: number) => ({ image: { data: new Uint8Array(size), dims: [size, 1] } });

it("a session of a GPU sees one batch size for ever", async () => {
  const { opened, open } = sessions();
  const model = await modelBySize(await open(), [1, 4, 8], open);
  for (const size of [1, 8, 4, 1, 8]) expect((await model.run(batch(size))).sum!.dims).toEqual([size, 1]);
  expect(opened.map(({ sizes }) => sizes)).toEqual([[1, 1], [4], [8, 8]]);
});

it("a batch of another size is rejected, and starts no session", async () => {
  const { opened, open } = sessions();
  const model = await modelBySize(await open(), [1, 4], open);
  await expect(model.run(batch(3))).rejects.toThrow("no session takes a batch of 3");
  expect(opened).toHaveLength(2);
});

it("all of a model's sessions end with it", async () => {
  const { opened, open } = sessions();
  const model = await modelBySize(await open(), [1, 4, 8], open);
  await model.release();
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false, false, false]);
});

it("a GPU has no sessions for small batches, which take it as long as larger ones", () => {
  const placement = { item: [3, 64, 64], buckets: [1, 4, 8, 32] };
  expect(sizesOn("cuda", placement)).toEqual([1, 8, 32]);
  expect(sizesOn("cpu", placement)).toEqual([1, 4, 8, 32]);
});
