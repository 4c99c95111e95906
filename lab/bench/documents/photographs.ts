import { captureDocument } from "../../material/capture/capture.ts";
import { inventHolder, renderSpecimen } from "../../material/documents/specimen.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";

/** A photographed specimen; `rotation` in degrees, `longSide` of the photo in pixels. */
export async function photograph(seed: number, rotation: number, longSide: number): Promise<Buffer> {
  const format = seed % 2 === 0 ? "TD1" : "TD3";
  const portrait = SAMPLE_FACES[seed % SAMPLE_FACES.length]!;
  const { content } = await renderSpecimen({ format, holder: inventHolder(seed + 1), portrait });
  return (await captureDocument(content, { seed, rotation, coverage: 0.7, longSide })).content;
}
