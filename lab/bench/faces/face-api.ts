import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { compete } from "./contestant.ts";

/**
 * The parts of @tensorflow/tfjs, its WASM backend and @vladmandic/face-api 1.7.15 that the bench uses: a
 * peer's types are not installed.
 */
interface TensorFlow {
  setBackend(name: "wasm"): Promise<boolean>;
  ready(): Promise<void>;
  tensor3d(data: Uint8Array, shape: readonly number[], type: "int32"): { dispose(): void };
}
interface WasmBackend {
  setWasmPaths(folder: string): void;
}
interface FaceApi {
  readonly nets: Readonly<Record<string, { loadFromDisk(folder: string): Promise<void> }>>;
  readonly SsdMobilenetv1Options: new (options: { minConfidence: number }) => object;
  detectSingleFace(
    picture: object,
    options: object,
  ): {
    withFaceLandmarks(): {
      withFaceDescriptor(): Promise<{ readonly descriptor: Float32Array } | undefined>;
    };
  };
}

const require = createRequire(join(process.argv[2]!, "package.json"));
const tf = require("@tensorflow/tfjs") as TensorFlow;
const wasm = require("@tensorflow/tfjs-backend-wasm") as WasmBackend;
const dist = dirname(require.resolve("@vladmandic/face-api"));
const faceApi = require(join(dist, "face-api.node-wasm.js")) as FaceApi;

sharp.concurrency(1);
wasm.setWasmPaths(`${dirname(require.resolve("@tensorflow/tfjs-backend-wasm"))}/`);
await tf.setBackend("wasm");
await tf.ready();
for (const net of ["ssdMobilenetv1", "faceLandmark68Net", "faceRecognitionNet"]) {
  await faceApi.nets[net]!.loadFromDisk(join(dist, "../model"));
}
const options = new faceApi.SsdMobilenetv1Options({ minConfidence: 0.5 });

compete(async (content) => {
  const image = sharp(content).autoOrient().removeAlpha().toColourspace("srgb").raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const picture = tf.tensor3d(data, [info.height, info.width, 3], "int32");
  const face = await faceApi.detectSingleFace(picture, options).withFaceLandmarks().withFaceDescriptor();
  picture.dispose();
  return face === undefined ? null : [...face.descriptor];
});
