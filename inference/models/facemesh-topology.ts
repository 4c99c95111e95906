/**
 * Landmarks of MediaPipe Face Mesh by the parts of the face that they mark. "Left" and "right" are the
 * subject's own: the right eye is on the left of the image.
 */
export const MESH = {
  count: 468,
  foreheadTop: 10,
  chin: 152,
  noseTip: 1,
  /** Pairs that mirror each other, right then left. */
  symmetricPairs: [
    [33, 263],
    [133, 362],
    [127, 356],
    [234, 454],
    [61, 291],
    [58, 288],
    [70, 300],
    [50, 280],
    [98, 327],
  ],
  temples: { right: 127, left: 356 },
  outerEyeCorners: { right: 33, left: 263 },
  /** Outer and inner corner of the right eye, then of the left. */
  eyeCorners: [
    [33, 133],
    [263, 362],
  ],
  mouthCorners: { right: 61, left: 291 },
} as const;

/** An eye: its corners, outer first, and pairs of upper and lower lid points between them. */
export const EYES = [
  {
    corners: [33, 133],
    lids: [
      [160, 144],
      [158, 153],
      [159, 145],
    ],
  },
  {
    corners: [263, 362],
    lids: [
      [387, 373],
      [385, 380],
      [386, 374],
    ],
  },
] as const;

/** The inner edge of the lids: its corners, and pairs of upper and lower points between them. */
export const INNER_LIPS = {
  corners: [78, 308],
  lids: [
    [82, 87],
    [13, 14],
    [312, 317],
  ],
} as const;

/** The outer edge of the lips, in order around it. */
export const OUTER_LIPS = [
  61, 185, 40, 39, 37, 0, 267, 269, 270, 409, 291, 375, 321, 405, 314, 17, 84, 181, 91, 146,
] as const;

/** The outline of a patch of each cheek, between eye, nose and mouth; right then left. */
export const CHEEKS = [
  [117, 118, 101, 205, 187, 123],
  [346, 347, 330, 425, 411, 352],
] as const;

/** The outline of the face, clockwise from the top of the forehead as seen in the image. */
export const FACE_OVAL = [
  10, 338, 297, 332, 284, 251, 389, 356, 454, 323, 361, 288, 397, 365, 379, 378, 400, 377, 152, 148, 176, 149,
  150, 136, 172, 58, 132, 93, 234, 127, 162, 21, 54, 103, 67, 109,
] as const;

/**
 * Mesh landmarks for points 27 to 54 and 60 to 64 of the 68-point scheme (iBUG 300-W): nose, eyes, upper lip.
 * Brows and lower lips move, and dlib's alignment leaves them out too.
 */
// biome-ignore format: ten to a line, by part of the face.
export const RIGID_68: Readonly<Record<number, number>> = {
  27: 168, 28: 197, 29: 5, 30: 4, 31: 75, 32: 97, 33: 2, 34: 326, 35: 305,
  36: 33, 37: 160, 38: 158, 39: 133, 40: 153, 41: 144, 42: 362, 43: 385, 44: 387, 45: 263, 46: 373, 47: 380,
  48: 61, 49: 39, 50: 37, 51: 0, 52: 267, 53: 269, 54: 291, 60: 78, 61: 82, 62: 13, 63: 312, 64: 308,
};
