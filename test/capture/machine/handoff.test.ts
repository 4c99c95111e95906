import { describe, expect, it } from "vitest";
import { stepOf } from "#capture/machine/progress.ts";
import type { Situation } from "#capture/machine/situation.ts";
import { ABOUT, WAITING } from "../gallery/screens.ts";
import { introduction } from "./arbitraries.ts";
import { play } from "./play.ts";

const DOCUMENT: Situation = {
  type: "document",
  verificationId: "vf_1",
  kinds: ["passport"],
  methods: ["picture"],
  reason: null,
  attemptsLeft: 3,
};

const at = (isComputer: boolean, handoff: "allow" | "require" | "off") => [
  { type: "started", obstacle: null, hasAccess: true, isComputer } as const,
  {
    type: "introduced",
    introduction: { ...introduction, page: { ...introduction.page, handoff } },
  } as const,
  { type: "situation_read", situation: DOCUMENT } as const,
];
const read = (state: string, more: object = {}) =>
  ({ type: "handoff_read", handoff: { ...WAITING, state, ...more } }) as const;
const SHOWN = [...at(true, "allow"), { type: "use_phone" }, read("waiting")] as const;

describe("the tenant's rule", () => {
  it.each([
    [true, "allow", "use_phone"],
    [true, "off", "camera_primer"],
    [false, "allow", "camera_primer"],
  ] as const)(
    "a computer (%s) under the rule %s: a request for the phone leads to %s",
    (isComputer, rule, screen) => {
      expect(play(...at(isComputer, rule), { type: "use_phone" }).state.screen.name).toBe(screen);
    },
  );

  it("offers a computer nothing but the phone if it is required, and a phone the camera", () => {
    const { state } = play(...at(true, "require"));
    expect(state.screen.name).toBe("use_phone");
    expect(play(...at(true, "require"), read("waiting"), { type: "back" }).state.screen.name).toBe(
      "use_phone",
    );
    expect(play(...at(false, "require")).state.screen.name).toBe("camera_primer");
  });
});

describe("the computer", () => {
  const ASKED = [
    ...at(true, "allow").slice(0, 2),
    { type: "situation_read", situation: { type: "consent" } },
  ];

  it("may hand over before consent, which the phone asks for then, and asks itself if it is taken back", () => {
    const shown = [...ASKED, { type: "use_phone" }];
    expect(play(...shown).commands).toContainEqual(expect.objectContaining({ type: "begin_handoff" }));
    const back = [{ type: "back" }, { type: "situation_read", situation: { type: "consent" } }];
    expect(play(...shown, read("waiting"), ...back).state.screen).toEqual({ name: "consent" });
  });

  it("shows the step that the phone is at", () => {
    const moved = [...ASKED, { type: "use_phone" }, read("moved")];
    expect(stepOf(play(...moved).state)).toEqual({ step: 1, count: 4 });
    const onward = play(...moved, { type: "situation_read", situation: DOCUMENT }).state;
    expect([onward.screen.name, stepOf(onward)]).toEqual(["moved", { step: 2, count: 4 }]);
  });

  it("asks every other second how the handoff stands, and shows the number once a phone has claimed it", () => {
    const { state, commands } = play(...SHOWN, read("claimed", { number: "42", url: null }));
    expect(state.screen).toMatchObject({ name: "use_phone", handoff: { number: "42" } });
    expect(commands).toEqual([expect.objectContaining({ type: "read_handoff", id: WAITING.id })]);
    expect((commands[0] as { afterMs: number }).afterMs).toBeLessThan(2_000);
  });

  it("follows to the end once the verification has moved, and may take it back", () => {
    const moved = [...SHOWN, read("moved")];
    expect(play(...moved).state.screen).toEqual({ name: "moved", handoffId: WAITING.id });
    const onward = play(...moved, { type: "situation_read", situation: DOCUMENT });
    expect(onward.state.screen.name).toBe("moved");
    const ended = { type: "ended", outcome: "done", returnUrl: null };
    expect(play(...moved, { type: "situation_read", situation: ended }).state.screen.name).toBe("outcome");
    expect(play(...moved, { type: "back" }).commands).toContainEqual(
      expect.objectContaining({ type: "end_handoff", id: WAITING.id }),
    );
  });

  it.each(["declined", "mismatched", "canceled", "expired"])(
    "says that it was %s, and offers another code",
    (end) => {
      const { state, commands } = play(...SHOWN, read(end));
      expect([state.screen, commands]).toEqual([{ name: "use_phone", handoff: null, ended: end }, []]);
      expect(play(...SHOWN, read(end), { type: "go_on" }).commands).toContainEqual(
        expect.objectContaining({ type: "begin_handoff" }),
      );
    },
  );

  it("shows a new code if the phone that scanned this one is not the person's", () => {
    const claimed = [...SHOWN, read("claimed", { number: "42", url: null })];
    expect(play(...claimed, { type: "go_on" }).commands).toContainEqual(
      expect.objectContaining({ type: "begin_handoff" }),
    );
    expect(play(...SHOWN, { type: "go_on" }).commands).toEqual([]);
  });

  it("follows if its token may only read, as after a reload", () => {
    const { state } = play(
      ...at(true, "allow"),
      { type: "choose_file" },
      { type: "go_on" },
      { type: "failed", code: "token_scope_insufficient" },
    );
    expect(state.screen).toEqual({ name: "moved", handoffId: null });
  });
});

describe("the phone", () => {
  const SCANNED = [...at(false, "allow").slice(0, 2), { type: "handoff_claimed", about: ABOUT }] as const;

  it("shows the tenant before it continues, and sends the number that the person types", () => {
    expect(play(...SCANNED).state.screen).toEqual({ name: "context", about: ABOUT });
    const typed = play(...SCANNED, { type: "go_on" }, { type: "type_number", number: "42" });
    expect(typed.commands).toContainEqual(expect.objectContaining({ type: "confirm_handoff", number: "42" }));
    const nothing = play(...SCANNED, { type: "go_on" }, { type: "type_number", number: "4" });
    expect(nothing.commands).toEqual([]);
  });

  it("informs the computer if the person declines", () => {
    for (const before of [SCANNED, [...SCANNED, { type: "go_on" } as const]]) {
      expect(play(...before, { type: "decline" }).commands).toContainEqual({ type: "decline_handoff" });
    }
  });

  it.each(["handoff_mismatch", "handoff_expired"])("ends if the service says %s", (code) => {
    const typed = [...SCANNED, { type: "go_on" }, { type: "type_number", number: "42" }] as const;
    expect(play(...typed, { type: "failed", code }).state.screen).toEqual({ name: "over", why: code });
  });
});

it("the link of a canceled verification says so, and asks for no consent", () => {
  const page = { ...introduction.page, canceled: true };
  const { state, commands } = play(
    at(false, "allow")[0]!,
    { type: "introduced", introduction: { ...introduction, page } },
    { type: "situation_read", situation: { type: "consent", isNew: true } },
  );
  expect(state.screen).toEqual({ name: "over", why: "canceled" });
  expect(commands).toContainEqual({ type: "tell", step: "canceled", task: state.task });
});

it("a link that was opened elsewhere can be taken over here", () => {
  const elsewhere = [...at(false, "allow").slice(0, 2), { type: "failed", code: "link_claimed" }] as const;
  expect(play(...elsewhere).state.screen).toEqual({ name: "over", why: "link_claimed" });
  expect(play(...elsewhere, { type: "go_on" }).commands.map(({ type }) => type)).toEqual([
    "tell",
    "take_over",
    "read_situation",
  ]);
});
