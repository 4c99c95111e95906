import type { OpenBundle } from "../../bundle/open.ts";
import { perceptualHash } from "../../forensics/upload/perceptual-hash.ts";
import type { Raster } from "../../imaging/raster.ts";
import { warp } from "../../imaging/warp.ts";
import { type FaceEmbedder, type FaceLandmarks, unit } from "../../models/face-chip.ts";
import { faceRecognition, faceReidentification, faceres } from "../../models/face-embedders.ts";
import { meanFaceChip } from "../../models/mean-face.ts";
import type { FaceTemplate } from "../types.ts";

/**
 * Share of each model in the fused comparison score. Both vectors are scaled by the root of their share and
 * concatenated, so that the dot product of two templates is the weighted sum of both models' cosines. At 0.75
 * the FNMR at FMR 0.1 % was the lowest on LFW's first fold, together with pairs out of the same group photo.
 */
const FUSED_SHARES = { a: 0.75, b: 0.25 } as const;

/**
 * From the forehead to the chin, and symmetrical about the nose, so that a mirror image's hash is the hash
 * with every other bit flipped.
 */
const HASHED = { middle: { x: 0.490127, y: 0.48 }, side: 1.4 };
const HASHED_SIZE = 128;

/** Makes templates of faces, each with the perceptual hash of the face that it was made of. */
type TemplateExtractor = (image: Raster, landmarks: FaceLandmarks) => Promise<FaceTemplate>;

/**
 * The template of this model bundle: one model's if it has `face_template`, else the fusion of both bundled
 * models.
 */
export function templateExtractor(bundle: OpenBundle): TemplateExtractor {
  const embed = bundle.has("face_template")
    ? faceReidentification(bundle.model("face_template"))
    : fused(faceRecognition(bundle.model("face_template_a")), faceres(bundle.model("face_template_b")));
  const name = bundle.has("face_template") ? bundle.info("face_template").name : "face_recognition+faceres";
  const model = { name, version: bundle.templateVersion };
  return async (image, landmarks) => ({
    vector: [...(await embed(image, landmarks))],
    model,
    perceptualHash: await perceptualHash(uprightFace(image, landmarks)),
  });
}

function fused(a: FaceEmbedder, b: FaceEmbedder): FaceEmbedder {
  return async (image, landmarks) => {
    const parts = [
      { vector: await a(image, landmarks), share: FUSED_SHARES.a },
      { vector: await b(image, landmarks), share: FUSED_SHARES.b },
    ];
    const scaled = parts.flatMap(({ vector, share }) => [...vector].map((value) => value * Math.sqrt(share)));
    return unit(Float32Array.from(scaled));
  };
}

/** The face alone, laid upright and to one size. */
function uprightFace(image: Raster, landmarks: FaceLandmarks): Raster {
  return warp(image, meanFaceChip(landmarks, HASHED_SIZE, HASHED), HASHED_SIZE, HASHED_SIZE);
}
