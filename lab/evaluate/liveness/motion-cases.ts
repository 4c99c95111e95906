import { ACTIONS, type Action } from "../../../edge/verdicts/liveness/actions.ts";
import type { Presentation } from "../../material/faces/flat-photo.ts";
import type { HeadChange } from "../../material/faces/head-warp.ts";
import { performance } from "../../material/performances.ts";

/** One frame: a head before the camera, or a print of its photo. */
export type Shot = { readonly head: HeadChange } | { readonly print: Partial<Presentation> };

/** A sequence of frames, and the challenge for which it was sent. */
export interface MotionCase {
  readonly kind: string;
  readonly task: "burst" | Action;
  /**
   * Whether a living person sends it and performs the challenge: then the verdict should be live, else not
   * live.
   */
  readonly isBonaFide: boolean;
  readonly shots: readonly Shot[];
}

const AHEAD: Shot = { head: {} };
const head = (change: HeadChange): Shot => ({ head: change });
const print = (held: Partial<Presentation>): Shot => ({ print: held });

const performances = ACTIONS.flatMap((task) =>
  [0.6, 0.8, 1].map((strength): MotionCase => {
    const shots = [AHEAD, ...performance(task, strength).map(head)];
    return { kind: `${task}, strength ${strength}`, task, isBonaFide: true, shots };
  }),
);

const bursts = [2, 4, 8, 12, 16].map((degrees): MotionCase => {
  const shots = [AHEAD, head({ yaw: -degrees / 2, pitch: 1 }), head({ yaw: degrees / 2, pitch: -1 })];
  return { kind: `burst, head sways over ${degrees}°`, task: "burst", isBonaFide: true, shots };
});

const swing = (axis: "yaw" | "pitch", degrees: number, more: Partial<Presentation> = {}): Shot[] => [
  print({ [axis]: -degrees, ...more }),
  print({ [axis]: degrees, ...more }),
  print({ [axis]: degrees / 2, ...more }),
];

/** The presentations that one image of a person allows. */
const IMAGES: Readonly<Record<string, readonly Shot[]>> = {
  "same image encoded again": [print({ jpeg: 92 }), print({ jpeg: 75 }), print({ jpeg: 50, light: 1.1 })],
  "image shifted": [print({}), print({ right: 0.05, down: 0.03 }), print({ right: -0.06 })],
  "image zoomed and rolled": [print({}), print({ zoom: 1.15, roll: 6 }), print({ zoom: 0.85, roll: -5 })],
  "print tilted by 20°": [print({}), print({ yaw: 20 }), print({ pitch: 20 })],
  "print tilted by 35°": [print({}), print({ yaw: 35 }), print({ pitch: 20 })],
  "print swung by ±15°": swing("yaw", 15),
  "print swung by ±30°": swing("yaw", 30),
  "print swung by ±40°": swing("yaw", 40),
  "print nodded by ±25°": swing("pitch", 25),
  "print bent by 60°, swung by ±15°": swing("yaw", 15, { bend: 60 }),
  "print bent by 90°, swung by ±25°": swing("yaw", 25, { bend: 90 }),
  "print arched by 60°, nodded by ±20°": swing("pitch", 20, { arch: 60 }),
};

const images = Object.entries(IMAGES).flatMap(([kind, shots]) =>
  (["burst", ...ACTIONS] as const).map((task): MotionCase => ({ kind, task, isBonaFide: false, shots })),
);

/** A living person who performs another action than the challenge's. */
const mistakes = ACTIONS.flatMap((task): MotionCase[] => {
  const [half, whole] = performance(task).map(head) as [Shot, Shot];
  return [
    ...ACTIONS.filter((other) => other !== task).map((other) => ({
      ...{ kind: "another action", task, isBonaFide: false },
      shots: [AHEAD, ...performance(other).map(head)],
    })),
    {
      kind: "no action",
      task,
      isBonaFide: false,
      shots: [AHEAD, head({ yaw: -5 }), head({ yaw: 4, pitch: 2 })],
    },
    { kind: "frames in reverse", task, isBonaFide: false, shots: [whole, half, AHEAD] },
  ];
});

export const MOTION_CASES: readonly MotionCase[] = [...bursts, ...performances, ...mistakes, ...images];
