import { openBundle } from "../../../inference/bundle/open.ts";
import { openFacePipeline } from "../../../inference/pipelines/face/face.ts";
import { openPadPipeline } from "../../../inference/pipelines/face/presentation-attack.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import { type Evaluation, type EvaluationRequest, requiredData } from "../evaluation.ts";
import type { Report } from "../report/markdown.ts";
import { passiveSections } from "./passive.ts";
import { judge, listPresentations, type PresentationResult } from "./presentations.ts";

/** Presentation attack detection on photos of live people and of attacks. */
export const liveness: Evaluation = {
  summary: "presentation attack detection: APCER by kind of attack, BPCER, non-response",
  flags: {},
  run: measureLiveness,
};

async function measureLiveness(request: EvaluationRequest): Promise<Report> {
  const photos = await listPresentations(requiredData(request));
  const bundle = await openBundle(request.models, CPU);
  const pipeline = await openPadPipeline(bundle, await openFacePipeline(bundle));
  const judged: PresentationResult[] = [];
  for (const photo of photos) judged.push(await judge(photo, pipeline));
  const models = bundle.models.filter(({ task }) => task.startsWith("pad_")).map(({ name }) => name);
  await bundle.release();
  const facts = {
    bundle: bundle.name,
    "PAD models": models.join(", ") || "none: nothing is ever called live by one frame",
    "bona fide photos": judged.filter(({ isAttack }) => !isAttack).length,
    "attack photos": judged.filter(({ isAttack }) => isAttack).length,
  };
  return { title: "Liveness", facts, sections: passiveSections(judged) };
}
