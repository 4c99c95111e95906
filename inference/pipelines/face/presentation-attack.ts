import type { OpenBundle } from "../../bundle/open.ts";
import type { Raster } from "../../imaging/raster.ts";
import { refineEyes } from "../../models/iris.ts";
import { availableContext, scoreBonaFide } from "../../models/minifasnet.ts";
import type { BoundingBox, FaceAnalysis, FrameAssessment, PadScore } from "../types.ts";
import type { FacePipeline } from "./face.ts";

/** Assesses one frame of a capture: the face, with its eyelids refined, and the PAD score. */
export interface PadPipeline {
  assess(frame: Raster): Promise<FrameAssessment>;
}

/** How much of the scene each model sees, in face boxes. */
const CONTEXTS = { pad_a: 2.7, pad_b: 4 } as const;
const TASKS = ["pad_a", "pad_b"] as const;

/**
 * The range in which the models' scores are valid. The models examine the texture and the edges of a print or
 * a screen around the face. Scaled down until the face's box was narrower than 64 px, bona fide captures
 * changed their scores by up to 0.4, and wider ones by less than 0.1; cut until less than 1.75 boxes of scene
 * were left, they lost up to 0.7. Attacks kept their scores throughout (8 captures, each scaled and cut).
 */
const PAD_RANGE = { faceSideMin: 64, contextMin: 1.75 } as const;

/**
 * The mean of both models' probabilities of a bona fide presentation. There is no score when the bundle has
 * no such models, no face was found, or the face is outside of `PAD_RANGE`.
 */
export async function openPadPipeline(
  bundle: OpenBundle,
  face: Pick<FacePipeline, "analyze">,
): Promise<PadPipeline> {
  const assessable = TASKS.every((task) => bundle.has(task));
  return {
    async assess(frame) {
      const analysis = await lookAtEyes(bundle, frame, await face.analyze(frame));
      const box = analysis.faces[0]?.box;
      if (!assessable || box === undefined || !inRange(frame, box)) return { analysis };
      return { analysis, pad: await score(bundle, frame, box) };
    },
  };
}

/**
 * Blinks are detected by the landmarks of the lids; the rest of the analysis does not depend on this model.
 */
async function lookAtEyes(bundle: OpenBundle, frame: Raster, analysis: FaceAnalysis): Promise<FaceAnalysis> {
  const { principal } = analysis;
  if (principal === undefined || !bundle.has("eye_contours")) return analysis;
  const landmarks = await refineEyes(bundle.model("eye_contours"), frame, principal.landmarks);
  return { ...analysis, principal: { ...principal, landmarks } };
}

function inRange(frame: Raster, box: BoundingBox): boolean {
  return (
    Math.min(box.width, box.height) >= PAD_RANGE.faceSideMin &&
    availableContext(frame, box, CONTEXTS.pad_a) >= PAD_RANGE.contextMin
  );
}

async function score(bundle: OpenBundle, frame: Raster, box: BoundingBox): Promise<PadScore> {
  const infos = TASKS.map((task) => bundle.info(task));
  let total = 0;
  for (const task of TASKS) total += await scoreBonaFide(bundle.model(task), frame, box, CONTEXTS[task]);
  const name = infos.map((info) => info.name).join("+");
  const version = infos.map((info) => info.version).join("+");
  return { score: total / TASKS.length, model: { name, version } };
}
