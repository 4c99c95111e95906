import { withCharacters } from "./ctc-head.ts";
import { withFusedHardswish } from "./fused-hardswish.ts";
import { LATIN_CHARACTERS, latinOf, linesOf } from "./latin-characters.ts";
import { withSubpixelHead } from "./subpixel-head.ts";
import { buildFaceRecognition } from "./tfjs/face-recognition.ts";
import { importTfjs, type TfjsFacts } from "./tfjs/tfjs.ts";
import { buildMiniFasNet } from "./torch/minifasnet.ts";

/** The conversion of a model to ONNX: the same sources always give the same bytes. */
export interface Recipe {
  readonly name: string;
  /** Hex SHA-256 of the resulting ONNX file; a change of the importer changes it and needs a new pin. */
  readonly sha256: string;
  /** Sources in the order that the bundle's manifest lists them: the weights first. */
  readonly make: (sources: readonly Uint8Array[]) => Uint8Array;
}

const tfjs = (facts: TfjsFacts, sha256: string): Recipe => ({
  name: facts.name,
  sha256,
  make: ([weights, topology]) => importTfjs(facts, topology!, weights!),
});

const miniFasNet = (name: string, sha256: string): Recipe => ({
  name,
  sha256,
  make: ([weights]) => buildMiniFasNet(name, weights!),
});

const fused = (name: string, sha256: string): Recipe => ({
  name,
  sha256,
  make: ([model]) => withFusedHardswish(model!),
});

/**
 * The models made here, with their inputs and outputs. Each takes `image`: float32 [batch, 3, height, width],
 * RGB, 0..255, any batch; mean, scale and channel order are in the graph.
 *
 * | model              | image     | outputs (float32)
 * |
 * |------------------|-----------|--------------------------------------------------------------------------|
 * | blazeface        | 256 × 256 | `logits` [batch, 896, 1]; `boxes` [batch, 896, 16]: centre x, y, width,  |
 * |                  |           | height and six points x, y, in pixels, relative to the anchor;           |
 * |                  |           | anchors 16·16·2, then 8·8·6                                              |
 * | facemesh         | 192 × 192 | `mesh` [batch, 1404]: 468 points x, y, z in pixels;                      |
 * |                  |           | `face_flag` [batch, 1], 0..1                                             |
 * | iris             | 64 × 64   | `contour` [batch, 213]: 71 points x, y, z of a right eye in pixels: nine |
 * |                  |           | of the lower lid's edge from the outer corner to the inner, then seven   |
 * |                  |           | of the upper one's                                                       |
 * | faceres          | 224 × 224 | `embedding` [batch, 1024], not of unit length                            |
 * | face_recognition | 150 × 150 | `embedding` [batch, 128], not of unit length                             |
 * | minifasnet_*     | 80 × 80   | `probabilities` [batch, 3], sum 1; index 1 is bona fide                  |
 *
 * PaddleOCR's models keep the publisher's inputs and outputs, the recognisers with fewer classes
 * (`ctc-head.ts`).
 */
export const RECIPES = {
  blazeface: tfjs(
    {
      name: "blazeface",
      image: { height: 256, width: 256, mean: [127.5, 127.5, 127.5], deviation: 127.5, order: "rgb" },
      outputs: { logits: ["Identity", "Identity_1"], boxes: ["Identity_2", "Identity_3"] },
    },
    "da26f8944d345b090e7e428585f2ac5419a315100da44e1e6d6ee8b147dfa731",
  ),
  facemesh: tfjs(
    {
      name: "facemesh",
      image: { height: 192, width: 192, mean: [0, 0, 0], deviation: 255, order: "rgb" },
      outputs: { mesh: ["Identity_2"], face_flag: ["Identity_1"] },
    },
    "fecde29f4cea156d905b7fff36c3ba24ea89c29d44c6443fc0c281fd11ec1343",
  ),
  iris: tfjs(
    {
      name: "iris",
      image: { height: 64, width: 64, mean: [0, 0, 0], deviation: 255, order: "rgb" },
      outputs: { contour: ["StatefulPartitionedCall/model/conv_eyes_contours_and_brows/BiasAdd"] },
    },
    "45cadeda4715da68e5817498aad011d0952843c10b002855c1d0a9fbbaf86e05",
  ),
  faceres: tfjs(
    {
      name: "faceres",
      image: { height: 224, width: 224, mean: [103.939, 116.779, 123.68], deviation: 1, order: "bgr" },
      outputs: { embedding: ["global_pooling/Mean"] },
    },
    "c5114ad2c7425796e24b754de74c6793e7df8f1329602977fdc534683af9afae",
  ),
  face_recognition: {
    name: "face_recognition",
    sha256: "a5e996d5fb9b1e9b3cd70bcadf0917c9216c8d9def9ace34a5e5d7e2fcc2cfbd",
    make: ([weights, manifest]) =>
      buildFaceRecognition(
        { height: 150, width: 150, mean: [122.782, 117.001, 104.298], deviation: 256, order: "rgb" },
        manifest!,
        weights!,
      ),
  },
  minifasnet_v2: miniFasNet(
    "minifasnet_v2",
    "b0004c471fe5d29336b147ace70ec4721417b9d6aed770bd5fa83a8ed415519a",
  ),
  minifasnet_v1se: miniFasNet(
    "minifasnet_v1se",
    "0a70a0ec2254d0ae588109e6039f152055c67fdf4a8efda6011333d4e46246be",
  ),
  "ch_PP-OCRv4_det": {
    name: "ch_PP-OCRv4_det",
    sha256: "8a40479ce29f7550441900df4cd0f814b52d7b4b5a240d23e62337327da7e48b",
    make: ([model]) => withSubpixelHead(withFusedHardswish(model!)),
  },
  "ch_ppocr_mobile_v2.0_cls": fused(
    "ch_ppocr_mobile_v2.0_cls",
    "7203ebe5411476857282c66259821c09feb3e5ccdce9e25d6ff2ed84c20056e1",
  ),
  "ch_PP-OCRv4_rec": {
    name: "ch_PP-OCRv4_rec",
    sha256: "99b8afed1cf5b0d6ae0b15f04a438e718c506ba1a765dc3412e8e3c4837dfaba",
    make: ([model, dictionary]) => {
      const characters = linesOf(dictionary!);
      return withCharacters(withFusedHardswish(model!), latinOf(characters), characters);
    },
  },
  "PP-OCRv6_rec_small": {
    name: "PP-OCRv6_rec_small",
    sha256: "5a0d205919ec2d241213a5889adae3aaeab14b9e83ea9e651a19d6833c952c0d",
    make: ([model]) => withCharacters(model!, LATIN_CHARACTERS),
  },
} as const satisfies Record<string, Recipe>;
