import { boundingBox, centre } from "../../geometry/boxes.ts";
import { chipToImage, slope } from "../../geometry/chip.ts";
import { headPose, type Pose, type Vec3 } from "../../geometry/head-pose.ts";
import { insidePolygon } from "../../geometry/polygon.ts";
import { apply, invert, rotation } from "../../geometry/transform.ts";
import { laplacian } from "../../imaging/gradient.ts";
import { luma, type Raster } from "../../imaging/raster.ts";
import { warp } from "../../imaging/warp.ts";
import { EYES, FACE_OVAL, INNER_LIPS, MESH } from "../../models/facemesh-topology.ts";
import { mean } from "../../statistics.ts";
import type { NativeFaceMeasures } from "../types.ts";
import { faceVisibility, type Visibility } from "./visibility.ts";

type Landmarks = readonly Vec3[];

/** The face is measured on an upright square of this side, at `TEMPLE_PIXELS` between the temples. */
const SIDE = 192;
const TEMPLE_PIXELS = 128;

/** The measures from which the quality components are computed. */
export interface FaceMeasures extends NativeFaceMeasures {
  /** Shannon entropy of the face's luma histogram, in bits, 0..8. */
  readonly lumaEntropy: number;
  readonly visibility: Visibility;
}

/**
 * Pitch of the mesh's line from forehead to chin when a head is level: the median of 807 press photos (LFW's
 * first fold), whose median yaw and roll are within 1° of zero.
 */
const LEVEL_PITCH = -6.5;

/**
 * Which way the head points, by the mesh: the lines between mirrored landmarks, and from forehead to chin.
 */
export function measurePose(landmarks: Landmarks): Pose {
  const across = MESH.symmetricPairs
    .map(([right, left]) => difference(landmarks[left]!, landmarks[right]!))
    .reduce(sum);
  const pose = headPose(across, difference(landmarks[MESH.chin]!, landmarks[MESH.foreheadTop]!));
  return { ...pose, pitch: pose.pitch - LEVEL_PITCH };
}

/** Measures the face that lies at the landmarks. */
export async function measureFace(image: Raster, landmarks: Landmarks): Promise<FaceMeasures> {
  const { values, edges, visibility } = await facePixels(image, landmarks);
  const eyes = MESH.eyeCorners.map(([outer, inner]) => midpoint(landmarks[outer]!, landmarks[inner]!));
  return {
    interEyeDistance: Math.hypot(eyes[0]!.x - eyes[1]!.x, eyes[0]!.y - eyes[1]!.y),
    meanLuma: mean(values),
    lumaEntropy: entropy(values),
    laplacianVariance: variance(edges),
    eyeAspectRatio: mean(EYES.map((eye) => aspectRatio(landmarks, eye))),
    mouthAspectRatio: aspectRatio(landmarks, INNER_LIPS),
    visibility,
  };
}

/** Visibility, and luma and Laplacian of the pixels inside the face's outline, on the aligned square. */
async function facePixels(image: Raster, landmarks: Landmarks) {
  const { right, left } = MESH.temples;
  const turn = slope(landmarks[right]!, landmarks[left]!);
  const upright = boundingBox(landmarks.map((point) => apply(rotation(-turn), point)));
  const side = (distance(landmarks[right]!, landmarks[left]!) * SIDE) / TEMPLE_PIXELS;
  const toImage = chipToImage({ centre: apply(rotation(turn), centre(upright)), side, turn }, SIDE);
  const plane = luma(warp(image, toImage, SIDE, SIDE));
  const toChip = invert(toImage);
  const onChip = landmarks.map((point) => apply(toChip, point));
  const inside = insidePolygon(
    FACE_OVAL.map((index) => onChip[index]!),
    SIDE,
    SIDE,
  );
  const keep = (_: number, index: number) => inside[index] === 1;
  return {
    values: plane.filter(keep),
    edges: laplacian(plane, SIDE, SIDE).filter(keep),
    visibility: faceVisibility(plane, SIDE, onChip),
  };
}

/** Mean opening between paired points over the distance of the corners, in three dimensions. */
function aspectRatio(
  landmarks: Landmarks,
  part: {
    readonly corners: readonly [number, number];
    readonly lids: readonly (readonly [number, number])[];
  },
): number {
  const openings = part.lids.map(([upper, lower]) => distance(landmarks[upper]!, landmarks[lower]!));
  const [from, to] = part.corners;
  return mean(openings) / distance(landmarks[from]!, landmarks[to]!);
}

const sum = (a: Vec3, b: Vec3): Vec3 => ({ x: a.x + b.x, y: a.y + b.y, z: a.z + b.z });
const difference = (a: Vec3, b: Vec3): Vec3 => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const midpoint = (a: Vec3, b: Vec3) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const distance = (a: Vec3, b: Vec3) => Math.hypot(a.x - b.x, a.y - b.y, a.z - b.z);

function variance(values: Float32Array): number {
  const middle = mean(values);
  return mean(values.map((value) => (value - middle) ** 2));
}

function entropy(values: Float32Array): number {
  const bins = new Float64Array(256);
  for (const value of values) bins[Math.round(value)]! += 1 / values.length;
  return bins.reduce((bits, share) => (share > 0 ? bits - share * Math.log2(share) : bits), 0);
}
