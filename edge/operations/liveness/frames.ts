import type { LivenessMode } from "../../../vocabulary/enumerations.ts";
import { ApiError } from "../../core/errors.ts";
import type { NamedImage } from "../../inference/port.ts";

export const FRAME_FIELDS = ["image_1", "image_2", "image_3", "image_4", "image_5"] as const;

/** The form takes these files only to count them: a sixth frame is a wrong count, not an unknown field. */
export const SURPLUS_FIELDS = ["image_6", "image_7", "image_8", "image_9", "image_10"] as const;

/** The number of frames that each mode takes. */
const FRAME_COUNTS: Readonly<Record<LivenessMode, { min: number; max: number }>> = {
  passive: { min: 1, max: 1 },
  burst: { min: 3, max: 5 },
  challenge: { min: 2, max: 5 },
};

/** The frames in order: `image_1` and on without a gap, as many as the mode takes. */
export function requireFrames(
  files: ReadonlyMap<string, Uint8Array>,
  mode: LivenessMode,
): readonly [NamedImage, ...NamedImage[]] {
  const { min, max } = FRAME_COUNTS[mode];
  const sent = files.size;
  const frames = FRAME_FIELDS.slice(0, sent).flatMap((param): NamedImage[] => {
    const content = files.get(param);
    return content === undefined ? [] : [{ param, content }];
  });
  if (frames.length !== sent || sent < min || sent > max) {
    const count = min === max ? `${min} frame` : `${min} to ${max} frames`;
    throw new ApiError(
      "frame_count_invalid",
      `The mode ${mode} takes ${count}, from image_1 on without a gap.`,
    );
  }
  return frames as [NamedImage, ...NamedImage[]];
}
