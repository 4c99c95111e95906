import { outcomeOf } from "../advance.ts";
import type { ContestPhase, ScreenOf, State } from "../state.ts";
import { go, type Step, stay, type Transitions } from "../step.ts";

type Ended = State & { readonly screen: ScreenOf<"outcome"> };

const show = (state: Ended, contest: ContestPhase): Step => stay(state, { ...state.screen, contest });

/** Phases in which the person writes. */
const isAsking = ({ screen: { contest } }: Ended) => contest === "asking" || contest === "failed";

/** The request did not arrive, or is not accepted any more. The person may repeat it. */
export const contestFailed = (state: Ended): Step =>
  state.screen.contest === "sending" ? show(state, "failed") : { state, commands: [] };

export const outcome: Transitions<"outcome"> = {
  contest: (state) => (state.screen.contest === "offered" ? show(state, "asking") : { state, commands: [] }),
  back: (state) => (isAsking(state) ? show(state, "offered") : { state, commands: [] }),
  send_contest: (state, { statement }) =>
    isAsking(state)
      ? go(state, { ...state.screen, contest: "sending" }, { type: "send_contest", statement })
      : { state, commands: [] },
  // The page around this one has received the end, and receives nothing more.
  situation_read: (state, { situation }) =>
    situation.type === "ended"
      ? stay({ ...state, situation }, outcomeOf(situation))
      : { state, commands: [] },
};
