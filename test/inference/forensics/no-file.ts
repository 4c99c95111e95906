import type { UploadFile } from "#inference/forensics/upload/upload-file.ts";

/** What a file says that says nothing, for a picture that never was one. */
export const NO_FILE: UploadFile = {
  orientation: 1,
  exif: {},
  xmp: {},
  texts: [],
  segments: [],
  lumaSteps: new Array(64).fill(1),
};
