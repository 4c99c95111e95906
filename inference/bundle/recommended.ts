import { RECIPES } from "../onnx/recipes.ts";
import { type ModelManifest, type PinnedFile, type PulledOrigin, square, type Wheel } from "./manifest.ts";

const github = (repository: string, commit: string, folder: string) => (file: string) =>
  `https://raw.githubusercontent.com/${repository}/${commit}/${folder}/${file}`;

const yunet = github("ShiqiYu/libfacedetection.train", "0047ac24afb1a50a0c6105001c89d1b5b805dbf1", "onnx");
const minivision = github(
  "minivision-ai/Silent-Face-Anti-Spoofing",
  "b6d5f04ad78778917853b25c778acef6d5626d15",
  "resources/anti_spoof_models",
);
/** The publisher offers another form: the ONNX file comes from the operator's own copy. */
const noAddress = () => null;

const pulled = (
  address: (file: string) => string | null,
  file: string,
  bytes: number,
  sha256: string,
): PinnedFile<PulledOrigin> => ({ origin: { file, url: address(file) }, sha256, bytes });

/** RapidOCR's wheel, with the ONNX files of PaddleOCR's models of 2026 (Apache-2.0). */
const RAPIDOCR: Wheel = {
  requirement: "rapidocr==3.10.0",
  file: "rapidocr-3.10.0-py3-none-any.whl",
  sha256: "2fc34e26cd0f48514804a94f8832283039c7334076bff60768b1fed9ad068050",
  bytes: 27_288_134,
};

const inRapidOcr = (file: string, bytes: number, sha256: string): PinnedFile<PulledOrigin> => ({
  origin: { file, wheel: RAPIDOCR, member: `rapidocr/models/${file}` },
  sha256,
  bytes,
});

const NONE = {
  licence: "Apache-2.0",
  processing: 1,
  recipe: null,
  files: {},
  placement: null,
  replaces: [],
} as const;

/**
 * The models that are pulled. Each replaces the bundled model of its task, or adds a task. MiniFASNet is
 * converted from its publisher's own files (`onnx/torch/`), so that no third party's conversion has to be
 * trusted.
 */
export const RECOMMENDED: readonly ModelManifest<PulledOrigin>[] = [
  {
    ...NONE,
    task: "face_detection",
    name: "yunet",
    placement: square(640, [1, 8]),
    sources: [
      pulled(
        yunet,
        "yunet_n_dynamic.onnx",
        322_906,
        "104ee26c71d5c270ce79a6b3dced91c91013260d29a6bf18f9296c5b8c4c2b12",
      ),
    ],
  },
  {
    ...NONE,
    task: "face_template",
    name: "face-reidentification-retail-0095",
    placement: square(128),
    sources: [
      pulled(
        noAddress,
        "face-reidentification-retail-0095.onnx",
        4_450_351,
        "4ce85b614f009c2a83bff3b37296e53e74e928ebfebb7a6226418ed49ec8da6f",
      ),
    ],
    replaces: ["face_template_a", "face_template_b"],
  },
  {
    ...NONE,
    task: "pad_a",
    name: "minifasnet_v2",
    placement: square(80),
    sources: [
      pulled(
        minivision,
        "2.7_80x80_MiniFASNetV2.pth",
        1_849_453,
        "a5eb02e1843f19b5386b953cc4c9f011c3f985d0ee2bb9819eea9a142099bec0",
      ),
    ],
    recipe: RECIPES.minifasnet_v2,
  },
  {
    ...NONE,
    task: "pad_b",
    name: "minifasnet_v1se",
    placement: square(80),
    sources: [
      pulled(
        minivision,
        "4_0_0_80x80_MiniFASNetV1SE.pth",
        1_856_130,
        "84ee1d37d96894d5e82de5a57df044ef80a58be2b218b5ed7cdfd875ec2f5990",
      ),
    ],
    recipe: RECIPES.minifasnet_v1se,
  },
  {
    ...NONE,
    task: "text_detection",
    name: "PP-OCRv6_det_small",
    sources: [
      inRapidOcr(
        "PP-OCRv6_det_small.onnx",
        9_929_594,
        "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
      ),
    ],
  },
  {
    ...NONE,
    task: "text_recognition",
    name: "PP-OCRv6_rec_small",
    sources: [
      inRapidOcr(
        "PP-OCRv6_rec_small.onnx",
        21_234_383,
        "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
      ),
    ],
    recipe: RECIPES["PP-OCRv6_rec_small"],
  },
  {
    ...NONE,
    task: "document_corners",
    name: "doccornernet_mnv2_224",
    licence: "MIT",
    // Its pixels are scaled by channel before the model, and a device takes them as bytes alone.
    placement: null,
    sources: [
      pulled(
        noAddress,
        "doccornernet_mnv2_224.onnx",
        2_007_217,
        "b3abca5fc23731ad119d7b859148019e916b7a0a0ae86729238b206012197330",
      ),
    ],
  },
];
