import sharp from "sharp";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import { paintTriangles, type Vertex } from "./triangles.ts";

/** Position of a print before the camera. Angles in degrees. */
export interface Presentation {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** Shares of the image's width and height. */
  readonly right: number;
  readonly down: number;
  /** Nearer to the camera: 1.1 shows it a tenth larger. */
  readonly zoom: number;
  /** The angle that the paper's width wraps about an upright cylinder, hollow side away from the camera. */
  readonly bend: number;
  /** The same for its height about a lying cylinder. */
  readonly arch: number;
  /** Of the JPEG, 1..100. */
  readonly jpeg: number;
  /** Factor of the exposure. */
  readonly light: number;
}

const HELD_STILL: Presentation = {
  yaw: 0,
  pitch: 0,
  roll: 0,
  right: 0,
  down: 0,
  zoom: 1,
  bend: 0,
  arch: 0,
  jpeg: 92,
  light: 1,
};

/** Distance of the camera from the print, in long sides of the print. */
const CAMERA = 2.5;

/** The paper is drawn as this many cells a side. */
const CELLS = 32;

/** The photo as a print, flat or bent, that an attacker presents to a camera. JPEG. */
export async function presentPrint(photo: Uint8Array, held: Partial<Presentation>): Promise<Buffer> {
  const image = await decodeImage(photo);
  const { width, height } = image;
  const presentation = { ...HELD_STILL, ...held };
  const vertices = Array.from({ length: (CELLS + 1) ** 2 }, (_, n): Vertex => {
    const [u, v] = [(n % (CELLS + 1)) / CELLS - 0.5, Math.floor(n / (CELLS + 1)) / CELLS - 0.5];
    const seen = project(u * width, v * height, { width, height }, presentation);
    return { from: { x: (u + 0.5) * width, y: (v + 0.5) * height }, to: seen };
  });
  const { data } = paintTriangles(image, vertices, TRIANGLES);
  return sharp(data, { raw: { width, height, channels: 3 } })
    .modulate({ brightness: presentation.light })
    .jpeg({ quality: presentation.jpeg })
    .toBuffer();
}

/** Projection of a point of the paper, measured from its middle, and its distance. */
function project(u: number, v: number, size: { width: number; height: number }, held: Presentation) {
  const across = wrap(u, size.width, held.bend);
  const along = wrap(v, size.height, held.arch);
  const paper = { x: across.at, y: along.at, z: across.depth + along.depth };
  const rolled = turn(paper.x, paper.y, held.roll);
  const [y, nodded] = turn(rolled[1], paper.z, -held.pitch);
  const [x, z] = turn(rolled[0], nodded, held.yaw);
  const camera = CAMERA * Math.max(size.width, size.height);
  const scale = (held.zoom * camera) / (camera + z);
  return {
    x: size.width * (0.5 + held.right) + scale * x,
    y: size.height * (0.5 + held.down) + scale * y,
    z,
  };
}

/**
 * The point of an arc that the length wraps by the angle: its place along the chord, and its depth behind the
 * middle.
 */
function wrap(at: number, length: number, degrees: number): { at: number; depth: number } {
  if (degrees === 0) return { at, depth: 0 };
  const radius = length / ((degrees * Math.PI) / 180);
  return { at: radius * Math.sin(at / radius), depth: radius * (1 - Math.cos(at / radius)) };
}

function turn(a: number, b: number, degrees: number): [number, number] {
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [a * cos - b * sin, a * sin + b * cos];
}

const TRIANGLES = Array.from({ length: CELLS ** 2 }, (_, n) => {
  const corner = Math.floor(n / CELLS) * (CELLS + 1) + (n % CELLS);
  const below = corner + CELLS + 1;
  return [corner, corner + 1, below, corner + 1, below + 1, below];
}).flat();
