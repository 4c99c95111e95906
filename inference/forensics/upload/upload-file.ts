import { readMetadata } from "../../imaging/metadata.ts";
import { type Tags, tagsOf, xmpTagsOf } from "./exif.ts";
import { type JpegSegment, jpegSegments } from "./jpeg-segments.ts";
import { lumaSteps } from "./quantization-table.ts";

/** The facts of an upload's file beside its pixels. */
export interface UploadFile {
  /** EXIF orientation, 1..8. */
  readonly orientation: number;
  /** Tags by name; empty where the structure is absent, too large or broken. */
  readonly exif: Tags;
  readonly xmp: Tags;
  /** PNG text chunks, keyword first. */
  readonly texts: readonly string[];
  /** A JPEG's marker segments before its first scan; empty for another format. */
  readonly segments: readonly JpegSegment[];
  /**
   * Luma's 64 quantisation steps of a JPEG, row by row; all ones for another format, whose pixels are not
   * quantised.
   */
  readonly lumaSteps: readonly number[];
}

/** Reads the container once and decodes no pixel. Throws where `decodeImage` refuses the container. */
export async function readUploadFile(content: Uint8Array): Promise<UploadFile> {
  const { orientation, exif, xmp, texts } = readMetadata(content);
  const segments = jpegSegments(content);
  return {
    orientation,
    exif: tagsOf(exif),
    xmp: xmpTagsOf(xmp),
    texts,
    segments,
    lumaSteps: lumaSteps(segments),
  };
}
