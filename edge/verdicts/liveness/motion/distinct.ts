import type { Point } from "../../../inference/port.ts";
import type { CapturedFrame } from "../frame.ts";

/**
 * Mean movement of the landmarks, in distances between the eyes, at and under which two frames are one
 * picture: about 0.6 mm of a face. 30 photos encoded once more moved theirs by 0.7 % at the median (small
 * faces, 41 px between the eyes, jitter the most); a living head in front of a hand-held camera sways by
 * more.
 */
const STILL_MAX = 0.01;

/** Whether each pair of frames differs in bytes and in where the face's landmarks lie. */
export function areDistinct(frames: readonly CapturedFrame[]): boolean {
  return frames.every((frame, i) => frames.slice(i + 1).every((later) => differ(frame, later)));
}

function differ(a: CapturedFrame, b: CapturedFrame): boolean {
  if (sameBytes(a.content, b.content)) return false;
  const [one, other] = [a.assessment.analysis.principal, b.assessment.analysis.principal];
  if (one === null || other === null) return true;
  const movement = meanDistance(one.landmarks, other.landmarks) / one.quality.native.interEyeDistance;
  return movement > STILL_MAX;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Pixels; 0 when there are no landmarks to tell two frames apart by, so that they count as one. */
function meanDistance(a: readonly Point[], b: readonly Point[]): number {
  if (a.length === 0 || a.length !== b.length) return 0;
  return a.reduce((sum, point, i) => sum + Math.hypot(point.x - b[i]!.x, point.y - b[i]!.y), 0) / a.length;
}
