import { describe, expect, it } from "vitest";
import type { Situation } from "#capture/machine/situation.ts";
import { introduction } from "./arbitraries.ts";
import { play } from "./play.ts";

const DOCUMENT = {
  type: "document",
  verificationId: "vf_1",
  kinds: ["cid", "passport"],
  methods: ["picture"],
  reason: null,
  attemptsLeft: 3,
} as const;
const FACE = { type: "face", mode: "passive", reason: null, attemptsLeft: 3 } as const;
const CHALLENGE = { ...FACE, mode: "challenge", reason: "step_up_required" } as const;
const DONE = { type: "ended", outcome: "done", returnUrl: null, contest: "none" } as const;

const read = (situation: Situation) => ({ type: "situation_read", situation });
const failed = (code: string, retryAfter?: number) => ({ type: "failed", code, retryAfter });
const GO_ON = { type: "go_on" };
const OPENED = { type: "camera_opened" };
const HELD = { type: "held" };
const FILE = { type: "choose_file" };

const STARTED = { type: "started", obstacle: null, hasAccess: true, isComputer: true };
const INTRODUCED = [STARTED, { type: "introduced", introduction }];
const BEGUN = [...INTRODUCED, read({ type: "consent" })];
const FINISHED = [
  STARTED,
  { type: "introduced", introduction: { ...introduction, page: { ...introduction.page, finished: true } } },
  read({ type: "consent" }),
];
const AGREED = [...BEGUN, { type: "agree" }];
const PRIMED = [...AGREED, read(DOCUMENT), { type: "choose_kind", kind: "cid" }, GO_ON];
const AIMING = [...PRIMED, OPENED];
const TAKEN = [...AIMING, { type: "shutter" }, { type: "photo_taken" }];
const SENT = [...TAKEN, GO_ON];
const sent = (situation: Situation, needsBack = false) => ({ type: "document_sent", situation, needsBack });
const BACK_ASKED = [...SENT, sent(DOCUMENT, true)];
const BEFORE_FACE = [...SENT, sent(FACE)];
const SELFIE_TAKEN = [...BEFORE_FACE, GO_ON, OPENED, GO_ON, { type: "frames_taken" }];
const RETAKEN = [...TAKEN, { type: "retake" }, OPENED];
const REFUSED = [...PRIMED, { type: "camera_failed", why: "denied" }];
const GIVEN = { type: "challenge_given", action: "open_mouth" };
const BACK = { name: "camera_primer", side: "back" };
const LOOK = { name: "look", side: "front" };
const CAPTURE = { name: "document_capture" };

describe("the way from a link to the outcome", () => {
  it.each<[string, readonly object[], object]>([
    ["asks for consent before anything else", BEGUN, { name: "consent" }],
    [
      "goes on after a reload without asking for what was agreed to",
      [...INTRODUCED, read(FACE)],
      { name: "selfie_primer", mode: "passive" },
    ],
    [
      "asks another device for nothing once the verification is finished",
      FINISHED,
      { name: "over", why: "finished" },
    ],
    ["lets the person look at the photo before it goes up", TAKEN, LOOK],
    [
      "says that a photo is too small if the server finds it so",
      [...SENT, failed("image_too_small")],
      { name: "change", step: "document", change: "photo_too_small" },
    ],
    ["takes the back when the server asks for it", BACK_ASKED, BACK],
    [
      "takes both sides after a reload that lost the front",
      [STARTED, read({ ...DOCUMENT, kinds: ["cid"], reason: "back_missing" }), GO_ON, FILE, GO_ON],
      BACK,
    ],
    [
      "goes on with a challenge when a selfie does not suffice, without calling it a fault",
      [...SELFIE_TAKEN, read(CHALLENGE)],
      { name: "selfie_primer", mode: "challenge" },
    ],
    [
      "takes the chosen document again after another one was shown",
      [...SENT, sent({ ...DOCUMENT, reason: "document_type_mismatch" }), GO_ON],
      { name: "camera_primer", side: "front" },
    ],
    [
      "lets the person choose another document after another one was shown",
      [...SENT, sent({ ...DOCUMENT, reason: "document_type_mismatch" }), { type: "choose_another" }],
      { name: "document_type" },
    ],
    [
      "offers no other document if the tenant accepts one type",
      [
        ...SENT,
        sent({ ...DOCUMENT, kinds: ["cid"], reason: "document_expired" }),
        { type: "choose_another" },
      ],
      { name: "change", change: "document_expired" },
    ],
    ["shows the outcome", [...SENT, sent(DONE)], { name: "outcome", outcome: "done", returnUrl: null }],
  ])("%s", (_, events, screen) => {
    expect(play(...events).state.screen).toMatchObject(screen);
  });

  it.each([
    [true, { type: "agree", isRecognised: true }],
    [false, { type: "agree" }],
  ])("records apart whether the person wants to be recognised later: %s", (isWanted, agree) => {
    const text = { version: "1", locale: "en", text: "Later", sha256: "0" };
    const page = { ...introduction.page, recognition_text: text };
    const asked = [
      STARTED,
      { type: "introduced", introduction: { ...introduction, page } },
      read({ type: "consent" }),
      agree,
    ];
    expect(play(...asked).commands).toContainEqual(
      expect.objectContaining({ type: "give_consent", recognition: { isWanted, text } }),
    );
    expect(play(...AGREED).commands).toContainEqual(
      expect.objectContaining({ type: "give_consent", recognition: null }),
    );
  });

  it.each<[string, readonly object[], object]>([
    [
      "puts the very text that was shown on record",
      AGREED,
      { type: "give_consent", shown: introduction.page.consent_text },
    ],
    [
      "asks for consent again where the text has become another one",
      [...AGREED, failed("invalid_parameter"), GO_ON],
      { type: "read_situation", introduces: true },
    ],
    ["sends the photo", SENT, { type: "send_document", kind: "cid", kept: { front: "camera" } }],
    [
      "sends both sides together",
      [...BACK_ASKED, FILE, GO_ON],
      { type: "send_document", kept: { front: "camera", back: "file" } },
    ],
    [
      "says that it is finished to the page around it only after the server's answer",
      [...SENT, sent(DONE)],
      { type: "tell", step: "finished" },
    ],
  ])("%s", (_, events, command) => {
    expect(play(...events).commands).toContainEqual(expect.objectContaining(command));
  });

  it("asks for a human where the service offers it, and tells the page around it nothing of that", () => {
    const declined = { ...DONE, outcome: "unsuccessful", contest: "offered" } as const;
    const asked = [
      ...SENT,
      sent(declined),
      { type: "contest" },
      { type: "send_contest", statement: "Old photo" },
    ];
    const { state, commands } = play(...asked);
    expect(commands).toEqual([{ type: "send_contest", task: state.task, statement: "Old photo" }]);
    const lost = play(...asked, failed("connection_failed"));
    expect(lost).toMatchObject({ state: { screen: { contest: "failed" } }, commands: [] });
    const review = read({ ...DONE, outcome: "in_review" });
    for (const events of [asked, [...asked, failed("timed_out"), asked.at(-1)!]]) {
      const end = play(...events, review);
      expect(end).toMatchObject({
        state: { screen: { outcome: "in_review", contest: "none" } },
        commands: [],
      });
    }
    expect(play(...SENT, sent(DONE), { type: "contest" }).state.screen).toMatchObject({ contest: "none" });
  });

  it("reads the consent text again in the language that the person chooses, and nothing else", () => {
    const { state, commands } = play(...BEGUN, { type: "choose_language" });
    expect(commands).toEqual([{ type: "read_page", task: state.task }]);
    expect(state.screen).toEqual({ name: "consent" });
    expect(play(...PRIMED, { type: "choose_language" }).commands).toEqual([]);
  });

  it("asks for a challenge only when the person presses start", () => {
    expect(play(...BEFORE_FACE, read(CHALLENGE), GO_ON, OPENED).commands).toEqual([]);
  });
});

describe("a photo of the document", () => {
  it("is taken automatically once the document is held still", () => {
    const { state, commands } = play(...AIMING, HELD);
    expect(state).toMatchObject({ screen: LOOK, kept: { front: "camera" } });
    expect(commands).toContainEqual(expect.objectContaining({ type: "close_camera" }));
  });

  it("is taken by a press from the first moment", () => {
    const taking = { type: "take_photo", side: "front" };
    expect(play(...AIMING, { type: "shutter" }).commands).toContainEqual(expect.objectContaining(taking));
  });

  it.each([
    ["not where the person prefers to press", [...AIMING, { type: "choose_automatic", on: false }], CAPTURE],
    ["not where it is taken again", RETAKEN, CAPTURE],
    ["where it is taken again and wanted so", [...RETAKEN, { type: "choose_automatic", on: true }], LOOK],
    ["not while it is taken by a press", [...AIMING, { type: "shutter" }], { ...CAPTURE, phase: "taking" }],
  ])("is taken automatically %s", (_, events, screen) => {
    expect(play(...events, HELD).state.screen).toMatchObject(screen);
  });

  it("is taken once, however often the document is found held", () => {
    expect(play(...AIMING, HELD, HELD).commands).toEqual([]);
  });
});

describe("a fault on the way", () => {
  it.each<[string, readonly object[], object]>([
    ["is a trouble where the line broke", [failed("connection_failed")], { name: "trouble", why: "offline" }],
    ["waits as long as a busy service asks", [failed("rate_limited", 7)], { why: "busy", waitS: 7 }],
    [
      "looks at the server again when the verification was decided elsewhere",
      [failed("verification_not_open")],
      { name: "loading" },
    ],
    [
      "asks for another photo when the server does not take this one",
      [failed("image_unreadable")],
      { name: "change", change: "photo_refused", attemptsLeft: 3 },
    ],
    [
      "ends without access, as after a revoked token",
      [failed("token_revoked")],
      { name: "over", why: "no_access" },
    ],
  ])("%s", (_, events, screen) => {
    expect(play(...SENT, ...events).state.screen).toMatchObject(screen);
  });

  it.each<[string, readonly object[], object]>([
    [
      "sends the same photos again after the line broke",
      [...SENT, failed("connection_failed"), GO_ON],
      { type: "send_document", kept: { front: "camera" } },
    ],
    ["keeps no photo without access", [...SENT, failed("token_revoked")], { type: "forget_photos" }],
    [
      "opens the camera again after a refusal",
      [...REFUSED, GO_ON],
      { type: "open_camera", facing: "environment" },
    ],
    [
      "opens the camera again when it was taken away",
      [...AIMING, { type: "camera_interrupted" }],
      { type: "open_camera" },
    ],
  ])("%s", (_, events, command) => {
    expect(play(...events).commands).toContainEqual(expect.objectContaining(command));
  });

  it.each(["link_claimed", "link_invalid", "link_expired"])("reports %s by its cause", (code) => {
    expect(play(STARTED, failed(code)).state.screen).toEqual({ name: "over", why: code });
  });

  it.each([
    ["replaceable", "takes over after a press, and asks for consent", true],
    ["final", "stays there", false],
  ])("before consent to a link that was opened elsewhere (%s), %s", (claimed, _, isOffered) => {
    const page = { ...introduction.page, claimed };
    const begun = [
      { type: "introduced", introduction: { ...introduction, page } },
      read({ type: "consent", isNew: true }),
    ];
    expect(play(STARTED, ...begun).state.screen).toEqual({ name: "over", why: "link_claimed" });
    const pressed = play(STARTED, ...begun, GO_ON);
    expect(pressed.commands.some(({ type }) => type === "take_over")).toBe(isOffered);
    if (!isOffered) return;
    expect(play(STARTED, ...begun, GO_ON, ...begun).state.screen).toEqual({ name: "consent" });
    const late = [STARTED, ...begun, GO_ON, ...begun, { type: "agree" }, failed("link_claimed")];
    expect(play(...late, GO_ON).commands).toEqual([]);
  });

  it("asks the device that has opened the link for its consent again after a reload", () => {
    const page = { ...introduction.page, claimed: "replaceable" };
    const reloaded = [STARTED, { type: "introduced", introduction: { ...introduction, page } }];
    expect(play(...reloaded, read({ type: "consent" })).state.screen).toEqual({ name: "consent" });
  });

  it("keeps whether the photo was out of focus at the press, until another is taken", () => {
    const taken = [...AIMING, { type: "shutter", isBlurred: true }, { type: "photo_taken" }];
    expect(play(...taken).state).toMatchObject({ screen: LOOK, isBlurred: true });
    expect(play(...taken, FILE).state.isBlurred).toBe(false);
  });

  it("remembers the movement that was asked for, to name it if it was not seen", () => {
    const asked = [...SENT, sent(CHALLENGE), GO_ON, OPENED, GO_ON, GIVEN];
    const missed = read({ ...CHALLENGE, reason: "challenge_not_performed" });
    const { screen, action } = play(...asked, { type: "frames_taken" }, missed).state;
    expect([screen.name, action]).toEqual(["change", "open_mouth"]);
  });

  it("shows how to give the camera back after a refusal, and takes a file instead", () => {
    expect(play(...REFUSED).state.screen).toMatchObject({ name: "camera_recovery", why: "denied" });
    expect(play(...REFUSED, FILE).state.screen).toMatchObject(LOOK);
  });
});
