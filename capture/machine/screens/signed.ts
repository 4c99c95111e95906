import { accepts, advance, askForPhotos, askForWallet, followChip } from "../advance.ts";
import type { Situation } from "../situation.ts";
import { go, stay, type Transitions } from "../step.ts";

/** Milliseconds between two polls: a wallet's answer is known within two seconds. */
const PACE_MS = 1_500;

const offered = { name: "wallet", phase: "offered", link: null, fault: null } as const;

export const wallet: Transitions<"wallet"> = {
  go_on: (state) =>
    state.screen.phase === "offered"
      ? go(state, { ...offered, phase: "asking" }, { type: "ask_wallet" })
      : stay(state, state.screen),
  wallet_linked: (state, { requestId, url }) =>
    go(
      state,
      { ...offered, phase: "linked", link: url },
      { type: "follow_wallet", requestId, afterMs: PACE_MS },
    ),
  wallet_waits: (state, { requestId }) =>
    go(state, state.screen, { type: "follow_wallet", requestId, afterMs: PACE_MS }),
  wallet_failed: (state, { why }) => go(state, { ...offered, fault: why }),
  document_sent: (state, { situation }) => advance(state, situation),
  choose_photos: (state) => (accepts(state, "picture") ? askForPhotos(state) : stay(state, state.screen)),
  back: (state) => go(state, offered),
};

/** Whether the app has sent nothing since: the person is asked for the same as before. */
const isSame = (now: Situation, before: Situation | null): boolean =>
  now.type === "document" &&
  before?.type === "document" &&
  now.reason === before.reason &&
  now.attemptsLeft === before.attemptsLeft;

export const chip: Transitions<"chip"> = {
  situation_read: (state, { situation }) =>
    isSame(situation, state.situation) ? followChip({ ...state, situation }) : advance(state, situation),
  choose_wallet: (state) => (accepts(state, "credential") ? askForWallet(state) : stay(state, state.screen)),
  choose_photos: (state) => (accepts(state, "picture") ? askForPhotos(state) : stay(state, state.screen)),
};
