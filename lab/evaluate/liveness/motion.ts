import { judgeLiveness } from "../../../edge/verdicts/liveness/judge.ts";
import type { LivenessVerdict } from "../../../edge/verdicts/liveness/reasons.ts";
import { type OpenBundle, openBundle } from "../../../inference/bundle/open.ts";
import { openFacePipeline } from "../../../inference/pipelines/face/face.ts";
import { openPadPipeline } from "../../../inference/pipelines/face/presentation-attack.ts";
import { CPU } from "../../../inference/runtime/session.ts";
import type { Evaluation, EvaluationRequest } from "../evaluation.ts";
import { share } from "../report/figures.ts";
import type { Report, Section } from "../report/markdown.ts";
import { MOTION_CASES, type MotionCase } from "./motion-cases.ts";
import { openSubject, subjectPhotos } from "./subjects.ts";

/** Verdicts of bursts and challenges on turned heads and on prints, made of one photo of each subject. */
export const motion: Evaluation = {
  summary: "bursts and challenges on made sequences: heads drawn through their mesh, prints drawn as a plane",
  flags: { subjects: "how many subjects at most (all)" },
  run: measureMotion,
};

interface MotionResult extends MotionCase {
  readonly verdict: LivenessVerdict;
}

async function measureMotion(request: EvaluationRequest): Promise<Report> {
  const photos = await subjectPhotos(
    request.data,
    Number(request.flag("subjects") ?? Number.POSITIVE_INFINITY),
  );
  const bundle = await openBundle(request.models, CPU);
  const face = await openFacePipeline(bundle);
  const pad = await openPadPipeline(bundle, face);
  const judged: MotionResult[] = [];
  for (const [seed, photo] of photos.entries()) {
    const subject = await openSubject(photo, face, pad, seed);
    for (const each of MOTION_CASES) {
      const frames = await Promise.all(each.shots.map((shot) => subject.frame(shot)));
      const [mode, action] =
        each.task === "burst" ? (["burst", null] as const) : (["challenge", each.task] as const);
      judged.push({
        ...each,
        verdict: judgeLiveness(frames, { mode, action, level: "standard" }, asPort(bundle)),
      });
    }
  }
  await bundle.release();
  const facts = {
    bundle: bundle.name,
    subjects: `${photos.length}, one photo each${request.data === undefined ? ", out of @vladmandic/face-api" : ""}`,
    sequences: judged.length,
    "PAD scores": "taken as clear: drawn images say nothing about them",
  };
  return { title: "Motion", facts, sections: sections(judged) };
}

/** The bundle as the service describes it to the edge. */
const asPort = (bundle: OpenBundle) => ({ ...bundle, executionProvider: bundle.provider });

function sections(judged: readonly MotionResult[]): Section[] {
  const bonaFide = judged.filter(({ isBonaFide }) => isBonaFide);
  const others = judged.filter((each) => !each.isBonaFide);
  const burst = others.filter(({ task }) => task === "burst");
  const challenge = others.filter(({ task }) => task !== "burst");
  return [
    { heading: "Bona fide, done as asked", table: byKind(bonaFide) },
    { heading: "Not live: sent as a burst", table: byKind(burst) },
    { heading: "Not live: sent for a challenge, each of the actions in turn", table: byKind(challenge) },
  ];
}

function byKind(judged: readonly MotionResult[]) {
  const rows = [...Map.groupBy(judged, ({ kind }) => kind)].map(([kind, cases]) => {
    const reasons = [...Map.groupBy(cases, ({ verdict }) => verdict.reason)]
      .filter(([reason]) => reason !== "live")
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([reason, found]) => `${reason} ${found.length}`);
    const live = cases.filter(({ verdict }) => verdict.isLive).length;
    return [kind, share(live, cases.length), reasons.join(", ")];
  });
  return { columns: ["kind", "live", "other answers"], rows };
}
