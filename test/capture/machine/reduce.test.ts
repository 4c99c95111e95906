import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Choice, Event } from "#capture/machine/messages.ts";
import { reduce } from "#capture/machine/reduce.ts";
import { INITIAL, type Screen, type State } from "#capture/machine/state.ts";
import { codes, events, situations } from "./arbitraries.ts";

/** The final screens, which require nothing more of the person. */
const isEnd = ({ name }: Screen) => ["outcome", "over", "withdrawn"].includes(name);

const CHOICES: readonly Choice[] = [
  { type: "agree" },
  { type: "choose_kind", kind: "passport" },
  { type: "go_on" },
  { type: "shutter" },
  { type: "held" },
  { type: "choose_automatic", on: false },
  { type: "choose_file" },
  { type: "retake" },
  { type: "back" },
  { type: "use_phone" },
  { type: "type_number", number: "42" },
  { type: "decline" },
];

const moves = (state: State, event: Event) => reduce(state, event).state.screen.name !== state.screen.name;

/** States that are reached by any sequence of events, each with the work that is under way. */
const reached = fc.array(fc.nat(2 ** 31 - 1), { maxLength: 30 }).map((seeds) => {
  let { state, commands: work } = reduce(INITIAL, {
    type: "started",
    obstacle: null,
    hasAccess: true,
    isComputer: true,
  });
  const path = [state];
  for (const seed of seeds) {
    const [event] = fc.sample(events(state.task), { seed, numRuns: 1 });
    const step = reduce(state, event!);
    if (step.state.task !== state.task) work = step.commands;
    state = step.state;
    path.push(state);
  }
  return { state, work, path };
});

describe("every event in every state", () => {
  it("leads to a state, and changes nothing of the one before", () => {
    fc.assert(
      fc.property(reached, ({ path }) => {
        for (const state of path) {
          const before = structuredClone(state);
          for (const event of fc.sample(events(state.task), { numRuns: 3, seed: path.length })) {
            expect(reduce(state, event).state.screen.name).toBeTypeOf("string");
          }
          expect(state).toEqual(before);
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is not heard when it answers work that is no longer wanted", () => {
    fc.assert(
      fc.property(reached, fc.nat(), ({ state }, seed) => {
        const late = fc
          .sample(events(state.task - 1), { seed, numRuns: 20 })
          .filter((event) => "task" in event);
        for (const event of late) expect(reduce(state, event)).toEqual({ state, commands: [] });
      }),
    );
  });

  it("opens one camera at a time, and leaves none open behind a screen without one", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2 ** 31 - 1), { maxLength: 40 }), (seeds) => {
        let state = INITIAL;
        let isOpen = false;
        for (const seed of seeds) {
          const [event] = fc.sample(events(state.task), { seed, numRuns: 1 });
          const step = reduce(state, event!);
          state = step.state;
          for (const { type } of step.commands) {
            if (type === "close_camera") isOpen = false;
            if (type === "open_camera") isOpen = true;
          }
          if (isOpen) expect(["document_capture", "challenge"]).toContain(state.screen.name);
        }
      }),
    );
  });
});

describe("no state is a dead end", () => {
  it("ends, waits for work that is under way, or asks the person for something that leads on", () => {
    fc.assert(
      fc.property(reached, ({ state, work }) => {
        const { screen } = state;
        const isChoice = CHOICES.some((choice) => moves(state, choice));
        const waits = work.some((command) => "task" in command && command.task === state.task);
        expect(isEnd(screen) || isChoice || waits, JSON.stringify(state)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("lets a person decline at every question", () => {
    fc.assert(
      fc.property(reached, ({ state }) => {
        const { name } = state.screen;
        if (isEnd(state.screen) || ["loading", "sending", "withdrawal"].includes(name)) return;
        const why = ["context", "compare"].includes(name) ? "handoff_declined" : "declined";
        expect(reduce(state, { type: "decline" }).state.screen).toEqual({ name: "over", why });
      }),
    );
  });

  it("leads on from every failure of every call", () => {
    fc.assert(
      fc.property(reached, codes, ({ state }, code) => {
        if (!["loading", "waiting", "sending", "withdrawal"].includes(state.screen.name)) return;
        const { screen } = reduce(state, { type: "failed", task: state.task, code, retryAfter: 1 }).state;
        expect(["trouble", "change", "selfie_primer", "over", "loading", "moved"]).toContain(screen.name);
      }),
      { numRuns: 2_000 },
    );
  });

  it("shows the verification's state on the server, whatever was shown before", () => {
    fc.assert(
      fc.property(reached, situations, ({ state }, situation) => {
        const reading = reduce(
          { ...state, screen: { name: "trouble", why: "ours", resume: "read", waitS: 0 } },
          { type: "go_on" },
        ).state;
        const { screen } = reduce(reading, { type: "situation_read", task: reading.task, situation }).state;
        if (situation.type === "ended")
          expect(screen).toMatchObject({ name: "outcome", outcome: situation.outcome });
        if (situation.type === "over") expect(screen).toEqual({ name: "over", why: situation.why });
      }),
    );
  });
});
