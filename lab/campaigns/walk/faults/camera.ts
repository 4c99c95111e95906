import type { Page } from "playwright-core";

/** How a browser says that it gives no picture; `silent`: it gives a stream, and no frame comes. */
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

export const failNext = (page: Page, ...faults: readonly CameraFault[]): Promise<unknown> =>
  page.evaluate(`walkCamera.faults.push(...${JSON.stringify(faults)})`);

/** Ends the camera once it is open, as the system does when another program takes it. */
export async function endCamera(page: Page): Promise<void> {
  await page.locator("video").waitFor();
  await page.evaluate(END);
}

/** Takes the permission back from the open camera, as a person does in the address bar. */
export async function withdrawCamera(page: Page): Promise<void> {
  await page.locator("video").waitFor();
  await forbidCamera(page);
  // Chromium ends the track itself, or it does not where nobody has a window to press in.
  await page.evaluate(END);
}

const END = `for (const track of walkCamera.stream.getTracks()) {
  track.stop();
  track.dispatchEvent(new Event("ended"));
}`;

export const forbidCamera = (page: Page): Promise<void> => page.context().clearPermissions();
export const allowCamera = (page: Page): Promise<void> => page.context().grantPermissions(["camera"]);
