import { advance, readAgain, resume } from "../advance.ts";
import type { ScreenName, State } from "../state.ts";
import { go, stay, type Transitions } from "../step.ts";

/** Screens that hold something of the person's, and wait for them: there a consent can be taken back. */
const HOLDING: ReadonlySet<ScreenName> = new Set<ScreenName>([
  ...(["document_type", "camera_primer", "camera_recovery", "document_capture", "look"] as const),
  ...(["selfie_primer", "challenge", "change", "trouble", "use_phone"] as const),
]);

/**
 * Whether the person may take their consent back here: it was given, and nothing is decided. Who has said no
 * may have sent photos before, and can have them erased, too.
 */
export function mayWithdraw({ screen, situation }: State): boolean {
  const isOpen = situation?.type === "document" || situation?.type === "face";
  return isOpen && (HOLDING.has(screen.name) || (screen.name === "over" && screen.why === "declined"));
}

/** Asks once more: what is erased does not come back. */
export const askToWithdraw = (state: State) =>
  go(
    { ...state, kept: {} },
    { name: "withdrawal", isSending: false },
    { type: "close_camera" },
    { type: "forget_photos" },
  );

/**
 * The consent was taken back: now, or before an answer was lost, also in another tab. The page around this
 * one is not told `canceled`: the person is to see the number of their receipt.
 */
export const showReceipt = (state: State, receiptId: string) =>
  go(
    { ...state, situation: { type: "over", why: "canceled" }, kept: {} },
    { name: "withdrawn", receiptId },
    { type: "close_camera" },
    { type: "forget_photos" },
  );

export const withdrawal: Transitions<"withdrawal"> = {
  go_on: (state) => (state.screen.isSending ? stay(state, state.screen) : resume(state, "withdraw")),
  back: (state) => (state.screen.isSending ? stay(state, state.screen) : readAgain(state)),
  situation_read: (state, { situation }) => advance(state, situation),
};
