import type { Subject } from "#inference/forensics/detector/detector.ts";
import { openForensicModels } from "#inference/forensics/graphs.ts";
import { readUploadFile, type UploadFile } from "#inference/forensics/upload/upload-file.ts";
import { whole } from "#inference/geometry/boxes.ts";
import { decodeImage } from "#inference/imaging/decode.ts";
import type { Raster } from "#inference/imaging/raster.ts";
import { CPU, openModel } from "#inference/runtime/session.ts";

/** The detectors' graphs on the CPU; open until the process ends. */
export const forensicModels = () => openForensicModels((name, bytes) => openModel({ name, bytes }, CPU));

/** A file without metadata, for an image that was never encoded. */
const NO_FILE: UploadFile = {
  orientation: 1,
  exif: {},
  xmp: {},
  texts: [],
  segments: [],
  lumaSteps: new Array(64).fill(1),
};

/** An image, all of which is the document, without text or a portrait unless these are known. */
export const imageAs = (raster: Raster, known: Partial<Subject> = {}): Subject => ({
  file: NO_FILE,
  raster,
  document: whole(raster),
  lines: [],
  ...known,
});

/** The same of an upload. */
export const uploadAs = async (content: Uint8Array, known: Partial<Subject> = {}): Promise<Subject> =>
  imageAs(await decodeImage(content), { file: await readUploadFile(content), ...known });
