import { boundingBox, centre } from "../geometry/boxes.ts";
import { type Chip, chipToImage, slope } from "../geometry/chip.ts";
import type { Detection } from "../geometry/detections.ts";
import { apply, rotation, type Vec2 } from "../geometry/transform.ts";
import { planes } from "../imaging/pixels.ts";
import type { Raster } from "../imaging/raster.ts";
import { warp } from "../imaging/warp.ts";
import type { Model } from "../runtime/session.ts";
import type { MeshView } from "./face-detector.ts";
import { MESH } from "./facemesh-topology.ts";

const SIZE = 192;

/** Side of the second view, in sides of the mesh's own box. */
const CONTEXT = 1.5;

/** A landmark in the image's pixels; smaller z is nearer, in the same unit. */
export interface Landmark extends Vec2 {
  readonly z: number;
}

export interface FaceMesh {
  /** 468, in MediaPipe's order. */
  readonly landmarks: readonly Landmark[];
  /** Probability that the view holds a face, 0..1. */
  readonly flag: number;
}

/** The view of a detected face: a square around it, turned so that the face is upright. */
export function meshView({ box, points }: Detection, { context, down }: MeshView): Chip {
  const turn = slope(points[0]!, points[1]!);
  const { x, y } = centre(box);
  const shift = down * box.height;
  return {
    centre: { x: x - shift * Math.sin(turn), y: y + shift * Math.cos(turn) },
    side: context * Math.sqrt(box.width * box.height),
    turn,
  };
}

/** The second view of a face, from its first mesh. */
export const refinedView = ({ landmarks }: FaceMesh): Chip => uprightView(landmarks, CONTEXT);

/** An upright square about a mesh, `context` times as wide as the longer side of its own upright box. */
export function uprightView(landmarks: readonly Vec2[], context: number): Chip {
  const { right, left } = MESH.outerEyeCorners;
  const turn = slope(landmarks[right]!, landmarks[left]!);
  const box = boundingBox(landmarks.map((point) => apply(rotation(-turn), point)));
  const side = context * Math.max(box.width, box.height);
  return { centre: apply(rotation(turn), centre(box)), side, turn };
}

/**
 * MediaPipe Face Mesh, arXiv:1907.06724: 468 landmarks in three dimensions, from a view of 192 × 192 pixels.
 */
export async function readMesh(model: Model, image: Raster, view: Chip): Promise<FaceMesh> {
  const toImage = chipToImage(view, SIZE);
  const chip = warp(image, toImage, SIZE, SIZE);
  const outputs = await model.run({ [model.inputs[0]!]: planes(chip, "rgb") });
  const mesh = outputs.mesh!.data as Float32Array;
  const unit = view.side / SIZE;
  const landmarks = Array.from({ length: MESH.count }, (_, n) => ({
    ...apply(toImage, { x: mesh[n * 3]!, y: mesh[n * 3 + 1]! }),
    z: mesh[n * 3 + 2]! * unit,
  }));
  return { landmarks, flag: Number(outputs.face_flag!.data[0]) };
}
