import Delaunator from "delaunator";
import { centroid, type Vec2 } from "../../inference/geometry/transform.ts";
import { decodeImage } from "../../inference/imaging/decode.ts";
import type { Raster } from "../../inference/imaging/raster.ts";
import { encodeJpeg } from "../../inference/imaging/resize.ts";
import { FACE_OVAL, MESH } from "../../inference/models/facemesh/topology.ts";
import type { FacePipeline } from "../../inference/pipelines/face.ts";
import type { Point } from "../../inference/pipelines/types.ts";
import { paintTriangles, type Vertex } from "./triangles.ts";

/** Degrees, with the signs of the proto's `HeadPose`: yaw > 0 to the subject's own left, pitch > 0 up. */
export interface Turn {
  readonly yaw: number;
  readonly pitch: number;
}

/**
 * Outlines of the head around the face, as multiples of the face's oval: how far each follows the turn (the shoulders
 * and the scene stay), and how far behind the oval's own point it lies, in face widths.
 */
const RINGS = [
  { reach: 1.2, follows: 1, behind: 0.25 },
  { reach: 1.5, follows: 0.7, behind: 0.5 },
  { reach: 2.2, follows: 0, behind: 1 },
] as const;

/** The head turns about an axis this many face widths behind the temples. */
const AXIS_BEHIND = 0.15;

/** The picture's frame stays where it is: this many points on each side hold it. */
const FRAME_POINTS = 8;

/**
 * The photo of one person, as it would look had the head turned by `turn` from where it was: drawn again with the face's
 * own mesh as depth, nearest surface first. JPEG. Throws `RangeError` when the photo shows no face.
 */
export async function turnHead(face: FacePipeline, photo: Uint8Array, turn: Turn): Promise<Buffer> {
  const picture = await decodeImage(photo);
  const { principal } = await face.analyze(picture);
  if (principal === undefined) throw new RangeError("the photo shows no face");
  const vertices = turned(picture, principal.landmarks, turn);
  const { triangles } = Delaunator.from(
    vertices,
    ({ from }) => from.x,
    ({ from }) => from.y,
  );
  return encodeJpeg(paintTriangles(picture, vertices, triangles), 92);
}

/** Every vertex of the picture, where it is and where it comes to lie. */
function turned(picture: Raster, landmarks: readonly Point[], turn: Turn): Vertex[] {
  const oval = FACE_OVAL.map((index) => landmarks[index]!);
  const width = Math.hypot(
    landmarks[MESH.temples.left]!.x - landmarks[MESH.temples.right]!.x,
    landmarks[MESH.temples.left]!.y - landmarks[MESH.temples.right]!.y,
  );
  const depth = (landmarks[MESH.temples.left]!.z + landmarks[MESH.temples.right]!.z) / 2;
  const axis: Point = { ...centroid(oval), z: depth + AXIS_BEHIND * width };
  const inside = (point: Vec2) => ({
    x: Math.min(picture.width, Math.max(0, point.x)),
    y: Math.min(picture.height, Math.max(0, point.y)),
  });
  const rings = RINGS.flatMap(({ reach, follows, behind }) =>
    oval.map((point) => {
      const at = inside({
        x: axis.x + reach * (point.x - axis.x),
        y: axis.y + reach * (point.y - axis.y),
      });
      return vertex({ ...at, z: point.z + behind * width }, axis, turn, follows);
    }),
  );
  const frame = framePoints(picture).map((at) => vertex({ ...at, z: depth + 2 * width }, axis, turn, 0));
  return [...landmarks.map((point) => vertex(point, axis, turn, 1)), ...rings, ...frame];
}

function vertex(point: Point, axis: Point, turn: Turn, follows: number): Vertex {
  const moved = rotate({ x: point.x - axis.x, y: point.y - axis.y, z: point.z - axis.z }, turn);
  return {
    from: { x: point.x, y: point.y },
    to: {
      x: point.x + follows * (moved.x + axis.x - point.x),
      y: point.y + follows * (moved.y + axis.y - point.y),
      z: point.z + follows * (moved.z + axis.z - point.z),
    },
  };
}

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
