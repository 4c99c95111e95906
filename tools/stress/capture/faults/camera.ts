import type { Page } from "playwright-core";

/** How a browser says that it gives no picture; `silent`: it gives a stream, and no frame comes. */
export type CameraFault = "NotAllowedError" | "NotReadableError" | "NotFoundError" | "silent";

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

/** Ends the open camera, as the system does, or a person who takes the permission back. */
export async function endCamera(page: Page): Promise<void> {
  await page.locator("video").waitFor();
  await page.evaluate(`for (const track of walkCamera.stream.getTracks()) {
    track.stop();
    track.dispatchEvent(new Event("ended"));
  }`);
}

/** Says no, or yes again, for the whole profile. */
export async function permit(page: Page, setting: "granted" | "denied"): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { targetInfo } = await devtools.send("Target.getTargetInfo");
  const browser = await page.context().browser()!.newBrowserCDPSession();
  const { browserContextId } = targetInfo;
  await browser.send("Browser.setPermission", {
    permission: { name: "camera" },
    setting,
    origin: new URL(page.url()).origin,
    ...(browserContextId !== undefined && { browserContextId }),
  });
  await browser.detach();
  await devtools.detach();
}
