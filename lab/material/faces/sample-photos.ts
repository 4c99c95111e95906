import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const PACKAGE = dirname(createRequire(import.meta.url).resolve("@vladmandic/face-api"));

/** The path of a photo that @vladmandic/face-api ships for its demo. */
export const samplePhoto = (file: string): string => join(PACKAGE, "../demo", file);

/** Six photos of people, 140 to 300 kB each. */
export const SAMPLE_PHOTOS: readonly string[] = [1, 2, 3, 4, 5, 6].map((n) => samplePhoto(`sample${n}.jpg`));
