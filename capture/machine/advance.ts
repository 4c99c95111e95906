import type { CapturePage } from "../../sdk/client/src/index.ts";
import { type Method, type Situation, withId } from "./situation.ts";
import type { Change, Resume, Screen, State } from "./state.ts";
import { go, type Step } from "./step.ts";

const POLL_MS = 2_000;
const RELEASE = [{ type: "close_camera" }, { type: "forget_photos" }] as const;

/** Reads the verification's state from the server. */
export const readAgain = (state: State): Step =>
  go(state, { name: "loading" }, { type: "close_camera" }, reading(state, 0));

const reading = ({ introduction }: State, afterMs: number) =>
  ({ type: "read_situation", afterMs, introduces: introduction === null }) as const;

/** Goes to the screen for the server's state. */
export function advance(state: State, situation: Situation): Step {
  const known = { ...state, situation };
  switch (situation.type) {
    case "wait":
      return go(known, { name: "waiting" }, ...RELEASE, reading(known, POLL_MS));
    case "ended":
      return go({ ...known, kept: {} }, outcomeOf(situation), ...RELEASE, {
        type: "tell",
        step: "finished",
      });
    case "over":
      return go({ ...known, kept: {} }, { name: "over", why: situation.why }, ...RELEASE, {
        type: "tell",
        step: "canceled",
      });
    case "consent":
      if (state.introduction?.page.canceled === true) {
        return advance(state, { type: "over", why: "canceled" });
      }
      // Another device has done everything: there is nothing to agree to.
      if (state.introduction?.page.finished === true) {
        return go(known, { name: "over", why: "finished" }, ...RELEASE);
      }
      if (situation.isNew === true && isElsewhere(state.introduction?.page.claimed, state.takesOver)) {
        return go({ ...known, kept: {} }, { name: "over", why: "link_claimed" }, ...RELEASE);
      }
      return go({ ...known, kept: {} }, { name: "consent" }, ...RELEASE);
    default:
      return ask(known, situation);
  }
}

/** Whether another device has opened the link, and this one does not replace it. */
const isElsewhere = (claimed: CapturePage["claimed"], takesOver: boolean): boolean =>
  claimed === "final" || (claimed === "replaceable" && !takesOver);

/** The screen of an end. */
export function outcomeOf({ outcome, returnUrl, contest }: Extract<Situation, { type: "ended" }>): Screen {
  return { name: "outcome", outcome, returnUrl, contest };
}

type OpenSituation = Extract<Situation, { readonly type: "document" | "face" }>;

/** Reasons for which both sides are taken. */
const TWO_SIDED: readonly string[] = ["back_missing", "front_missing", "barcode_not_read"];

/** An open step: shows first what has to be changed, if anything. */
function ask(state: State, situation: OpenSituation): Step {
  // A computer is offered nothing else.
  if (state.isComputer && state.introduction?.page.handoff === "require") return usePhone(state);
  const { reason } = situation;
  // A request for a movement is no fault of the person's.
  if (reason !== null && reason !== "step_up_required") {
    return askForChange({ ...state, needsBack: TWO_SIDED.includes(reason) }, situation.type, reason);
  }
  const fresh = { ...state, kept: {} };
  return situation.type === "face" ? askForFace(fresh) : askForDocument(fresh);
}

/** Whether the verification accepts the document in this way. */
export const accepts = ({ situation }: Pick<State, "situation">, method: Method): boolean =>
  situation?.type === "document" && situation.methods.includes(method);

/** Opens the tenant's app, which reads the chip; null on a computer, or if the tenant has set no app. */
export function appLinkOf({ introduction, situation, isComputer }: State): string | null {
  const url = introduction?.page.tenant.app_url ?? null;
  return isComputer || url === null || situation?.type !== "document"
    ? null
    : withId(url, situation.verificationId);
}

/** The document: by the app, from a wallet, or by photos, as the verification and the device allow. */
export function askForDocument(state: State): Step {
  const hasOther = accepts(state, "credential") || accepts(state, "picture");
  if (accepts(state, "chip") && (appLinkOf(state) !== null || !hasOther)) return followChip(state);
  return accepts(state, "credential") ? askForWallet(state) : askForPhotos(state);
}

/** The app reads the chip, if the person opens it: this page polls. */
export const followChip = (state: State): Step =>
  go({ ...state, kept: {} }, { name: "chip" }, ...RELEASE, reading(state, POLL_MS));

export const askForWallet = (state: State): Step =>
  go({ ...state, kept: {} }, { name: "wallet", phase: "offered", link: null, fault: null }, ...RELEASE);

/** Photos of the document: its type first, if there is a choice that has not been made. */
export function askForPhotos(state: State): Step {
  const kinds = state.situation?.type === "document" ? state.situation.kinds : [];
  const [only] = kinds;
  if (state.kind === null && kinds.length > 1) return go(state, { name: "document_type", kinds }, ...RELEASE);
  return go(
    { ...state, kind: state.kind ?? only ?? null, kept: {} },
    { name: "camera_primer", side: "front" },
    ...RELEASE,
  );
}

export function askForFace(state: State): Step {
  const mode = state.situation?.type === "face" ? state.situation.mode : "challenge";
  return go(state, { name: "selfie_primer", mode }, ...RELEASE);
}

/** One thing to change, found by the page itself: no attempt was used. */
export function askForChange(state: State, step: "document" | "face", change: Change): Step {
  const { situation } = state;
  const attemptsLeft = situation !== null && "attemptsLeft" in situation ? situation.attemptsLeft : 1;
  const screen = { name: "change", step, change, attemptsLeft, isFile: isFromFile(state) } as const;
  return go({ ...state, kept: {} }, screen, ...RELEASE);
}

const isFromFile = ({ kept }: State) => Object.values(kept).includes("file");

/** What "Try again" does after trouble. The kept photos go up under the same key as before. */
export function resume(state: State, what: Resume): Step {
  const mode = state.situation?.type === "face" ? state.situation.mode : "challenge";
  switch (what) {
    case "read":
      return readAgain(state);
    case "follow":
      return follow(state);
    case "phone":
      return usePhone(state);
    case "face":
      return askForFace(state);
    case "wallet":
      return askForWallet(state);
    case "send_document":
      return go(
        state,
        { name: "sending", what: "document" },
        { type: "send_document", kind: state.kind, kept: state.kept },
      );
    case "withdraw":
      return go(state, { name: "withdrawal", isSending: true }, { type: "withdraw_consent" });
    case "send_face":
      return go(state, { name: "sending", what: "face" }, { type: "send_face", mode });
  }
}

/** Shows a code for the phone on which the person goes on. */
export const usePhone = (state: State): Step =>
  go({ ...state, kept: {} }, { name: "use_phone", handoff: null, ended: null }, ...RELEASE, {
    type: "begin_handoff",
  });

/** The phone continues: this page only polls, until the end. */
export const follow = (state: State): Step =>
  go({ ...state, kept: {} }, { name: "moved", handoffId: null }, ...RELEASE, reading(state, POLL_MS));
