import { accepts, advance, askForPhotos, askForWallet, followChip } from "../advance.ts";
import type { Situation } from "../situation.ts";
import { stay, type Transitions } from "../step.ts";

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
