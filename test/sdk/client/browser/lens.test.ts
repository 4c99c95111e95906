import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseLens, type Device, lensesOf } from "#sdk/client/browser/camera/lens.ts";

const device = (label: string, more: Partial<Device> = {}): Device => ({ deviceId: label, label, ...more });
const labels = (...names: string[]) => names.map((name) => device(name));

const PIXEL = labels(
  "camera2 1, facing front",
  "camera2 3, facing back",
  "camera2 0, facing back",
  "camera2 2, facing back",
);
const IPHONE = labels(
  "Front Camera",
  "Back Ultra Wide Camera",
  "Back Telephoto Camera",
  "Back Dual Wide Camera",
  "Back Camera",
  "Desk View Camera",
);

describe("the lens", () => {
  it("faces the side that is asked for, and is Android's first of that side", () => {
    expect(chooseLens(PIXEL, "environment", "camera2 3, facing back")).toBe("camera2 0, facing back");
    expect(chooseLens(PIXEL, "user", undefined)).toBe("camera2 1, facing front");
  });

  it("is neither an ultra wide one nor a telephoto one, if there is another", () => {
    const plain = ["Back Dual Wide Camera", "Back Camera"];
    for (const open of ["Back Ultra Wide Camera", "Back Telephoto Camera", undefined]) {
      expect(plain).toContain(chooseLens(IPHONE, "environment", open));
    }
    expect(chooseLens(IPHONE, "environment", "Back Camera")).toBe("Back Camera");
    expect(chooseLens(labels("Back Ultra Wide Camera"), "environment", undefined)).toBe(
      "Back Ultra Wide Camera",
    );
  });

  it("focuses by itself, if the browser reports which lens does", () => {
    const fixed = device("camera2 0, facing back", { focusModes: ["manual"] });
    const moving = device("camera2 2, facing back", { focusModes: ["manual", "continuous"] });
    expect(chooseLens([fixed, moving], "environment", fixed.deviceId)).toBe(moving.deviceId);
  });

  it("shows what an eye sees: infrared, depth and heat are neither chosen nor offered", () => {
    const cameras = labels(
      "Integrated IR Camera",
      "Intel RealSense Depth",
      "Windows Hello Face",
      "HD Webcam",
    );
    expect(lensesOf(cameras).map(({ label }) => label)).toEqual(["HD Webcam"]);
    expect(chooseLens(cameras, "user", "Integrated IR Camera")).toBe("HD Webcam");
  });

  it("takes its direction from the browser first, then from its label", () => {
    const odd = device("Camera back", { facingModes: ["user"] });
    expect(lensesOf([odd])[0]!.facing).toBe("user");
  });

  it("is known by labels of other languages, whose words are no part of longer ones", () => {
    const facing = (label: string) => lensesOf([device(label)])[0]!.facing;
    expect(["Câmera traseira", "Rückkamera", "Caméra arrière", "后置相机"].map(facing)).toEqual(
      Array(4).fill("environment"),
    );
    expect(["Caméra avant", "Frontkamera", "前置相机", "FaceTime HD Camera"].map(facing)).toEqual(
      Array(4).fill("user"),
    );
    expect(facing("Feedback Cam")).toBeUndefined();
  });

  it("stays as it is among equals, and if the browser names none", () => {
    const [a, b] = labels("HD Webcam", "Studio Webcam") as [Device, Device];
    expect(chooseLens([a, b], "environment", b.deviceId)).toBe(b.deviceId);
    expect(chooseLens([{ deviceId: "x", label: "" }], "user", "x")).toBeUndefined();
  });

  it("is, for whatever devices, one of those offered, and chosen again when it is open", () => {
    const words = ["camera2 1", "facing back", "front", "IR", "ultra wide", "Webcam", ""];
    const anyDevice = fc.record({
      deviceId: fc.string({ maxLength: 3 }),
      label: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map((each) => each.join(" ")),
      focusModes: fc.option(fc.constant(["continuous"]), { nil: undefined }),
    });
    const devices = fc.uniqueArray(anyDevice, { selector: ({ deviceId }) => deviceId });
    fc.assert(
      fc.property(devices, fc.constantFrom("user", "environment"), (given, facing) => {
        const chosen = chooseLens(given, facing, undefined);
        if (chosen === undefined) return;
        expect(lensesOf(given).map(({ id }) => id)).toContain(chosen);
        expect(chooseLens(given, facing, chosen)).toBe(chosen);
      }),
    );
  });
});
