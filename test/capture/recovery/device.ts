import { type CameraCode, CameraError } from "#sdk/client/browser/camera/fault.ts";

/** A device's own state: a camera that may fail, and the keys that outlive a page. */
export const device = {
  /** The results of the next attempts to open the camera. */
  cameraFaults: [] as CameraCode[],
  /** Takes the open camera away. */
  interrupt: () => {},
  keys: new Map<string, unknown>(),
  photos: 0,
  /** Milliseconds that the device has slept: time passes for it and for the service alike. */
  sleptMs: 0,
};

/** In place of `getUserMedia`: every photo has bytes of its own. */
export async function openCamera({ onInterrupted }: { onInterrupted?: () => void }) {
  const fault = device.cameraFaults.shift();
  if (fault !== undefined) throw new CameraError(fault);
  let isOpen = true;
  device.interrupt = () => {
    if (!isOpen) return;
    isOpen = false;
    onInterrupted?.();
  };
  return {
    lenses: [],
    lens: undefined,
    hasTorch: false,
    async frame() {
      if (!isOpen) throw new CameraError("camera_closed");
      const n = ++device.photos;
      const bytes = new Uint8Array([0xff, 0xd8, 0xff, n >> 16, (n >> 8) & 255, n & 255]);
      return { blob: new Blob([bytes], { type: "image/jpeg" }) };
    },
    stop() {
      isOpen = false;
    },
  };
}

/** In place of IndexedDB. */
export const keysOfDevice = {
  lasts: true,
  find: async (link: string) => device.keys.get(link),
  keep: async (link: string, key: unknown) => void device.keys.set(link, key),
};
