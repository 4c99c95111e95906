import { describe, expect, it } from "vitest";
import { mayWithdraw } from "#capture/machine/screens/withdrawal.ts";
import { INITIAL, type Screen, type State } from "#capture/machine/state.ts";
import { ALL_SCREENS } from "../gallery/screens.ts";
import { introduction } from "./arbitraries.ts";
import { playFrom } from "./play.ts";

const DOCUMENT = {
  type: "document",
  verificationId: "vf_1",
  kinds: ["cid"],
  methods: ["picture"],
  reason: null,
  attemptsLeft: 3,
} as const;
const at = (screen: Screen): State => ({ ...INITIAL, introduction, situation: DOCUMENT, screen });
const PRIMER = at({ name: "selfie_primer", mode: "challenge" });

const RECEIPT = { type: "consent_withdrawn", receiptId: "er_1", asker: "Shop" } as const;
const SENDING = [{ type: "withdraw" }, { type: "go_on" }] as const;

describe("a consent is withdrawn", () => {
  it("from every screen after consent, and from the one after declining", () => {
    const free = new Set(ALL_SCREENS.filter((screen) => mayWithdraw(at(screen))).map(({ name }) => name));
    expect([...free].sort()).toEqual(
      [
        ...[
          "camera_primer",
          "camera_recovery",
          "challenge",
          "change",
          "chip",
          "document_capture",
          "document_type",
        ],
        ...["look", "over", "selfie_primer", "trouble", "use_phone", "waiting", "wallet"],
      ].sort(),
    );
  });

  it("while the decision is awaited: nothing is decided yet", () => {
    const waiting = { ...at({ name: "waiting" }), situation: { type: "wait" } } as const;
    expect(playFrom(waiting, ...SENDING).commands).toContainEqual(
      expect.objectContaining({ type: "withdraw_consent" }),
    );
  });

  it("not before it was given, nor once the verification has ended", () => {
    const consent = { ...PRIMER, situation: { type: "consent" } } as const;
    const ended = { ...PRIMER, situation: { type: "over", why: "canceled" } } as const;
    expect([consent, ended].map(mayWithdraw)).toEqual([false, false]);
    expect(playFrom(consent, { type: "withdraw" }).state).toBe(consent);
  });

  it("after a second press only, with the camera closed and no photo kept", () => {
    const { state, commands } = playFrom(PRIMER, { type: "withdraw" });
    expect(state.screen).toEqual({ name: "withdrawal", isSending: false });
    expect(commands.map(({ type }) => type)).toEqual(["tell", "close_camera", "forget_photos"]);
    expect(playFrom(PRIMER, ...SENDING).commands).toContainEqual(
      expect.objectContaining({ type: "withdraw_consent" }),
    );
  });

  it("once, however often the button is pressed", () => {
    expect(playFrom(PRIMER, ...SENDING, { type: "go_on" }).commands).toEqual([]);
  });

  it("or kept: then the flow resumes at the server's state", () => {
    expect(playFrom(PRIMER, { type: "withdraw" }, { type: "back" }).commands).toContainEqual(
      expect.objectContaining({ type: "read_situation" }),
    );
  });

  it("and the person is shown the number of the receipt", () => {
    const { state } = playFrom(PRIMER, ...SENDING, RECEIPT);
    expect(state.screen).toEqual({ name: "withdrawn", receiptId: "er_1", asker: "Shop" });
  });

  it("and the receipt is shown wherever the withdrawal is seen, as in a second tab", () => {
    for (const screen of ALL_SCREENS) {
      const { state, commands } = playFrom(at(screen), RECEIPT);
      expect(state.screen).toEqual({ name: "withdrawn", receiptId: "er_1", asker: "Shop" });
      expect(commands.map(({ type }) => type)).toContain("close_camera");
      expect(mayWithdraw(state)).toBe(false);
    }
  });

  it("again after the line broke, by a press", () => {
    const broken = [...SENDING, { type: "failed", code: "connection_failed" }];
    expect(playFrom(PRIMER, ...broken).state.screen).toMatchObject({ name: "trouble", resume: "withdraw" });
    expect(playFrom(PRIMER, ...broken, { type: "go_on" }).commands).toContainEqual(
      expect.objectContaining({ type: "withdraw_consent" }),
    );
  });

  it.each(["token_revoked", "link_expired", "not_found"])(
    "and no failure is shown if the answer was lost and the verification is closed (%s)",
    (code) => {
      const { state } = playFrom(PRIMER, ...SENDING, { type: "failed", code });
      expect(state.screen).toEqual({ name: "over", why: "unsure" });
    },
  );

  it("nor that it may be, if the service knows of no withdrawal: they come in again and can take it back", () => {
    const { state } = playFrom(PRIMER, ...SENDING, { type: "failed", code: "token_revoked", stands: true });
    expect(state.screen).toEqual({ name: "over", why: "no_access" });
  });

  it("no more, if it was decided meanwhile: the outcome is shown", () => {
    const { commands } = playFrom(PRIMER, ...SENDING, { type: "failed", code: "verification_not_open" });
    expect(commands).toContainEqual(expect.objectContaining({ type: "read_situation" }));
  });
});
