import { photocopy } from "./colour-range.ts";
import type { Measure } from "./measure.ts";
import { screenshot } from "./noise-floor.ts";
import { recapture } from "./recapture.ts";
import { seams } from "./seams.ts";
import { compressionHistory } from "./tampering.ts";

/** All that an upload is looked at for. */
export const MEASURES: readonly Measure[] = [compressionHistory, seams, recapture, photocopy, screenshot];
