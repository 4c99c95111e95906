import { type FrameOptions, type Prepared, prepareFrame } from "../image/frame.ts";
import { CameraError } from "./fault.ts";
import { onInterruption } from "./interruption.ts";
import { chooseLens, type Facing, type Lens, lensesOf } from "./lens.ts";
import {
  capabilitiesOf,
  isGranted,
  pause,
  stopTracks,
  streamOf,
  videoDevices,
  type Wanted,
} from "./stream.ts";

/** From the permission to the first frame; some browsers inside of apps never show one, without an error. */
const FIRST_FRAME_MS = 8_000;

export interface CameraOptions {
  readonly facing: Facing;
  /** The lens that a person chose before. If it is gone, one is chosen as if none had been named. */
  readonly deviceId?: string | undefined;
  /** Called once when the camera is taken away: by a call, another app, or the person. It is closed then. */
  readonly onInterrupted?: (() => void) | undefined;
}

/** An open camera. Devices open one at a time: stop it before the next. */
export interface Camera {
  /** Shows the camera's stream: muted, inline, not mirrored. Place it where the person looks. */
  readonly video: HTMLVideoElement;
  readonly stream: MediaStream;
  /** The open lens; undefined if the browser does not report it. */
  readonly lens: Lens | undefined;
  /** The lenses to choose from; show a switch if there are two or more. */
  readonly lenses: readonly Lens[];
  readonly hasTorch: boolean;
  /** Opens another lens. If that fails, reopens the one before and rejects with a `CameraError`. */
  use(id: string): Promise<void>;
  /** Resolves with whether the torch is in the requested state. */
  torch(on: boolean): Promise<boolean>;
  /** The image of this moment, encoded once. */
  frame(options?: FrameOptions): Promise<Prepared>;
  stop(): void;
}

/**
 * Opens the camera for a side and resolves with its first frame. Call it as a person presses something: some
 * browsers ask for the camera only then. Throws a `CameraError`.
 */
export async function openCamera(options: CameraOptions): Promise<Camera> {
  const { facing, deviceId, onInterrupted } = options;
  const video = newVideo();
  let stream: MediaStream | undefined;
  let lenses: readonly Lens[] = [];
  let callOff = () => {};
  let isStopped = false;

  function close() {
    callOff();
    stopTracks(stream);
    stream = undefined;
    video.srcObject = null;
  }
  async function show(wanted: Wanted) {
    close();
    const opened = await streamInTime(wanted);
    if (isStopped) stopTracks(opened);
    if (isStopped) throw new CameraError("camera_closed");
    stream = opened;
    video.srcObject = opened;
    try {
      await firstFrame(video);
    } catch (error) {
      close();
      throw error;
    }
    callOff = onInterruption(video, opened.getVideoTracks()[0]!, () => {
      close();
      onInterrupted?.();
    });
  }
  const openId = () => stream?.getVideoTracks()[0]?.getSettings().deviceId;
  async function change(id: string) {
    const before = openId();
    try {
      await show({ deviceId: id });
    } catch (error) {
      if (!isStopped && before !== undefined) await show({ deviceId: before });
      throw error;
    }
  }

  await show(deviceId === undefined ? { facing } : { deviceId }).catch((error: unknown) => {
    const isGone = deviceId !== undefined && error instanceof CameraError && error.code === "camera_missing";
    if (!isGone) throw error;
    return show({ facing });
  });
  const devices = await videoDevices();
  lenses = lensesOf(devices);
  const best = chooseLens(devices, facing, openId());
  // A better lens that does not open leaves the one that did.
  if (openId() !== deviceId && best !== undefined && best !== openId()) await change(best).catch(() => {});

  const open = (): MediaStream => {
    if (stream === undefined) throw new CameraError("camera_closed");
    return stream;
  };
  open();
  return {
    video,
    get stream() {
      return open();
    },
    get lens() {
      return lenses.find(({ id }) => id === openId());
    },
    lenses,
    get hasTorch() {
      return stream !== undefined && capabilitiesOf(stream.getVideoTracks()[0]!).torch === true;
    },
    use: change,
    torch: (on) => setTorch(open().getVideoTracks()[0]!, on),
    frame: async (how) => {
      open();
      return prepareFrame(video, how);
    },
    stop() {
      isStopped = true;
      close();
    },
  };
}

/** A stream that arrives too late is closed, so that no camera stays on unseen. */
async function streamInTime(wanted: Wanted): Promise<MediaStream> {
  const stream = streamOf(wanted);
  // No time limit while the person decides on the permission.
  if (!(await isGranted())) return stream;
  const first = await Promise.race([stream, pause(FIRST_FRAME_MS)]);
  if (first !== undefined) return first;
  stream.then(stopTracks, () => {});
  throw new CameraError("camera_timeout");
}

function newVideo(): HTMLVideoElement {
  const video = document.createElement("video");
  // iOS shows a stream in the page only if these are set before it.
  Object.assign(video, { muted: true, autoplay: true, playsInline: true });
  return video;
}

function firstFrame(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new CameraError("camera_timeout")), FIRST_FRAME_MS);
    const seen = () => {
      clearTimeout(timer);
      resolve();
    };
    if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return seen();
    video.addEventListener("loadeddata", seen, { once: true });
    // A browser that does not autoplay still loads the first frame, or the timer fires.
    video.play().catch(() => {});
  });
}

async function setTorch(track: MediaStreamTrack, on: boolean): Promise<boolean> {
  if (capabilitiesOf(track).torch !== true) return !on;
  try {
    await track.applyConstraints({ advanced: [{ torch: on } as MediaTrackConstraintSet] });
    return true;
  } catch {
    return false;
  }
}
