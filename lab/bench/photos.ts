import { readFileSync } from "node:fs";
import { SAMPLE_PHOTOS } from "../material/faces/sample-photos.ts";

/** The sample photos as uploads. */
export const PHOTOS: readonly Uint8Array[] = SAMPLE_PHOTOS.map((file) => readFileSync(file));
