import { compressionHistory } from "./compression/compression-history.ts";
import { copyMove } from "./copy-move/copy-move.ts";
import type { Detector } from "./detector/detector.ts";
import { fileHistory } from "./file/file-history.ts";
import { oddPrint } from "./print/odd-print.ts";
import { photocopy } from "./recapture/photocopy.ts";
import { recapture } from "./recapture/recapture.ts";
import { namedScreenshot, screenshot } from "./recapture/screenshot.ts";
import { resampling } from "./resampling.ts";
import { seams } from "./seams/seams.ts";

/** Every measure, in the order in which an upload is examined. */
export const DETECTORS: readonly Detector[] = [
  compressionHistory,
  seams,
  resampling,
  copyMove,
  oddPrint,
  recapture,
  photocopy,
  screenshot,
  fileHistory,
  namedScreenshot,
];
