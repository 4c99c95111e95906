/** Each action of a challenge as changes of a face, seen from the front. */
export const PERFORMED = {
  turn_left: { pose: { yaw: 20 } },
  turn_right: { pose: { yaw: -20 } },
  look_up: { pose: { pitch: 18 } },
  look_down: { pose: { pitch: -18 } },
  blink: { pose: { yaw: 8 }, look: { blink: 1 } },
  smile: { pose: { yaw: 8 }, look: { smile: 1 } },
  open_mouth: { pose: { yaw: 8 }, look: { openMouth: 1 } },
};
export type Action = keyof typeof PERFORMED;
