import { expect, it } from "vitest";
import { unit } from "#inference/models/face-chip.ts";
import { faceRecognition, faceReidentification } from "#inference/models/face-embedders.ts";
import { MESH } from "#inference/models/facemesh-topology.ts";
import { seededRandom } from "#lab/material/random.ts";
import { scriptedModel, tensor } from "../../harness/inference/scripted-model.ts";

// The eyes' position in a chip is pinned by the template in `pipelines/face/face.test.ts`.
it.each([
  ["face_recognition", faceRecognition, 150],
  ["face-reidentification-retail-0095", faceReidentification, 128],
])("%s adds the mirrored chip's vector, and answers a unit vector", async (_, embedder, size) => {
  const random = seededRandom(5);
  const image = { width: 90, height: 90, data: Uint8Array.from({ length: 24_300 }, () => random() * 256) };
  const landmarks = Array.from({ length: MESH.count }, () => ({ x: 90 * random(), y: 90 * random() }));
  const model = scriptedModel({ embedding: tensor([3, 0, 4], [1, 3]) });
  const vector = await embedder(model)(image, landmarks);
  expect([...vector]).toEqual([0.6, 0, 0.8].map((value) => expect.closeTo(value, 6)));
  const [plain, mirrored] = model.fed.map(({ data }) => [
    ...(data as Float32Array).subarray(20 * size, 21 * size),
  ]);
  expect(model.fed).toHaveLength(2);
  expect(mirrored).toEqual(plain!.toReversed());
});

it("a vector without a direction is an error, never a template", () => {
  expect(() => unit(new Float32Array(4))).toThrow(RangeError);
  expect(() => unit(Float32Array.from([1, Number.NaN]))).toThrow(RangeError);
});
