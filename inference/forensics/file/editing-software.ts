import type { Tags } from "../upload/exif.ts";
import type { JpegSegment, UploadFile } from "../upload/upload-file.ts";
import { adobePrograms } from "./adobe-programs.ts";

/**
 * Programs that change an image's content, by the names that they write into files. Camera apps and
 * converters are not listed.
 */
const EDITORS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Adobe Photoshop", /photoshop(?! lightroom)/i],
  ["Adobe Lightroom", /lightroom/i],
  ["Adobe Illustrator", /illustrator/i],
  ["Adobe Firefly", /firefly/i],
  ["Affinity Photo", /affinity/i],
  ["Canva", /\bcanva\b/i],
  ["Corel", /\bcorel|paintshop|paint shop pro/i],
  ["DALL-E", /\bdall[-·]?e\b/i],
  ["Facetune", /facetune/i],
  ["Fotor", /\bfotor\b/i],
  // IPTC's digital source type, by which such programs label their output.
  ["Generative AI", /trainedAlgorithmicMedia/i],
  ["GIMP", /\bgimp\b/i],
  ["Inkscape", /inkscape/i],
  ["Krita", /\bkrita\b/i],
  ["Meitu", /meitu|beautyplus/i],
  ["Midjourney", /midjourney/i],
  ["Paint.NET", /paint\.net/i],
  ["PhotoScape", /photoscape/i],
  ["Photopea", /photopea/i],
  ["PicsArt", /picsart/i],
  ["Pixelmator", /pixelmator/i],
  ["Pixlr", /\bpixlr\b/i],
  ["Snapseed", /snapseed/i],
  ["Stable Diffusion", /stable diffusion|automatic1111|comfyui/i],
];

/** EXIF and XMP tags in which programs name themselves. */
const TAGS: ReadonlySet<string> = new Set([
  "Software",
  "ProcessingSoftware",
  "HostComputer",
  "CreatorTool",
  "History",
  "ImageHistory",
  "DigitalSourceType",
]);
/**
 * Segments in which programs name themselves: comments, and APP11 with the C2PA manifest, which cameras
 * write, too.
 */
const NAMING_SEGMENTS: readonly number[] = [0xfe, 0xeb];
const TEXT_MAX = 65_536;
/** Characters of all texts that are searched: an upload may be metadata for the most part. */
const ALL_MAX = 1_048_576;

/**
 * Names of editing programs, in alphabetical order, that the file's EXIF, XMP, PNG texts, JPEG comments, C2PA
 * manifest or JPEG structure show. The names come from fixed lists, so that no other metadata is disclosed.
 * An editor that strips metadata leaves no name.
 */
export function editingSoftware(file: UploadFile): string[] {
  const { exif, xmp, texts, segments } = file;
  const searched = upTo(ALL_MAX, [
    ...[...tagTexts(exif), ...tagTexts(xmp), ...texts].map((text) => text.slice(0, TEXT_MAX)),
    ...segmentTexts(segments),
  ]);
  const named = EDITORS.filter(([, pattern]) => searched.some((text) => pattern.test(text))).map(
    ([name]) => name,
  );
  return [...new Set([...named, ...adobePrograms(file)])].sort();
}

/** Texts of the naming tags of a TIFF or XMP structure. */
const tagTexts = (tags: Tags): string[] =>
  Object.entries(tags)
    .filter(([name]) => TAGS.has(name))
    .map(([, tag]) => JSON.stringify(tag));

const segmentTexts = (segments: readonly JpegSegment[]): string[] =>
  segments
    .filter(({ marker }) => NAMING_SEGMENTS.includes(marker))
    .map(({ data }) => Buffer.from(data.subarray(0, TEXT_MAX)).toString("latin1"));

/** The first texts, up to this many characters in total. */
function upTo(most: number, texts: readonly string[]): string[] {
  let left = most;
  return texts.filter(({ length }) => {
    left -= length;
    return left >= 0;
  });
}
