import { describe, expect, it } from "vitest";
import { reduce } from "#capture/machine/reduce.ts";
import { type CameraOffer, INITIAL, type Screen } from "#capture/machine/state.ts";
import { playFrom } from "./play.ts";

const PHONE: CameraOffer = { lenses: ["wide", "far"], lens: "wide", hasTorch: true };
const WEBCAM: CameraOffer = { lenses: ["webcam"], lens: "webcam", hasTorch: false };
const DOCUMENT: Screen = { name: "document_capture", side: "front", phase: "opening" };
const FACE: Screen = {
  ...{ name: "challenge", mode: "challenge", phase: "opening", action: null },
  ...{ stage: "straight", light: null },
};

/** Opens this camera at a screen, then plays the events. */
const open = (screen: Screen, offer: CameraOffer, ...happened: readonly object[]) =>
  playFrom({ ...INITIAL, screen }, { type: "camera_opened", offer }, ...happened);

describe("a device with several lenses", () => {
  it("opens the next one at a press, and the first one again after the last", () => {
    const next = open(DOCUMENT, PHONE, { type: "next_lens" });
    expect(next.commands).toContainEqual(expect.objectContaining({ type: "open_camera", lens: "far" }));
    const far = { type: "camera_opened", offer: { ...PHONE, lens: "far" } };
    const again = open(DOCUMENT, PHONE, { type: "next_lens" }, far, { type: "next_lens" });
    expect(again.commands).toContainEqual(expect.objectContaining({ type: "open_camera", lens: "wide" }));
  });

  it("remembers the choice for that side alone", () => {
    const { state } = open(DOCUMENT, PHONE, { type: "next_lens" });
    expect(state.lenses).toEqual({ environment: "far" });
    const selfie = { ...state, screen: { name: "selfie_primer", mode: "passive" } } as const;
    expect(reduce(selfie, { type: "go_on" }).commands).toContainEqual(
      expect.objectContaining({ type: "open_camera", facing: "user", lens: null }),
    );
  });
});

it("a device with one lens goes on showing it", () => {
  expect(open(DOCUMENT, WEBCAM, { type: "next_lens" }).commands).toEqual([]);
});

describe("the torch", () => {
  it("is lit if there is one, and shown as lit", () => {
    const asked = open(DOCUMENT, PHONE, { type: "torch", on: true });
    expect(asked.commands).toEqual([{ type: "set_torch", task: asked.state.task, on: true }]);
    expect(asked.state.isTorchOn).toBe(false);
    expect(open(DOCUMENT, PHONE, { type: "torch_set", on: true }).state.isTorchOn).toBe(true);
  });

  it("is not requested of a camera without one", () => {
    expect(open(DOCUMENT, WEBCAM, { type: "torch", on: true }).commands).toEqual([]);
  });

  it("is dark again in a camera that was reopened", () => {
    const lit = [{ type: "torch_set", on: true }, { type: "camera_interrupted" }] as const;
    expect(open(DOCUMENT, PHONE, ...lit, { type: "camera_opened", offer: PHONE }).state.isTorchOn).toBe(
      false,
    );
  });
});

describe("the light on a face", () => {
  const dark = { type: "light_seen", light: "too_dark" };

  it("is shown before the photos are taken, and no longer once the frame is good", () => {
    expect(open(FACE, WEBCAM, dark).state.screen).toMatchObject({ light: "too_dark" });
    const mended = { type: "light_seen", light: null };
    expect(open(FACE, WEBCAM, dark, mended).state.screen).toMatchObject({ light: null });
  });

  it("does not block the start", () => {
    expect(open(FACE, WEBCAM, dark, { type: "go_on" }).commands).toContainEqual(
      expect.objectContaining({ type: "ask_challenge" }),
    );
  });

  it("is not shown while the person performs the actions", () => {
    const acting = [{ type: "go_on" }, { type: "challenge_given", action: "smile" }, dark] as const;
    expect(open(FACE, WEBCAM, ...acting).state.screen).toMatchObject({ phase: "acting", light: null });
  });
});

describe("a rejected document", () => {
  const situation = {
    ...{ type: "document", verificationId: "vf_1", kinds: ["cid"], methods: ["picture"] },
    ...{ reason: "no_document_found", attemptsLeft: 2 },
  };
  const rejected = (source: "camera" | "file") =>
    playFrom(
      { ...INITIAL, screen: { name: "sending", what: "document" }, kept: { front: source } },
      { type: "document_sent", situation, needsBack: false },
    ).state;

  it("that came from a file is followed by another file at once", () => {
    expect(rejected("file").screen).toMatchObject({ name: "change", isFile: true });
    expect(playFrom(rejected("file"), { type: "choose_file" }).state).toMatchObject({
      ...{ screen: { name: "look", side: "front" }, kept: { front: "file" } },
    });
  });

  it("that came from the camera is not", () => {
    const { state } = playFrom(rejected("camera"), { type: "choose_file" });
    expect(state.screen).toMatchObject({ name: "change", isFile: false });
  });
});
