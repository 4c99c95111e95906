import { homography } from "../../inference/geometry/transform.ts";
import { decodeImage } from "../../inference/imaging/decode.ts";
import { encodeJpeg } from "../../inference/imaging/resize.ts";
import { warp } from "../../inference/imaging/warp.ts";
import type { Turn } from "./head-turn.ts";

/** Distance of the camera from the print, in long sides of the print. */
const CAMERA = 2.5;

/** The photo as a flat print that is turned before the camera, as an attacker would who has no head to turn. JPEG. */
export async function turnPrint(photo: Uint8Array, { yaw, pitch }: Turn): Promise<Buffer> {
  const picture = await decodeImage(photo);
  const { width, height } = picture;
  const [sinYaw, cosYaw] = [Math.sin((yaw * Math.PI) / 180), Math.cos((yaw * Math.PI) / 180)];
  const [sinPitch, cosPitch] = [Math.sin((pitch * Math.PI) / 180), Math.cos((pitch * Math.PI) / 180)];
  const camera = CAMERA * Math.max(width, height);
  const corners = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  const seen = corners.map(({ x, y }) => {
    const [u, v] = [x - width / 2, y - height / 2];
    const depth = -v * sinPitch;
    const scale = camera / (camera + u * sinYaw + depth * cosYaw);
    return {
      x: width / 2 + scale * (u * cosYaw - depth * sinYaw),
      y: height / 2 + scale * v * cosPitch,
    };
  });
  return encodeJpeg(await warp(picture, homography(seen, corners), width, height), 92);
}
