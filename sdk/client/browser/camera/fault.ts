/** Why there is no image of a camera. */
export type CameraCode =
  /** A person or a policy of the device said no. */
  | "camera_denied"
  /** The page, or the frame that it is in, may not use a camera: `allow="camera"`, Permissions-Policy. */
  | "camera_blocked"
  /** There is no camera. */
  | "camera_missing"
  /** Another program or page has it. */
  | "camera_in_use"
  /** The camera is open and shows nothing, or the browser never answered. */
  | "camera_timeout"
  /** It was stopped, or taken away. */
  | "camera_closed"
  /** The page is open over plain HTTP, and browsers offer no camera there. */
  | "insecure_context"
  /** The browser has no cameras for pages, as some that are built into other apps. */
  | "camera_unsupported";

export class CameraError extends Error {
  override readonly name = "CameraError";
  readonly code: CameraCode;

  constructor(code: CameraCode, cause?: unknown) {
    super(code, cause === undefined ? {} : { cause });
    this.code = code;
  }
}

const BY_NAME: Readonly<Record<string, CameraCode>> = {
  NotAllowedError: "camera_denied",
  SecurityError: "camera_blocked",
  NotFoundError: "camera_missing",
  OverconstrainedError: "camera_missing",
  NotReadableError: "camera_in_use",
  AbortError: "camera_in_use",
  NotSupportedError: "camera_unsupported",
};

/** Maps an error of `getUserMedia`. A frame without permission for cameras counts as a person's rejection. */
export function cameraFault(error: unknown, mayUseCamera: boolean): CameraError {
  if (error instanceof CameraError) return error;
  const name = (error as Partial<Error> | null)?.name ?? "";
  const code = BY_NAME[name] ?? "camera_unsupported";
  return new CameraError(code === "camera_denied" && !mayUseCamera ? "camera_blocked" : code, error);
}
