import type { FrameAssessment } from "#edge/inference/port.ts";
import type { CapturedFrame } from "#edge/verdicts/liveness/motion/movement.ts";
import { frame } from "#test/harness/edge/inference-results.ts";

/** Frames as they were uploaded, each with bytes of its own. */
export const captured = (...frames: readonly FrameAssessment[]): CapturedFrame[] =>
  frames.map((assessment, n) => ({ content: new Uint8Array([n]), assessment }));

/** The reason for the verdict on frames, and their content. */
export type Sequence = [reason: string, what: string, frames: readonly FrameAssessment[]];

type FrameChanges = NonNullable<Parameters<typeof frame>[0]>;

/** A frame of the head at a yaw and pitch in degrees. */
export function head(yaw: number, pitch = 0, changes: FrameChanges = {}, pad: number | null = null) {
  return frame({ ...changes, pose: { yaw, pitch, ...changes.pose } }, pad);
}

/**
 * A frame of a flat image that is tilted so before the camera: a mesh model sees hardly any turn of the head
 * in it.
 */
export function print(yaw: number, pitch = 0, pad: number | null = null): FrameAssessment {
  const tilted = head(yaw, pitch, { look: { flat: true } }, pad);
  const principal = { ...tilted.analysis.principal!, pose: { yaw: yaw / 10, pitch: pitch / 10, roll: 0 } };
  return { ...tilted, analysis: { ...tilted.analysis, principal } };
}
