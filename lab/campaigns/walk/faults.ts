import type { Page } from "playwright-core";
import type { Film } from "../../../test/capture/browser/film.ts";
import { EMPTY_TABLE } from "./chromium.ts";

export interface World {
  /** The page that the person uses. */
  readonly page: Page;
  readonly film: Film;
  /** Goes to the end in another tab of the same browser. */
  readonly secondTab: () => Promise<void>;
  /** The page is gone without a word; the person opens the link again. */
  readonly crash: () => Promise<void>;
  readonly cancel: () => Promise<void>;
}

interface Fault {
  /** The screens at which it comes, once at each. */
  readonly at: readonly string[];
  readonly injectFault: (world: World) => unknown;
}

/** Every screen of the way on which something can be lost. */
const ALL = [
  ...["consent", "camera_primer", "document_capture", "look", "selfie_primer", "challenge"],
  "outcome",
] as const;
const CAMERAS = ["document_capture", "challenge"] as const;
const PRIMERS = ["camera_primer", "selfie_primer"] as const;

const DARK_MS = 3_000;

/** The error of a browser without a camera image; `silent`: a stream without frames. */
type CameraFault = "NotAllowedError" | "NotReadableError" | "NotFoundError" | "silent";

/** Puts a camera into each page of this context that may fail, before the real one. */
export const installFaultyCamera = (page: Page): Promise<unknown> =>
  page.context().addInitScript(`(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices?.getUserMedia.bind(mediaDevices);
    if (open === undefined) return;
    const camera = { faults: [], stream: null };
    globalThis.walkCamera = camera;
    mediaDevices.getUserMedia = async (wanted) => {
      const fault = camera.faults.shift();
      if (fault === "silent") return document.createElement("canvas").captureStream(0);
      if (fault !== undefined) throw new DOMException("as the walk has it", fault);
      camera.stream = await open(wanted);
      return camera.stream;
    };
  })()`);

const failNext = (page: Page, ...faults: readonly CameraFault[]): Promise<unknown> =>
  page.evaluate(`walkCamera.faults.push(...${JSON.stringify(faults)})`);

/** Ends the camera once it is open, as the system does when another program takes it. */
async function endCamera(page: Page): Promise<void> {
  await page.locator("video").waitFor();
  await page.evaluate(`for (const track of walkCamera.stream.getTracks()) {
    track.stop();
    track.dispatchEvent(new Event("ended"));
  }`);
}

/** Takes the permission back from the open camera, as a person does in the address bar. */
async function withdrawCamera(page: Page): Promise<void> {
  await page.locator("video").waitFor();
  await page.context().clearPermissions();
  // Chromium ends the track itself only if there is a window to press in.
  await endCamera(page);
}

/** The page sees no face for a while, or the lens is covered. */
async function goDark({ film, page }: World) {
  await film.show(EMPTY_TABLE);
  await page.waitForTimeout(DARK_MS);
}

/**
 * Faults that only a browser shows. `test/capture/recovery` covers lost connections, rejections and expired
 * tokens with the same state machine.
 */
export const FAULTS: Readonly<Record<string, Fault>> = {
  "camera refused": { at: PRIMERS, injectFault: ({ page }) => page.context().clearPermissions() },
  "camera withdrawn": { at: CAMERAS, injectFault: ({ page }) => withdrawCamera(page) },
  "camera in use": {
    at: PRIMERS,
    injectFault: ({ page }) => failNext(page, "NotReadableError", "NotReadableError"),
  },
  "camera missing": { at: PRIMERS, injectFault: ({ page }) => failNext(page, "NotFoundError") },
  "camera ended": { at: CAMERAS, injectFault: ({ page }) => endCamera(page) },
  "camera black": { at: PRIMERS, injectFault: ({ page }) => failNext(page, "silent") },
  "camera covered": { at: ["document_capture"], injectFault: goDark },
  "reload at each screen": { at: ALL, injectFault: ({ page }) => page.reload() },
  "second tab": { at: ["look"], injectFault: ({ secondTab }) => secondTab() },
  "evicted page": { at: ["camera_primer", "look", "challenge"], injectFault: ({ crash }) => crash() },
  "canceled by the tenant": { at: ["selfie_primer"], injectFault: ({ cancel }) => cancel() },
};
