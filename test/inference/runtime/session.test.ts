import { InferenceSession } from "onnxruntime-node";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { GraphBuilder } from "#inference/onnx/graph.ts";
import { CPU, type Model, openModel, type SessionOptions } from "#inference/runtime/session.ts";

let model: Model;

/** `root` = √x for x of [batch, 2], so that a negative x gives a NaN; `double` = 2x. */
function rootModel(): Uint8Array {
  const graph = new GraphBuilder("root");
  const x = graph.input("x", ["batch", 2]);
  graph.output("root", graph.node("Sqrt", [x]), ["batch", 2]);
  graph.output("double", graph.node("Add", [x, x]), ["batch", 2]);
  return graph.encode();
}

const ROOT = { name: "root.onnx", bytes: rootModel() };

beforeAll(async () => {
  model = await openModel(ROOT, CPU);
});

afterAll(async () => {
  await model.release();
});

const feed = (values: number[], dims = [values.length / 2, 2]) => ({
  x: { data: Float32Array.from(values), dims },
});

it("runs a model by its names, at any size of a named dimension", async () => {
  expect([model.inputs, model.outputs, model.provider]).toEqual([["x"], ["root", "double"], "cpu"]);
  const { root, double } = await model.run(feed([4, 9, 16, 25]));
  expect(root).toEqual({ data: Float32Array.of(2, 3, 4, 5), dims: [2, 2] });
  expect(double?.data).toEqual(Float32Array.of(8, 18, 32, 50));
});

it.each([
  ["a NaN", -1],
  ["an infinity", Number.POSITIVE_INFINITY],
])("throws not_a_number for %s in any output", async (_, value) => {
  await expect(model.run(feed([1, value]))).rejects.toMatchObject({ code: "not_a_number" });
});

it.each([
  ["no input", {}, /input x takes float32 \[batch,2\] and got nothing/],
  ["an unknown input", { ...feed([1, 2]), y: feed([1, 2]).x }, /has no input y/],
  ["another rank", feed([1, 2], [2]), /got float32 \[2\], 2 values/],
  ["another size", feed([1, 2, 3], [1, 3]), /got float32 \[1,3\], 3 values/],
  ["fewer values than its shape says", feed([1, 2], [2, 2]), /got float32 \[2,2\], 2 values/],
  ["another type", { x: { data: Int32Array.of(1, 2), dims: [1, 2] } }, /got int32/],
])("rejects %s and says what the model takes", async (_, feeds, message) => {
  await expect(model.run(feeds)).rejects.toMatchObject({ code: "input_invalid" });
  await expect(model.run(feeds)).rejects.toThrow(message);
});

it("throws model_unreadable for what is no model, and not provider_unavailable", async () => {
  const broken = { name: "broken.onnx", bytes: rootModel().subarray(0, 60) };
  for (const provider of ["cpu", "cuda"] as const) {
    const options = { ...CPU, provider };
    await expect(openModel({ ...broken, bytes: new Uint8Array() }, options)).rejects.toMatchObject({
      code: "model_unreadable",
    });
    await expect(openModel(broken, options)).rejects.toMatchObject({ code: "model_unreadable" });
  }
});

// No machine has a thousandth GPU, so that these hold on GPU hosts too.
const NO_SUCH_GPU: SessionOptions = { ...CPU, provider: "cuda", deviceId: 999 };

it("rejects CUDA if there is none: says what is wanted, what is found, what ONNX Runtime said, and what to do", async () => {
  const opening = openModel(ROOT, NO_SUCH_GPU);
  await expect(opening).rejects.toMatchObject({ code: "provider_unavailable" });
  await expect(opening).rejects.toThrow(
    /GPU 999.*GPU: 999 \(found: .*libcudart\.so\.13 \(found: .*ONNX Runtime says: \S.*docs\/how-to\/use-a-gpu\.md.*EXECUTION_PROVIDER=cpu/,
  );
});

it("opens a model on a GPU only as a whole: no part of it may run on the processor", async () => {
  const created = vi.spyOn(InferenceSession, "create");
  await openModel(ROOT, NO_SUCH_GPU).catch(() => undefined);
  const [onGpu, onCpu] = created.mock.calls.map(([, options]) => options as InferenceSession.SessionOptions);
  created.mockRestore();
  expect(onGpu?.executionProviders).toEqual([{ name: "cuda", deviceId: 999 }]);
  // The same options on the processor, which must reject them: so the option is one that is obeyed.
  const wholly = InferenceSession.create(ROOT.bytes, { ...onGpu, executionProviders: ["cpu"] });
  await expect(wholly).rejects.toThrow("fallback to CPU EP has been explicitly disabled");
  await (await InferenceSession.create(ROOT.bytes, onCpu)).release();
});

it("falls back to the CPU only if it is allowed, and reports the real provider", async () => {
  const fallen = await openModel(ROOT, { ...NO_SUCH_GPU, fallbackToCpu: true });
  expect(fallen.provider).toBe("cpu");
  await fallen.release();
});
