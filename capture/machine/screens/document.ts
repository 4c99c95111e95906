import type { ErrorCode } from "../../../sdk/client/src/index.ts";
import { advance, askForChange, resume } from "../advance.ts";
import type { FileFault, ScreenOf, Side, State } from "../state.ts";
import { go, openCamera, type Step, setTorch, stay, type Transitions, withNextLens } from "../step.ts";

/** The person stays on the screen, and reads why the file is not used. */
export const refuseFile = (state: State, { fault }: { readonly fault: FileFault }): Step =>
  stay({ ...state, fileFault: fault }, state.screen);

/** Opens the camera for one side of the document. */
export const aim = (state: State, side: Side): Step =>
  openCamera(state, { name: "document_capture", side, phase: "opening" }, "environment");

export const documentType: Transitions<"document_type"> = {
  choose_kind: (state, { kind }) =>
    state.screen.kinds.includes(kind)
      ? go({ ...state, kind }, { name: "camera_primer", side: "front" })
      : stay(state, state.screen),
};

export const cameraPrimer: Transitions<"camera_primer"> = {
  go_on: (state) => aim(state, state.screen.side),
  choose_file: (state) => look(state, state.screen.side),
  file_refused: refuseFile,
  back: (state) => {
    const { situation } = state;
    return situation?.type === "document" && situation.kinds.length > 1
      ? go({ ...state, kind: null }, { name: "document_type", kinds: situation.kinds })
      : stay(state, state.screen);
  },
};

export const documentCapture: Transitions<"document_capture"> = {
  camera_opened: (state, { offer }) =>
    stay({ ...state, camera: offer, isTorchOn: false }, { ...state.screen, phase: "aiming" }),
  next_lens: (state) => {
    const chosen = withNextLens(state, "environment");
    return chosen === null || state.screen.phase !== "aiming"
      ? stay(state, state.screen)
      : aim(chosen, state.screen.side);
  },
  torch: (state, { on }) => setTorch(state, on),
  torch_set: (state, { on }) => stay({ ...state, isTorchOn: on }, state.screen),
  camera_failed: (state, { why }) =>
    go(
      state,
      { name: "camera_recovery", why, facing: "environment", side: state.screen.side },
      { type: "close_camera" },
    ),
  camera_interrupted: (state) => aim(state, state.screen.side),
  shutter: (state, { isBlurred = false }) =>
    state.screen.phase === "aiming"
      ? go(
          { ...state, isBlurred },
          { ...state.screen, phase: "taking" },
          { type: "take_photo", side: state.screen.side },
        )
      : stay(state, state.screen),
  held: (state) =>
    state.automatic && state.screen.phase === "aiming"
      ? keep({ ...state, isBlurred: false })
      : stay(state, state.screen),
  choose_automatic: (state, { on }) => stay({ ...state, automatic: on }, state.screen),
  photo_taken: (state) => keep(state),
  choose_file: (state) => look(state, state.screen.side),
  file_refused: refuseFile,
  back: (state) => go(state, { name: "camera_primer", side: state.screen.side }, { type: "close_camera" }),
};

/** The camera's photo, which the person reviews now. */
function keep(state: State & { readonly screen: ScreenOf<"document_capture"> }): Step {
  const { side } = state.screen;
  const kept = { ...state.kept, [side]: "camera" } as const;
  return go({ ...state, kept }, { name: "look", side }, { type: "close_camera" });
}

/** The file that the person has chosen is shown as a photo from the camera would be. */
export function look(state: State, side: Side): Step {
  return go(
    { ...state, kept: { ...state.kept, [side]: "file" }, isBlurred: false },
    { name: "look", side },
    { type: "close_camera" },
  );
}

export const lookAtIt: Transitions<"look"> = {
  // If the back is already known to be needed, it is taken before the upload.
  go_on: (state) =>
    state.needsBack && state.kept.back === undefined
      ? go(state, { name: "camera_primer", side: "back" })
      : resume(state, "send_document"),
  // A photo that took itself was not good enough for the person: now they press.
  retake: (state) => aim({ ...state, automatic: false }, state.screen.side),
  choose_file: (state) => look(state, state.screen.side),
  file_refused: refuseFile,
};

export const sending: Transitions<"sending"> = {
  document_sent: (state, { situation, needsBack }) =>
    needsBack && state.kept.back === undefined
      ? go({ ...state, situation, needsBack: true }, { name: "camera_primer", side: "back" })
      : advance(state, situation),
  situation_read: (state, { situation }) => advance(state, situation),
};

/** The server did not accept the photo: another one is needed, and no attempt was used. */
export const refusePhoto = (state: State, step: "document" | "face", code: ErrorCode): Step =>
  askForChange(state, step, code === "image_too_small" ? "photo_too_small" : "photo_refused");
