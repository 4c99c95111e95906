import { beforeEach } from "vitest";
import type { Forensics } from "#edge/inference/port.ts";
import { type CheckEdge, image } from "../harness/edge/check-edge.ts";
import { forensics, frame, MRZ, reading } from "../harness/edge/inference-results.ts";

const model = { name: "seams", version: "1" };
export const tampered = (): Forensics =>
  forensics({ signals: [{ name: "splicing", score: 0.6, region: [100, 120, 300, 40], model }] });

/** Of a state that is not the specimens'. */
export const dutch = () => {
  const fields = MRZ.fields.map((field) => (field.value === "UTO" ? { ...field, value: "NLD" } : field));
  return reading({ mrz: { ...MRZ, fields } });
};

/** Before each test inference finds a live face, and a signal on its document. */
export function findsTampered({ answers }: CheckEdge): void {
  beforeEach(() => {
    answers.frames = [frame({}, 0.9)];
    answers.reading = reading();
    answers.forensics = tampered();
  });
}

/** A verification that the signal has brought to a review. */
export async function begunReview(
  edge: CheckEdge,
  key: string,
  request: { readonly customer_ref: string; readonly policy?: object },
): Promise<string> {
  const { verification, session_token } = (await edge.call("POST", "/v1/verifications", key, request)).body;
  await edge.upload("/v1/ocr/scan", session_token.token, { image: image() });
  await edge.upload("/v1/fraud/detect", session_token.token, { image: image() });
  await edge.upload("/v1/liveness/check", session_token.token, { mode: "passive", image_1: image(2) });
  return verification.id;
}
