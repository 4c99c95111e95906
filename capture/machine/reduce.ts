import { askForFace, askForWallet, follow, readAgain, usePhone } from "./advance.ts";
import { closedBy, remedyOf } from "./failures.ts";
import type { Event } from "./messages.ts";
import {
  cameraPrimer,
  documentCapture,
  documentType,
  lookAtIt,
  refusePhoto,
  sending,
} from "./screens/document.ts";
import { challenge, selfiePrimer } from "./screens/face.ts";
import { compare, context, mayUsePhone, moved, refuse, usingPhone } from "./screens/handoff.ts";
import { contestFailed, outcome } from "./screens/outcome.ts";
import { chip, wallet } from "./screens/signed.ts";
import {
  cameraRecovery,
  change,
  consent,
  loading,
  over,
  trouble,
  unsupported,
  waiting,
} from "./screens/ways.ts";
import { askToWithdraw, mayWithdraw, showReceipt, withdrawal } from "./screens/withdrawal.ts";
import type { Resume, ScreenName, State } from "./state.ts";
import { go, type Step, stay, type Transitions } from "./step.ts";

const SCREENS: { readonly [Name in ScreenName]: Transitions<Name> } = {
  loading,
  waiting,
  unsupported,
  consent,
  document_type: documentType,
  chip,
  wallet,
  camera_primer: cameraPrimer,
  camera_recovery: cameraRecovery,
  document_capture: documentCapture,
  look: lookAtIt,
  sending,
  selfie_primer: selfiePrimer,
  challenge,
  change,
  use_phone: usingPhone,
  moved,
  context,
  compare,
  outcome,
  over,
  withdrawal,
  withdrawn: {},
  trouble,
};

/** Screens at which a call may fail, and what "Try again" does there. */
const RESUMES: Readonly<Partial<Record<ScreenName, (state: State) => Resume>>> = {
  loading: () => "read",
  waiting: () => "read",
  chip: () => "read",
  wallet: () => "wallet",
  challenge: () => "face",
  use_phone: () => "phone",
  moved: () => "follow",
  compare: () => "read",
  withdrawal: () => "withdraw",
  sending: ({ screen }) =>
    screen.name === "sending" && screen.what === "face" ? "send_face" : "send_document",
};

/** Screens that request something from the person: each can be declined. */
const REFUSABLE: ReadonlySet<ScreenName> = new Set<ScreenName>([
  ...([
    "consent",
    "document_type",
    "chip",
    "wallet",
    "camera_primer",
    "camera_recovery",
    "document_capture",
    "look",
  ] as const),
  ...(["selfie_primer", "challenge", "change", "trouble", "unsupported"] as const),
  ...(["use_phone", "moved", "context", "compare", "waiting"] as const),
]);

/** Screens on which a person may continue with a phone instead. */
const LEADING_TO_PHONE: ReadonlySet<ScreenName> = new Set<ScreenName>([
  "consent",
  ...(["document_type", "chip", "wallet", "camera_primer", "camera_recovery", "selfie_primer"] as const),
]);

/**
 * The whole flow as one function. Total: an event that a screen does not know, or that answers outdated work,
 * changes nothing.
 */
export function reduce(state: State, event: Event): Step {
  if ("task" in event && event.task !== state.task) return { state, commands: [] };
  if (event.type === "introduced") {
    return stay({ ...state, introduction: event.introduction }, state.screen);
  }
  if (event.type === "failed") return recover(state, event);
  if (event.type === "consent_withdrawn") return showReceipt(state, event);
  if (event.type === "decline" && REFUSABLE.has(state.screen.name)) return refuse(state);
  if (event.type === "use_phone" && LEADING_TO_PHONE.has(state.screen.name) && mayUsePhone(state)) {
    return usePhone(state);
  }
  if (event.type === "withdraw" && mayWithdraw(state)) return askToWithdraw(state);
  const transitions = SCREENS[state.screen.name] as Readonly<
    Record<string, ((state: State, event: Event) => Step) | undefined>
  >;
  return transitions[event.type]?.(state, event) ?? { state, commands: [] };
}

/** A failed call leads to a screen with a way on, whatever it was. */
function recover(
  state: State,
  { code, retryAfter, stands = false }: Extract<Event, { type: "failed" }>,
): Step {
  const { screen } = state;
  if (screen.name === "outcome") return contestFailed({ ...state, screen });
  if (screen.name === "use_phone" && code === "limit_reached") {
    return go(state, { ...screen, handoff: null, ended: "limit_reached" });
  }
  const resume = RESUMES[screen.name]?.(state);
  if (resume === undefined) return { state, commands: [] };
  const isOfFace = resume === "face" || resume === "send_face";
  const remedy = remedyOf(code);
  switch (remedy) {
    case "closed":
      return go(
        { ...state, kept: {} },
        { name: "over", why: resume === "withdraw" && !stands ? "unsure" : closedBy(code) },
        { type: "close_camera" },
        { type: "forget_photos" },
      );
    case "moved":
      return follow(state);
    case "refresh":
      return screen.name === "loading" ? showTrouble(state, "ours", resume, retryAfter) : readAgain(state);
    case "retake":
      // The consent text may have changed: it is read and shown again.
      return resume === "read" || resume === "withdraw"
        ? showTrouble({ ...state, introduction: null }, "ours", resume, retryAfter)
        : refusePhoto(state, isOfFace ? "face" : "document", code);
    case "anew":
      return resume === "wallet" ? askForWallet(state) : askForFace(state);
    default:
      return showTrouble(state, remedy, resume, retryAfter);
  }
}

const showTrouble = (
  state: State,
  why: "offline" | "busy" | "ours",
  resume: Resume,
  retryAfter: number | undefined,
): Step => go(state, { name: "trouble", why, resume, waitS: retryAfter ?? 0 }, { type: "close_camera" });
