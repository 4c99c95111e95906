import { advance, askForDocument, askForFace, readAgain, resume } from "../advance.ts";
import type { Change, State } from "../state.ts";
import { go, type Step, type Transitions } from "../step.ts";
import { aim, look, refuseFile } from "./document.ts";
import { face } from "./face.ts";

/** Participation is voluntary: every screen that requests something can be declined. */
export const leave = (state: State, why: "declined" | "handoff_declined" = "declined"): Step =>
  go(
    { ...state, kept: {} },
    { name: "over", why },
    { type: "close_camera" },
    { type: "forget_photos" },
    { type: "tell", step: "canceled" },
  );

export const loading: Transitions<"loading"> = {
  started: (before, { obstacle, hasAccess, isComputer }) => {
    const state = { ...before, isComputer };
    if (!hasAccess) return go(state, { name: "over", why: "no_access" });
    if (obstacle !== null) return go(state, { name: "unsupported", why: obstacle });
    return readAgain(state);
  },
  situation_read: (state, { situation }) => advance(state, situation),
  handoff_claimed: (state, { about }) => go(state, { name: "context", about }),
};

export const waiting: Transitions<"waiting"> = {
  situation_read: (state, { situation }) => advance(state, situation),
};

export const unsupported: Transitions<"unsupported"> = {
  // Files need no camera.
  go_on: (state) => readAgain(state),
  decline: (state) => leave(state),
};

export const consent: Transitions<"consent"> = {
  // The shown text is recorded before anything is captured.
  agree: (state, { isRecognised = false }) => {
    if (state.introduction === null) return readAgain(state);
    const { consent_text: shown, recognition_text: text } = state.introduction.page;
    const recognition = text === undefined ? null : { isWanted: isRecognised, text };
    return go(state, { name: "loading" }, { type: "give_consent", shown, recognition });
  },
  // The text is shown in the language that the person reads. Until it arrives, the present one stays.
  choose_language: (state) => ({ state, commands: [{ type: "read_page", task: state.task }] }),
};

export const cameraRecovery: Transitions<"camera_recovery"> = {
  go_on: (state) => {
    const { screen, situation } = state;
    if (screen.facing === "environment") return aim(state, screen.side);
    return face(state, situation?.type === "face" ? situation.mode : "challenge");
  },
  choose_file: (state) => {
    const { facing, side } = state.screen;
    return facing === "environment" ? look(state, side) : { state, commands: [] };
  },
  file_refused: refuseFile,
};

/** Reasons that another type of document can correct. */
const ANOTHER_DOCUMENT: ReadonlySet<Change> = new Set<Change>([
  "unsupported_document_type",
  "document_type_mismatch",
  "document_expired",
]);

/** Whether the person may choose another type now: the tenant accepts several, and one may help. */
export const mayChooseAnother = ({ screen, situation }: State): boolean =>
  screen.name === "change" &&
  ANOTHER_DOCUMENT.has(screen.change) &&
  situation?.type === "document" &&
  situation.kinds.length > 1;

export const change: Transitions<"change"> = {
  choose_file: (state) => (state.screen.isFile ? look(state, "front") : { state, commands: [] }),
  file_refused: refuseFile,
  go_on: (state) => (state.screen.step === "face" ? askForFace(state) : askForDocument(state)),
  choose_another: (state) =>
    mayChooseAnother(state) ? askForDocument({ ...state, kind: null }) : { state, commands: [] },
};

export const trouble: Transitions<"trouble"> = {
  go_on: (state) => resume(state, state.screen.resume),
};

/** Whether this device may replace the one that opened the link first: nothing was captured there. */
export const mayTakeOver = ({ screen, introduction, takesOver }: State): boolean =>
  "why" in screen && screen.why === "link_claimed" && introduction?.page.claimed !== "final" && !takesOver;

export const over: Transitions<"over"> = {
  go_on: (state) =>
    mayTakeOver(state)
      ? go(
          { ...state, introduction: null, takesOver: true },
          { name: "loading" },
          { type: "take_over" },
          { type: "read_situation", afterMs: 0, introduces: true },
        )
      : { state, commands: [] },
  // A person who declined may reconsider; every other end is the server's.
  back: (state) => (state.screen.why === "declined" ? readAgain(state) : { state, commands: [] }),
};
