import { CameraError, cameraFault } from "./fault.ts";
import type { Device, Facing } from "./lens.ts";

/** A camera by the side it faces, or a certain one; of both, browsers ignore or reject one. */
export type Wanted = { readonly facing: Facing } | { readonly deviceId: string };

/** A camera that was just closed may not be free at once. */
const BUSY_RETRY_MS = 400;

const SIZE = {
  width: { ideal: 2_560 },
  height: { ideal: 1_440 },
  // Missing in some browsers' types: the lens's own pixels, not scaled by the browser.
  resizeMode: "none",
};

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Throws a `CameraError`. The browser may ask the person meanwhile, for as long as they take. */
export async function streamOf(wanted: Wanted): Promise<MediaStream> {
  const { mediaDevices } = requireAbility();
  const source =
    "deviceId" in wanted
      ? { deviceId: { exact: wanted.deviceId } }
      : { facingMode: { ideal: wanted.facing } };
  const open = () => mediaDevices.getUserMedia({ video: { ...SIZE, ...source }, audio: false });
  try {
    return await open().catch(async (error: unknown) => {
      if ((error as Partial<Error> | null)?.name !== "NotReadableError") throw error;
      await pause(BUSY_RETRY_MS);
      return open();
    });
  } catch (error) {
    throw cameraFault(error, mayUseCamera());
  }
}

export function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** Whether the browser opens a camera without a prompt; false if unknown. */
export async function isGranted(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: "camera" as PermissionName });
    return state === "granted";
  } catch {
    return false;
  }
}

/** The cameras, with capabilities from some browsers in addition to their labels. */
export async function videoDevices(): Promise<Device[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind }) => kind === "videoinput")
    .map((device) => {
      const { facingMode, focusMode } = capabilitiesOf(device);
      const { deviceId, label } = device;
      return { deviceId, label, facingModes: facingMode, focusModes: focusMode };
    });
}

interface Capabilities {
  readonly facingMode?: readonly string[];
  readonly focusMode?: readonly string[];
  readonly torch?: boolean;
}

/** Of a track or a device. Firefox reports nothing, and some Android phones throw. */
export function capabilitiesOf(source: object): Capabilities {
  try {
    const { getCapabilities } = source as { getCapabilities?: () => Capabilities };
    return getCapabilities?.call(source) ?? {};
  } catch {
    return {};
  }
}

function requireAbility(): Navigator {
  if (!globalThis.isSecureContext) throw new CameraError("insecure_context");
  if (navigator.mediaDevices?.getUserMedia === undefined) throw new CameraError("camera_unsupported");
  return navigator;
}

/** Chromium alone says it. */
function mayUseCamera(): boolean {
  const { featurePolicy } = document as { featurePolicy?: { allowsFeature(name: string): boolean } };
  return featurePolicy?.allowsFeature("camera") ?? true;
}
