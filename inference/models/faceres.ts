import { boundingBox, centre } from "../geometry/boxes.ts";
import { chipToPicture, slope } from "../geometry/chip.ts";
import { apply, rotation } from "../geometry/transform.ts";
import type { Net } from "../runtime/session.ts";
import { embedChip, type FaceEmbedder } from "./face-chip.ts";
import { MESH } from "./facemesh-topology.ts";

const SIZE = 224;

/** How much wider than the mesh's upright box the net's view is. */
const CONTEXT = 1.4;

/** The `faceres` net of @vladmandic/human: 1,024 numbers, out of an upright square about the mesh. */
export function faceres(net: Net): FaceEmbedder {
  return (picture, landmarks) => {
    const { right, left } = MESH.outerEyeCorners;
    const turn = slope(landmarks[right]!, landmarks[left]!);
    const box = boundingBox(landmarks.map((point) => apply(rotation(-turn), point)));
    const side = CONTEXT * Math.max(box.width, box.height);
    const chip = chipToPicture({ centre: apply(rotation(turn), centre(box)), side, turn }, SIZE);
    return embedChip(net, { size: SIZE, order: "rgb" }, picture, chip);
  };
}
