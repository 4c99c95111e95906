import { describe, expect, it } from "vitest";
import { apply, compose, rotation, scaling, translation, type Vec2 } from "#inference/geometry/transform.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { type FaceEmbedder, unit } from "#inference/models/face-chip.ts";
import { faceRecognition, faceReidentification } from "#inference/models/face-embedders.ts";
import { MESH, RIGID_68 } from "#inference/models/facemesh-topology.ts";
import { scriptedNet, tensor } from "../../harness/inference/scripted-net.ts";

const net = () => scriptedNet({ embedding: tensor([3, 0, 4], [1, 3]) });

/** Where the eye centres stand in each net's chip, as its makers publish it. */
const ALIGNMENTS: readonly {
  name: string;
  embedder: typeof faceRecognition;
  size: number;
  eyes: readonly [Vec2, Vec2];
}[] = [
  {
    name: "face_recognition",
    embedder: faceRecognition,
    size: 150,
    eyes: [
      { x: 48.2, y: 46.4 },
      { x: 99.9, y: 46.4 },
    ],
  },
  {
    name: "face-reidentification-retail-0095",
    embedder: faceReidentification,
    size: 128,
    eyes: [
      { x: 40.4, y: 59.1 },
      { x: 87.4, y: 58.9 },
    ],
  },
];

/**
 * A face whose landmarks stand in the proportions that both alignments expect, placed in a picture by a
 * transform.
 */
function face(placement: ReturnType<typeof rotation>) {
  const landmarks: Vec2[] = Array.from({ length: MESH.count }, () => ({ x: 50, y: 50 }));
  const put = (index: number, x: number, y: number) => {
    landmarks[index] = apply(placement, { x, y });
  };
  const shape: Record<number, readonly [number, number]> = {
    27: [50, 20],
    28: [50, 31],
    29: [50, 41],
    30: [50, 52],
    31: [37, 59],
    32: [43, 61],
    33: [50, 63],
    34: [56, 61],
    35: [62, 59],
    36: [12.2, 22],
    37: [19, 18],
    38: [27, 18],
    39: [33.5, 23],
    40: [26, 24.5],
    41: [18, 24.4],
    42: [64.6, 23],
    43: [71, 18],
    44: [79, 18],
    45: [85.9, 22],
    46: [80, 24.4],
    47: [72, 24.5],
    48: [25.4, 78],
    49: [34, 74.5],
    50: [43, 72.7],
    51: [49, 74.3],
    52: [55, 72.7],
    53: [64, 74.5],
    54: [72.6, 78],
    60: [29, 78.5],
    61: [43, 77.9],
    62: [49, 78.5],
    63: [55, 77.9],
    64: [69, 78.5],
  };
  for (const [point, [x, y]] of Object.entries(shape)) put(RIGID_68[Number(point)]!, x, y);
  put(MESH.noseTip, 49, 52);
  return landmarks;
}

/** A grey picture with white dots on the eye centres. */
function picture(landmarks: readonly Vec2[]): Raster {
  const [width, height] = [600, 600];
  const data = new Uint8Array(width * height * 3).fill(40);
  for (const [outer, inner] of MESH.eyeCorners) {
    const [a, b] = [landmarks[outer]!, landmarks[inner]!];
    const [x, y] = [Math.round((a.x + b.x) / 2), Math.round((a.y + b.y) / 2)];
    for (let dy = -9; dy <= 9; dy++) {
      for (let dx = -9; dx <= 9; dx++)
        data.fill(255, ((y + dy) * width + x + dx) * 3, ((y + dy) * width + x + dx) * 3 + 3);
    }
  }
  return { width, height, data };
}

/** Centre of the bright pixels in one half of a chip's first plane. */
function brightSpot(plane: ArrayLike<number>, size: number, half: "left" | "right"): Vec2 {
  let [sum, x, y] = [0, 0, 0];
  for (let n = 0; n < size * size; n++) {
    const isHere = half === "left" ? n % size < size / 2 : n % size >= size / 2;
    const weight = isHere && plane[n]! > 150 ? 1 : 0;
    sum += weight;
    x += weight * ((n % size) + 0.5);
    y += weight * (Math.floor(n / size) + 0.5);
  }
  return { x: x / sum, y: y / sum };
}

describe.each(ALIGNMENTS)("$name", ({ embedder, size, eyes }) => {
  it("sees the eyes where its makers put them, however the face lies in the picture", async () => {
    for (const turn of [0, 0.6, -2]) {
      const landmarks = face(
        compose(translation(300, 300), compose(rotation(turn), compose(scaling(2.4), translation(-50, -50)))),
      );
      const fake = net();
      await embedder(fake)(picture(landmarks), landmarks);
      const plane = fake.fed[0]!.data as Float32Array;
      for (const [half, eye] of [
        ["left", eyes[0]],
        ["right", eyes[1]],
      ] as const) {
        const spot = brightSpot(plane, size, half);
        expect(Math.hypot(spot.x - eye.x, spot.y - eye.y)).toBeLessThan(2.5);
      }
    }
  });

  it("adds the mirrored chip's vector, and answers a unit vector", async () => {
    const landmarks = face(compose(translation(180, 180), scaling(2.4)));
    const fake = net();
    const embed: FaceEmbedder = embedder(fake);
    expect([...(await embed(picture(landmarks), landmarks))]).toEqual(
      [0.6, 0, 0.8].map((value) => expect.closeTo(value, 6)),
    );
    const [plain, mirrored] = fake.fed.map(({ data }) => data as Float32Array);
    expect(fake.fed).toHaveLength(2);
    const row = 20 * size;
    expect([...mirrored!.subarray(row, row + size)]).toEqual([...plain!.subarray(row, row + size)].reverse());
  });
});

it("a vector without a direction is an error, never a template", () => {
  expect(() => unit(new Float32Array(4))).toThrow(RangeError);
  expect(() => unit(Float32Array.from([1, Number.NaN]))).toThrow(RangeError);
});
