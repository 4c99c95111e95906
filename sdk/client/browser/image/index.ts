export { prepareFile } from "./file.ts";
export { type FrameOptions, type FrameSource, ImageError, type Prepared, prepareFrame } from "./frame.ts";
export type { FileLimits } from "./limits.ts";
