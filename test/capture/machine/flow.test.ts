import { describe, expect, it } from "vitest";
import type { Command, Event } from "#capture/machine/messages.ts";
import { reduce } from "#capture/machine/reduce.ts";
import type { Situation } from "#capture/machine/situation.ts";
import { INITIAL, type State } from "#capture/machine/state.ts";
import { introduction } from "./arbitraries.ts";

const DOCUMENT = { type: "document", kinds: ["cid", "passport"], reason: null, attemptsLeft: 3 } as const;
const FACE = { type: "face", mode: "passive", reason: null, attemptsLeft: 3 } as const;
const DONE = { type: "ended", outcome: "done", returnUrl: null } as const;

/** Plays events, each of which answers the work under way. */
function play(...happened: readonly object[]): { state: State; commands: readonly Command[] } {
  let state = INITIAL;
  let commands: readonly Command[] = [];
  for (const event of happened) {
    const step = reduce(state, { task: state.task, ...event } as Event);
    ({ state, commands } = step);
  }
  return { state, commands };
}

const read = (situation: Situation) => ({ type: "situation_read", situation });
const BEGUN = [
  { type: "started", obstacle: null, hasAccess: true, isComputer: true },
  { type: "introduced", introduction },
  read({ type: "consent" }),
] as const;
const TAKEN = [
  ...BEGUN,
  { type: "agree" },
  read(DOCUMENT),
  { type: "choose_kind", kind: "cid" },
  { type: "go_on" },
  { type: "camera_opened" },
  { type: "shutter" },
  { type: "picture_taken" },
] as const;
const SENT = [...TAKEN, { type: "go_on" }] as const;
const BEFORE_FACE = [...SENT, { type: "document_sent", situation: FACE, needsBack: false }] as const;

describe("the way from a link to the outcome", () => {
  it("asks for consent before anything else", () => {
    expect(play(...BEGUN).state.screen.name).toBe("consent");
  });

  it("puts the very text that was shown on record, and asks again where it has become another one", () => {
    const { commands } = play(...BEGUN, { type: "agree" });
    const shown = introduction.page.consent_text;
    expect(commands).toContainEqual(expect.objectContaining({ type: "give_consent", shown }));
    const refused = [...BEGUN, { type: "agree" }, { type: "failed", code: "invalid_parameter" }];
    expect(play(...refused, { type: "go_on" }).commands).toContainEqual(
      expect.objectContaining({ type: "read_situation", introduces: true }),
    );
  });

  it("goes on after a reload without asking for what was agreed to", () => {
    const { state } = play(...BEGUN.slice(0, 2), read(FACE));
    expect(state.screen).toEqual({ name: "selfie_primer", mode: "passive" });
  });

  it("lets the person look at the picture before it goes up", () => {
    expect(play(...TAKEN).state.screen).toEqual({ name: "look", side: "front" });
    expect(play(...SENT).commands).toContainEqual(
      expect.objectContaining({ type: "send_document", kind: "cid", kept: { front: "camera" } }),
    );
  });

  it("takes the back when the server asks for it, and sends both sides together", () => {
    const asked = [...SENT, { type: "document_sent", situation: DOCUMENT, needsBack: true }];
    expect(play(...asked).state.screen).toEqual({ name: "camera_primer", side: "back" });
    const both = [{ type: "choose_file" }, { type: "go_on" }];
    expect(play(...asked, ...both).commands).toContainEqual(
      expect.objectContaining({ type: "send_document", kept: { front: "camera", back: "file" } }),
    );
  });

  it("takes both sides after a reload that lost the front", () => {
    const missing = { ...DOCUMENT, kinds: ["cid"], reason: "back_missing" } as const;
    const { state } = play(
      BEGUN[0],
      read(missing),
      { type: "go_on" },
      { type: "choose_file" },
      { type: "go_on" },
    );
    expect(state.screen).toEqual({ name: "camera_primer", side: "back" });
  });

  it("asks for a challenge only when the person presses start", () => {
    const framing = [
      ...BEFORE_FACE,
      read({ ...FACE, mode: "challenge" }),
      { type: "go_on" },
      { type: "camera_opened" },
    ];
    expect(play(...framing).commands).toEqual([]);
    expect(play(...BEFORE_FACE).state.screen).toEqual({ name: "selfie_primer", mode: "passive" });
  });

  it("goes on with a challenge when a selfie does not suffice, without calling it a fault", () => {
    const stepUp = { ...FACE, mode: "challenge", reason: "step_up_required" } as const;
    const frames = [
      { type: "go_on" },
      { type: "camera_opened" },
      { type: "go_on" },
      { type: "frames_taken" },
    ];
    expect(play(...BEFORE_FACE, ...frames, read(stepUp)).state.screen).toEqual({
      name: "selfie_primer",
      mode: "challenge",
    });
  });

  it("tells the page around it that it is finished only after the server's answer", () => {
    const { state, commands } = play(...SENT, { type: "document_sent", situation: DONE, needsBack: false });
    expect(state.screen).toEqual({ name: "outcome", outcome: "done", returnUrl: null });
    expect(commands).toContainEqual(expect.objectContaining({ type: "tell", step: "finished" }));
  });
});

describe("a picture of the document", () => {
  const AIMING = TAKEN.slice(0, 8);
  const taken = { name: "look", side: "front" };

  it("takes itself once the document is held", () => {
    const { state, commands } = play(...AIMING, { type: "held" });
    expect(state).toMatchObject({ screen: taken, kept: { front: "camera" } });
    expect(commands).toContainEqual(expect.objectContaining({ type: "close_camera" }));
  });

  it("is taken by a press from the first moment", () => {
    expect(play(...AIMING, { type: "shutter" }).commands).toContainEqual(
      expect.objectContaining({ type: "take_picture", side: "front" }),
    );
  });

  it("does not take itself where the person prefers to press, or took it again", () => {
    const unwanted = play(...AIMING, { type: "choose_automatic", on: false }, { type: "held" });
    expect(unwanted.state.screen.name).toBe("document_capture");
    const again = [...TAKEN, { type: "retake" }, { type: "camera_opened" }] as const;
    expect(play(...again, { type: "held" }).state.screen.name).toBe("document_capture");
    const wanted = play(...again, { type: "choose_automatic", on: true }, { type: "held" });
    expect(wanted.state.screen).toEqual(taken);
  });

  it("is taken once, however often the document is found held", () => {
    expect(play(...AIMING, { type: "held" }, { type: "held" }).commands).toEqual([]);
    expect(play(...AIMING, { type: "shutter" }, { type: "held" }).state.screen).toMatchObject({
      phase: "taking",
    });
  });
});

describe("a fault on the way", () => {
  const failed = (code: string, retryAfter?: number) => ({ type: "failed", code, retryAfter });

  it("sends the same pictures again after the line broke", () => {
    const broken = [...SENT, failed("connection_failed")];
    expect(play(...broken).state.screen).toMatchObject({ name: "trouble", why: "offline" });
    expect(play(...broken, { type: "go_on" }).commands).toContainEqual(
      expect.objectContaining({ type: "send_document", kept: { front: "camera" } }),
    );
  });

  it("waits as long as a busy service asks", () => {
    expect(play(...SENT, failed("rate_limited", 7)).state.screen).toMatchObject({ why: "busy", waitS: 7 });
  });

  it("looks at the server again when the verification was decided elsewhere", () => {
    expect(play(...SENT, failed("verification_not_open")).state.screen.name).toBe("loading");
  });

  it("asks for another picture when the server would not look at this one", () => {
    expect(play(...SENT, failed("image_unreadable")).state.screen).toMatchObject({
      name: "change",
      change: "picture_refused",
      attemptsLeft: 3,
    });
  });

  it("ends without access, as after a revoked token, and keeps no picture", () => {
    const { state, commands } = play(...SENT, failed("token_revoked"));
    expect(state.screen).toEqual({ name: "over", why: "no_access" });
    expect(commands).toContainEqual(expect.objectContaining({ type: "forget_pictures" }));
  });

  it.each(["link_claimed", "link_invalid", "link_expired"] as const)(
    "tells a person %s as what it is",
    (code) => {
      expect(play(BEGUN[0], failed(code)).state.screen).toEqual({ name: "over", why: code });
    },
  );

  it("shows how to give the camera back after a refusal, and takes a file instead", () => {
    const refused = [...TAKEN.slice(0, 7), { type: "camera_failed", why: "denied" }];
    expect(play(...refused).state.screen).toMatchObject({ name: "camera_recovery", why: "denied" });
    expect(play(...refused, { type: "go_on" }).commands).toContainEqual(
      expect.objectContaining({ type: "open_camera", facing: "environment" }),
    );
    expect(play(...refused, { type: "choose_file" }).state.screen.name).toBe("look");
  });

  it("opens the camera again when it was taken away", () => {
    const { commands } = play(...TAKEN.slice(0, 8), { type: "camera_interrupted" });
    expect(commands).toContainEqual(expect.objectContaining({ type: "open_camera" }));
  });
});
