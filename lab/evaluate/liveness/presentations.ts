import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { create } from "@bufbuild/protobuf";
import { toFrameAssessment } from "../../../edge/inference/convert-face.ts";
import type { LivenessReason } from "../../../edge/verdicts/liveness/reasons.ts";
import { judgePassive } from "../../../edge/verdicts/liveness/sequence.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { PadPipeline } from "../../../inference/pipelines/face/presentation-attack.ts";
import { FrameAssessmentSchema } from "../../../proto/gen/selfsame/inference/v1/face_service_pb.js";

/** A labelled photo: the kind of presentation, and its source; sources are independent of one another. */
interface LabelledPresentation {
  readonly isAttack: boolean;
  readonly kind: string;
  readonly source: string;
  readonly path: string;
}

/** A presentation as the product judges it. */
export interface PresentationResult extends LabelledPresentation {
  /** 0..1, higher is more live; null when it was not assessed. */
  readonly pad: number | null;
  readonly reason: LivenessReason;
}

const CLASSES = { live: false, attack: true } as const;

/**
 * The photos under `live/<kind>/<source>/` and `attack/<kind>/<source>/`. A photo directly in `<kind>/` is a
 * source of its own.
 */
export async function listPresentations(dir: string): Promise<LabelledPresentation[]> {
  const found: LabelledPresentation[] = [];
  for (const [folder, isAttack] of Object.entries(CLASSES)) {
    const entries = await readdir(join(dir, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((each) => !each.isDirectory())) {
      const [, kind, source = entry.name] = entry.parentPath.slice(join(dir, folder).length).split("/");
      if (kind === undefined || kind === "") throw new Error(`${entry.name} lies in no folder of a kind.`);
      found.push({ isAttack, kind, source, path: join(entry.parentPath, entry.name) });
    }
  }
  return found.sort((a, b) => a.path.localeCompare(b.path));
}

/** The answer of `mode=passive` for the photo. */
export async function judge(photo: LabelledPresentation, pipeline: PadPipeline): Promise<PresentationResult> {
  const assessed = await pipeline.assess(await decodeImage(await readFile(photo.path)));
  const frame = toFrameAssessment(create(FrameAssessmentSchema, assessed));
  const { reason } = judgePassive(frame, "standard");
  return { ...photo, pad: frame.pad?.score ?? null, reason };
}
