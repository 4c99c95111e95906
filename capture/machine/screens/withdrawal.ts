import { advance, readAgain, resume } from "../advance.ts";
import type { ScreenName, ScreenOf, State } from "../state.ts";
import { go, stay, type Transitions } from "../step.ts";

/** Screens with data of the person that wait for input: there a consent can be withdrawn. */
const HOLDING: ReadonlySet<ScreenName> = new Set<ScreenName>([
  ...(["document_type", "chip", "wallet", "camera_primer"] as const),
  ...(["camera_recovery", "document_capture", "look"] as const),
  ...(["selfie_primer", "challenge", "change", "trouble", "use_phone", "waiting"] as const),
]);

/**
 * Whether the person may withdraw their consent here: it was given, and nothing is decided. A person who
 * declined may have sent photos before, and can have them erased as well.
 */
export function mayWithdraw({ screen, situation }: State): boolean {
  const isOpen = ["document", "face", "wait"].includes(situation?.type ?? "");
  return isOpen && (HOLDING.has(screen.name) || (screen.name === "over" && screen.why === "declined"));
}

/** Asks for confirmation: erased data cannot be restored. */
export const askToWithdraw = (state: State) =>
  go(
    { ...state, kept: {} },
    { name: "withdrawal", isSending: false },
    { type: "close_camera" },
    { type: "forget_photos" },
  );

/**
 * The consent was withdrawn: now, or before an answer was lost, also in another tab. The parent page does not
 * get `canceled` yet: the person must first see the number of their receipt.
 */
export const showReceipt = (state: State, { receiptId, asker }: Omit<ScreenOf<"withdrawn">, "name">) =>
  go(
    { ...state, situation: { type: "over", why: "canceled" }, kept: {} },
    { name: "withdrawn", receiptId, asker },
    { type: "close_camera" },
    { type: "forget_photos" },
  );

export const withdrawal: Transitions<"withdrawal"> = {
  go_on: (state) => (state.screen.isSending ? stay(state, state.screen) : resume(state, "withdraw")),
  back: (state) => (state.screen.isSending ? stay(state, state.screen) : readAgain(state)),
  situation_read: (state, { situation }) => advance(state, situation),
};
