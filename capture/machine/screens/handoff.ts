import type { Handoff } from "../../../sdk/client/src/index.ts";
import { advance, readAgain, usePhone } from "../advance.ts";
import type { Command } from "../messages.ts";
import { HANDOFF_ENDS, type HandoffEnd, type State } from "../state.ts";
import { go, type Step, stay, type Transitions } from "../step.ts";
import { leave } from "./ways.ts";

/** Milliseconds between two polls: a change is known within two seconds. */
const PACE_MS = 1_500;

const endOf = ({ state }: Handoff): HandoffEnd | null => HANDOFF_ENDS.find((end) => end === state) ?? null;

export const usingPhone: Transitions<"use_phone"> = {
  handoff_read: (state, { handoff }) => {
    if (handoff.state === "moved") {
      return go(
        state,
        { name: "moved", handoffId: handoff.id },
        { type: "read_situation", afterMs: PACE_MS, introduces: false },
      );
    }
    const ended = endOf(handoff);
    const screen = { ...state.screen, handoff: ended === null ? handoff : null, ended };
    if (ended !== null) return go(state, screen);
    return go(state, screen, { type: "read_handoff", id: handoff.id, afterMs: PACE_MS });
  },
  situation_read: (state, { situation }) => advance(state, situation),
  // Another code, if the last one failed or a phone of somebody else scanned it.
  go_on: (state) => {
    const { handoff, ended } = state.screen;
    return ended === null && handoff?.number == null ? { state, commands: [] } : usePhone(state);
  },
  back: (state) => {
    const { handoff } = state.screen;
    if (isRequired(state)) return { state, commands: [] };
    return handoff === null
      ? readAgain(state)
      : go(state, { name: "loading" }, { type: "end_handoff", id: handoff.id });
  },
};

/** Whether the tenant requires a phone, and this is none. */
export const isRequired = ({ introduction, isComputer }: State): boolean =>
  isComputer && introduction?.page.handoff === "require";

/** Whether the person may go on with a phone instead. */
export const mayUsePhone = ({ introduction, isComputer }: State): boolean =>
  isComputer && introduction !== null && introduction.page.handoff !== "off";

export const moved: Transitions<"moved"> = {
  situation_read: (state, { situation }) =>
    situation.type === "ended" || situation.type === "over"
      ? advance(state, situation)
      : go({ ...state, situation }, state.screen, {
          ...{ type: "read_situation", afterMs: PACE_MS, introduces: false },
        }),
  back: (state) => {
    const { handoffId } = state.screen;
    return handoffId === null
      ? { state, commands: [] }
      : go(state, { name: "loading" }, { type: "end_handoff", id: handoffId });
  },
};

export const context: Transitions<"context"> = {
  go_on: (state) => go(state, { name: "compare", isSending: false }),
};

export const compare: Transitions<"compare"> = {
  type_number: (state, { number }) =>
    state.screen.isSending || !/^\d{2}$/.test(number)
      ? stay(state, state.screen)
      : go(state, { name: "compare", isSending: true }, { type: "confirm_handoff", number }),
  situation_read: (state, { situation }) => advance(state, situation),
};

/** Declining on either device ends the handoff, and the other device is notified. */
export function refuse(state: State): Step {
  const { screen } = state;
  const isPhone = screen.name === "context" || screen.name === "compare";
  const left = leave(state, isPhone ? "handoff_declined" : "declined");
  const { task } = left.state;
  const tells: readonly Command[] = isPhone
    ? [{ type: "decline_handoff" }]
    : screen.name === "use_phone" && screen.handoff !== null
      ? [{ type: "end_handoff", task, id: screen.handoff.id }]
      : [];
  return { ...left, commands: [...left.commands, ...tells] };
}
