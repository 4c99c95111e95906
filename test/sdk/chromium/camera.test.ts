import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../dashboard/browser/browser.ts";
import { bundled } from "../bundled.ts";
import { openSite } from "./sites.ts";

/** Chromium's own cameras, with real tracks and a Pixel's labels. */
const [FRONT, FAR, MAIN] = ["camera2 1, facing front", "camera2 3, facing back", "camera2 0, facing back"];
const NAMES = [FRONT, FAR, MAIN, "Infrared camera"];

const script = await bundled({ entry: "sdk/client/browser/camera/index.ts" });
const { origin } = await openSite((path) =>
  path === "/camera.js" ? script : "<!doctype html><title>Camera</title>",
);
let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser([`--use-fake-device-for-media-stream=device-count=${NAMES.length}`]);
});
afterAll(() => browser?.close());
afterEach(() => page?.context().close());

/** Runs in the browser: names the cameras, and counts the open ones at each request. */
const PHONE = `(async () => {
  const { mediaDevices } = navigator;
  const { getUserMedia, enumerateDevices } = mediaDevices;
  globalThis.phone = { faults: [], streams: [], openAtOnce: 0, asked: 0, interruptions: 0 };
  const open = () => phone.streams.flatMap((each) => each.getTracks()).filter(({ readyState }) => readyState === "live");
  phone.open = open;
  mediaDevices.getUserMedia = async (wanted) => {
    phone.asked++;
    const fault = phone.faults.shift();
    if (fault !== undefined) throw new DOMException("", fault);
    const stream = await getUserMedia.call(mediaDevices, wanted);
    phone.streams.push(stream);
    phone.openAtOnce = Math.max(phone.openAtOnce, open().length);
    return stream;
  };
  const names = ${JSON.stringify(NAMES)};
  mediaDevices.enumerateDevices = async () => {
    const cameras = (await enumerateDevices.call(mediaDevices)).filter(({ kind }) => kind === "videoinput");
    return cameras.map(({ deviceId, kind }, at) => ({ deviceId, kind, label: names[at] }));
  };
  globalThis.sdk = await import("/camera.js");
  globalThis.openAt = async (options) => {
    globalThis.camera = await sdk.openCamera({ ...options, onInterrupted: () => phone.interruptions++ });
    return camera.lens?.label;
  };
  globalThis.idOf = async (label) =>
    (await mediaDevices.enumerateDevices()).find((each) => each.label === label).deviceId;
  globalThis.codeOf = (work) => work().then(() => "none", ({ code }) => code);
})()`;

async function openPhone({ permissions = ["camera"] }: { permissions?: string[] } = {}): Promise<void> {
  const context = await browser.newContext();
  await context.grantPermissions(permissions);
  page = await context.newPage();
  await page.goto(origin);
  await page.evaluate(PHONE);
}
const run = <T>(expression: string) => page.evaluate<T>(expression);
const openAt = (options: object) => run<string>(`openAt(${JSON.stringify(options)})`);

describe("openCamera", () => {
  it("opens the lens that shows a card best, one at a time, and shows its first frame", async () => {
    await openPhone();
    expect(await openAt({ facing: "environment" })).toBe(MAIN);
    expect(await run("camera.video.readyState >= 2 && camera.video.muted && camera.video.playsInline")).toBe(
      true,
    );
    // Not the one that shows heat or infrared.
    expect(await run("camera.lenses.map(({ label }) => label)")).toEqual([FRONT, FAR, MAIN]);
    expect(await run("[phone.open().length, phone.openAtOnce]")).toEqual([1, 1]);
    await run("camera.stop()");
    expect(await openAt({ facing: "user" })).toBe(FRONT);
  });

  it("opens the lens that a person chose before, or the best one if it is gone", async () => {
    await openPhone();
    const deviceId = await run<string>(`idOf(${JSON.stringify(FAR)})`);
    expect(await openAt({ facing: "environment", deviceId })).toBe(FAR);
    await run("camera.stop()");
    expect(await openAt({ facing: "environment", deviceId: "gone" })).toBe(MAIN);
  });

  it("switches the lens; if the other does not open, the previous one is reopened", async () => {
    await openPhone();
    await openAt({ facing: "environment" });
    await run(`idOf(${JSON.stringify(FAR)}).then((id) => camera.use(id))`);
    expect(await run("camera.lens.label")).toBe(FAR);
    await run("phone.faults.push('NotFoundError')");
    expect(await run(`codeOf(async () => camera.use(await idOf(${JSON.stringify(FRONT)})))`)).toBe(
      "camera_missing",
    );
    expect(await run("[camera.lens.label, phone.open().length, phone.openAtOnce]")).toEqual([FAR, 1, 1]);
  });

  it("takes the image of this moment as JPEG, at the camera's size", async () => {
    await openPhone();
    await openAt({ facing: "environment" });
    const [type, isWhole, magic] = await run<unknown[]>(`(async () => {
      const { blob, width, height } = await camera.frame();
      const bytes = new Uint8Array(await blob.arrayBuffer());
      const { videoWidth, videoHeight } = camera.video;
      return [blob.type, width === videoWidth && height === videoHeight && width > 0, [...bytes.slice(0, 3)]];
    })()`);
    expect([type, isWhole, magic]).toEqual(["image/jpeg", true, [0xff, 0xd8, 0xff]]);
  });
});

describe("the torch", () => {
  /** A lamp on the open track; Chromium's cameras have none. */
  const LAMP = `(() => {
    const track = camera.stream.getVideoTracks()[0];
    globalThis.lamp = { asked: [], breaks: false };
    track.getCapabilities = () => ({ torch: true });
    track.applyConstraints = async ({ advanced }) => {
      if (lamp.breaks) throw new DOMException("", "OverconstrainedError");
      lamp.asked.push(advanced[0].torch);
    };
  })()`;

  it("is reported if the track has one, and is switched there", async () => {
    await openPhone();
    await openAt({ facing: "environment" });
    await run(LAMP);
    expect(await run("camera.hasTorch")).toBe(true);
    expect(await run("Promise.all([camera.torch(true), camera.torch(false)])")).toEqual([true, true]);
    expect(await run("lamp.asked")).toEqual([true, false]);
    await run("lamp.breaks = true");
    expect(await run("camera.torch(true)")).toBe(false);
  });

  it("is off if there is none", async () => {
    await openPhone();
    await openAt({ facing: "environment" });
    expect(await run("camera.hasTorch")).toBe(false);
    expect(await run("Promise.all([camera.torch(true), camera.torch(false)])")).toEqual([false, true]);
  });
});

describe("an interruption", () => {
  const afterwards = "[phone.interruptions, phone.open().length, camera.video.srcObject]";

  it.each([
    ["the track ends", "phone.open()[0].dispatchEvent(new Event('ended'))"],
    ["the track falls silent", "phone.open()[0].dispatchEvent(new Event('mute'))"],
    [
      "the track had ended when the person came back",
      "(phone.open()[0].stop(), document.dispatchEvent(new Event('visibilitychange')))",
    ],
  ])("is reported once and closes the camera: %s", async (_, happens) => {
    await openPhone();
    await openAt({ facing: "environment" });
    await run(`${happens}; dispatchEvent(new Event("focus")); dispatchEvent(new Event("pageshow"))`);
    expect(await run(afterwards)).toEqual([1, 0, null]);
    expect(await run("codeOf(() => camera.frame())")).toBe("camera_closed");
  });

  it("is not reported when the page itself stops the camera, or checks a live one", async () => {
    await openPhone();
    await openAt({ facing: "environment" });
    await run("dispatchEvent(new Event('focus'))");
    await run("camera.stop(); dispatchEvent(new Event('focus'))");
    expect(await run(afterwards)).toEqual([0, 0, null]);
  });

  it("of a lens that was switched away from is not reported", async () => {
    await openPhone();
    await openAt({ facing: "environment" });
    await run("globalThis.before = phone.open()[0]");
    await run(`idOf(${JSON.stringify(FAR)}).then((id) => camera.use(id))`);
    await run("before.dispatchEvent(new Event('ended'))");
    expect(await run("[phone.interruptions, phone.open().length]")).toEqual([0, 1]);
  });
});

describe("a camera that does not open says why", () => {
  it.each([
    ["camera_denied", "NotAllowedError"],
    ["camera_missing", "NotFoundError"],
    ["camera_missing", "OverconstrainedError"],
  ])("%s after a %s", async (code, name) => {
    await openPhone();
    await run(`phone.faults.push(${JSON.stringify(name)})`);
    expect(await run("codeOf(() => openAt({ facing: 'user' }))")).toBe(code);
  });

  it("one that was closed a moment ago is asked for twice, then it is in use", async () => {
    await openPhone();
    await run("phone.faults.push('NotReadableError')");
    expect(await openAt({ facing: "user" })).toBe(FRONT);
    await run("camera.stop(); phone.faults.push('NotReadableError', 'NotReadableError')");
    expect(await run("codeOf(() => openAt({ facing: 'user' }))")).toBe("camera_in_use");
  });

  it("a person's no is one, and a frame that may not use cameras another", async () => {
    await openPhone({ permissions: [] });
    expect(await run("codeOf(() => openAt({ facing: 'user' }))")).toBe("camera_denied");
    const code = await run(`(async () => {
      const frame = document.createElement("iframe");
      frame.src = "http://localhost:" + location.port + "/";
      document.body.append(frame);
      await new Promise((done) => frame.addEventListener("load", done));
    })()`).then(() =>
      page
        .frames()[1]!
        .evaluate(
          `import("/camera.js").then(({ openCamera }) => openCamera({ facing: "user" })).then(() => "none", ({ code }) => code)`,
        ),
    );
    expect(code).toBe("camera_blocked");
  });

  it("one that shows no frame is silent, and is closed", async () => {
    await openPhone();
    const code = await run(`(async () => {
      const still = document.createElement("canvas").captureStream(0);
      navigator.mediaDevices.getUserMedia = async () => still;
      const code = await codeOf(() => openAt({ facing: "user" }));
      return [code, still.getTracks()[0].readyState];
    })()`);
    expect(code).toEqual(["camera_timeout", "ended"]);
  });
});
