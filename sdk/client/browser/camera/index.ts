export { type CameraCode, CameraError } from "./fault.ts";
export type { Facing, Lens } from "./lens.ts";
export { type Camera, type CameraOptions, openCamera } from "./open.ts";
