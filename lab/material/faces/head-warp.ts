import Delaunator from "delaunator";
import sharp from "sharp";
import { centroid, type Vec2 } from "../../../inference/geometry/transform.ts";
import { decodeImage } from "../../../inference/imaging/decode.ts";
import type { Raster } from "../../../inference/imaging/raster.ts";
import { FACE_OVAL, MESH } from "../../../inference/models/facemesh-topology.ts";
import type { FacePipeline } from "../../../inference/pipelines/face/face.ts";
import type { Point } from "../../../inference/pipelines/types.ts";
import { type Expression, express, MOUTH, NEUTRAL } from "./expression.ts";
import { paintTriangles, type Vertex } from "./triangles.ts";

/** Degrees, with the signs of the proto's `HeadPose`: yaw > 0 to the subject's own left, pitch > 0 up. */
interface Turn {
  readonly yaw: number;
  readonly pitch: number;
}

/** The pose and expression of a head, relative to its photo. */
export type HeadChange = Partial<Turn & Expression>;

/**
 * Outlines of the head around the face, as multiples of the face's oval: how far each follows the turn (the
 * shoulders and the scene stay), and its distance behind the oval's own point, in face widths.
 */
const RINGS = [
  { reach: 1.2, follows: 1, behind: 0.25 },
  { reach: 1.5, follows: 0.7, behind: 0.5 },
  { reach: 2.2, follows: 0, behind: 1 },
] as const;

/** The head turns about an axis this many face widths behind the temples. */
const AXIS_BEHIND = 0.15;

/** The image's frame stays fixed: this many points on each side hold it. */
const FRAME_POINTS = 8;

/** A mouth that opens further than its photo shows is dark inside. */
const MOUTH_COLOUR = "#2a1214";
const MOUTH_SHOWS_FROM = 0.1;

/** Makes photos of one person's head as it would look turned, or with another expression. */
export interface WarpedHead {
  /** JPEG: drawn again with the face's own mesh as depth, nearest surface first. */
  show(change: HeadChange): Promise<Buffer>;
}

/** The head of the photo. Throws `RangeError` when the photo shows no face. */
export async function headOf(face: FacePipeline, photo: Uint8Array): Promise<WarpedHead> {
  const image = await decodeImage(photo);
  const { principal } = await face.analyze(image);
  if (principal === undefined) throw new RangeError("the photo shows no face");
  const { landmarks } = principal;
  return {
    async show(change) {
      const expression = { ...NEUTRAL, ...change };
      const turn = { yaw: 0, pitch: 0, ...change };
      const vertices = changed(image, landmarks, express(landmarks, expression), turn);
      const { triangles } = Delaunator.from(
        vertices,
        ({ from }) => from.x,
        ({ from }) => from.y,
      );
      const painted = paintTriangles(image, vertices, triangles);
      const inner = MOUTH.map((index) => vertices[index]!.to);
      return photograph(painted, expression.openMouth > MOUTH_SHOWS_FROM ? inner : null);
    },
  };
}

/** JPEG, with the inside of an open mouth drawn. */
async function photograph({ width, height, data }: Raster, mouth: readonly Vec2[] | null): Promise<Buffer> {
  const drawn = sharp(data, { raw: { width, height, channels: 3 } }).jpeg({ quality: 92 });
  if (mouth === null) return drawn.toBuffer();
  const points = mouth.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const inside = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polygon points="${points}" fill="${MOUTH_COLOUR}"/></svg>`;
  return drawn.composite([{ input: Buffer.from(inside) }]).toBuffer();
}

/** Every vertex of the image: its place in the photo, and after the expression and the turn. */
function changed(
  image: Raster,
  landmarks: readonly Point[],
  expressed: readonly Point[],
  turn: Turn,
): Vertex[] {
  const oval = FACE_OVAL.map((index) => landmarks[index]!);
  const dropped = FACE_OVAL.map((index) => difference(expressed[index]!, landmarks[index]!));
  const width = Math.hypot(
    landmarks[MESH.temples.left]!.x - landmarks[MESH.temples.right]!.x,
    landmarks[MESH.temples.left]!.y - landmarks[MESH.temples.right]!.y,
  );
  const depth = (landmarks[MESH.temples.left]!.z + landmarks[MESH.temples.right]!.z) / 2;
  const axis: Point = { ...centroid(oval), z: depth + AXIS_BEHIND * width };
  const inside = (point: Vec2) => ({
    x: Math.min(image.width, Math.max(0, point.x)),
    y: Math.min(image.height, Math.max(0, point.y)),
  });
  const rings = RINGS.flatMap(({ reach, follows, behind }) =>
    oval.map((point, n) => {
      const at = inside({
        x: axis.x + reach * (point.x - axis.x),
        y: axis.y + reach * (point.y - axis.y),
      });
      const from = { ...at, z: point.z + behind * width };
      return vertex(from, sum(from, dropped[n]!), axis, turn, follows);
    }),
  );
  const frame = framePoints(image).map((at) => {
    const far = { ...at, z: depth + 2 * width };
    return vertex(far, far, axis, turn, 0);
  });
  return [...landmarks.map((point, n) => vertex(point, expressed[n]!, axis, turn, 1)), ...rings, ...frame];
}

function vertex(from: Point, expressed: Point, axis: Point, turn: Turn, follows: number): Vertex {
  const to = sum(rotate(difference(expressed, axis), turn), axis);
  return {
    from: { x: from.x, y: from.y },
    to: {
      x: from.x + follows * (to.x - from.x),
      y: from.y + follows * (to.y - from.y),
      z: from.z + follows * (to.z - from.z),
    },
  };
}

const sum = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
const difference = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });

/** Pitch first, then yaw, about the axis. */
function rotate({ x, y, z }: Point, turn: Turn): Point {
  const [yaw, pitch] = [(turn.yaw * Math.PI) / 180, (turn.pitch * Math.PI) / 180];
  const nodded = {
    y: y * Math.cos(pitch) + z * Math.sin(pitch),
    z: z * Math.cos(pitch) - y * Math.sin(pitch),
  };
  return {
    x: x * Math.cos(yaw) - nodded.z * Math.sin(yaw),
    y: nodded.y,
    z: x * Math.sin(yaw) + nodded.z * Math.cos(yaw),
  };
}

function framePoints({ width, height }: Raster): Vec2[] {
  return Array.from({ length: FRAME_POINTS }, (_, n) => n / FRAME_POINTS).flatMap((share) => [
    { x: share * width, y: 0 },
    { x: width, y: share * height },
    { x: (1 - share) * width, y: height },
    { x: 0, y: (1 - share) * height },
  ]);
}
