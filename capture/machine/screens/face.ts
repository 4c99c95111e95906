import type { FaceMode } from "../situation.ts";
import type { State } from "../state.ts";
import { go, openCamera, type Step, stay, type Transitions, withNextLens } from "../step.ts";

/** Opens the camera for the face. */
export const face = (state: State, mode: FaceMode): Step =>
  openCamera(
    state,
    { name: "challenge", mode, phase: "opening", action: null, stage: "straight", light: null },
    "user",
  );

export const selfiePrimer: Transitions<"selfie_primer"> = {
  go_on: (state) => face(state, state.screen.mode),
};

export const challenge: Transitions<"challenge"> = {
  camera_opened: (state, { offer }) =>
    stay({ ...state, camera: offer, isTorchOn: false }, { ...state.screen, phase: "framing" }),
  next_lens: (state) => {
    const chosen = withNextLens(state, "user");
    return chosen === null || state.screen.phase !== "framing"
      ? stay(state, state.screen)
      : face(chosen, state.screen.mode);
  },
  light_seen: (state, { light }) =>
    stay(state, state.screen.phase === "framing" ? { ...state.screen, light } : state.screen),
  camera_failed: (state, { why }) =>
    go(state, { name: "camera_recovery", why, facing: "user", side: "front" }, { type: "close_camera" }),
  // What was taken is dropped: the person begins again with a press, and no attempt was used.
  camera_interrupted: (state) => face(state, state.screen.mode),
  // A challenge is requested at the press, since it is valid for two minutes only.
  go_on: (state) => {
    const { screen } = state;
    if (screen.phase !== "framing") return stay(state, screen);
    return screen.mode === "challenge"
      ? go(state, { ...screen, phase: "asking" }, { type: "ask_challenge" })
      : go(state, { ...screen, phase: "acting" }, { type: "take_frames", mode: screen.mode });
  },
  challenge_given: (state, { action }) =>
    go(
      { ...state, action },
      { ...state.screen, phase: "acting", action, stage: "straight" },
      { type: "take_frames", mode: state.screen.mode },
    ),
  stage_reached: (state, { stage }) => stay(state, { ...state.screen, stage }),
  frames_taken: (state) =>
    go(
      state,
      { name: "sending", what: "face" },
      { type: "close_camera" },
      { type: "send_face", mode: state.screen.mode },
    ),
  back: (state) => go(state, { name: "selfie_primer", mode: state.screen.mode }, { type: "close_camera" }),
};
