import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The images of a run, by name. */
export interface Material {
  readonly faces: Readonly<Record<string, Uint8Array>>;
  readonly documents: Readonly<Record<string, Uint8Array>>;
}

/** An error that the caller can correct: an argument, or a missing folder. */
export class UsageError extends Error {}

const KINDS = ["faces", "documents"] as const;

/** Rotation of each sample photo in degrees: an upside-down face costs four analyses. */
const FACE_TURNS = [0, 90, 180, 270] as const;
/** Rotations of the photographed documents, and the long sides of their photos in pixels. */
const DOCUMENT_TURNS = [-8, 0, 3, 8, 12] as const;
const LONG_SIDES = [2000, 4000] as const;

/** Reads a folder that `writeMaterial` made. */
export function readMaterial(folder: string): Material {
  const read = (kind: string) => {
    const path = join(folder, kind);
    if (!existsSync(path)) {
      throw new UsageError(`${path} does not exist: npm run lab -- gpu draw --material DIR makes it`);
    }
    const files = readdirSync(path).toSorted();
    return Object.fromEntries(files.map((name) => [name, readFileSync(join(path, name))]));
  };
  return { faces: read("faces"), documents: read("documents") };
}

/**
 * Writes the bench's photos: faces that npm packages bring, and specimens that are drawn and photographed by
 * code. A GPU host lacks the packages that draw, so that it gets the images.
 */
export async function writeMaterial(folder: string): Promise<void> {
  for (const kind of KINDS) mkdirSync(join(folder, kind), { recursive: true });
  const { PHOTOS } = await import("../bench/photos.ts");
  const { photograph } = await import("../bench/documents/photographs.ts");
  const { default: sharp } = await import("sharp");
  for (const [i, photo] of PHOTOS.entries()) {
    for (const turn of FACE_TURNS) {
      const turned = await sharp(photo).rotate(turn).jpeg({ quality: 92 }).toBuffer();
      writeFileSync(join(folder, "faces", `face-${i + 1}-turned-${turn}.jpg`), turned);
    }
  }
  for (const longSide of LONG_SIDES) {
    for (const [seed, rotation] of DOCUMENT_TURNS.entries()) {
      const name = `specimen-${longSide}-${seed + 1}.jpg`;
      writeFileSync(join(folder, "documents", name), await photograph(seed, rotation, longSide));
    }
  }
}
