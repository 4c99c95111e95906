import fc from "fast-check";
import type { Event } from "#capture/machine/messages.ts";
import type { Situation } from "#capture/machine/situation.ts";
import {
  CAMERA_FAULTS,
  type Introduction,
  LIGHTS,
  OBSTACLES,
  STAGES,
  WALLET_FAULTS,
} from "#capture/machine/state.ts";
import { ERROR_CODES } from "#edge/core/errors.ts";
import { ACTIONS } from "#edge/verdicts/liveness/actions.ts";
import { ABOUT, WAITING } from "../gallery/screens.ts";

const open = {
  reason: fc.constantFrom(
    null,
    "glare",
    "back_missing",
    "document_type_mismatch",
    "no_face",
    "step_up_required",
  ),
  attemptsLeft: fc.nat(3),
} as const;

export const situations: fc.Arbitrary<Situation> = fc.oneof(
  fc.record({
    type: fc.constant("document" as const),
    verificationId: fc.constant("vf_1"),
    kinds: fc.constantFrom(["passport"] as const, ["cid", "passport"] as const),
    methods: fc.constantFrom(
      ["picture"] as const,
      ["credential"] as const,
      ["picture", "credential"] as const,
      ["chip"] as const,
      ["picture", "credential", "chip"] as const,
    ),
    ...open,
  }),
  fc.record({
    type: fc.constant("face" as const),
    mode: fc.constantFrom("passive", "burst", "challenge"),
    ...open,
  }),
  fc.constant({ type: "wait" as const }),
  fc.constant({ type: "consent" as const }),
  fc.record({
    type: fc.constant("ended" as const),
    outcome: fc.constantFrom("done", "in_review", "unsuccessful"),
    returnUrl: fc.constantFrom(null, "https://shop.example/done"),
    contest: fc.constantFrom("none", "offered", "upheld"),
  }),
  fc.record({ type: fc.constant("over" as const), why: fc.constantFrom("expired", "canceled") }),
) as fc.Arbitrary<Situation>;

/** Every code of the service, and those that a call without an answer ends with. */
export const codes = fc.constantFrom(
  ...([...ERROR_CODES, "connection_failed", "timed_out", "bad_gateway", "token_provider_failed"] as const),
  "unexpected_answer" as const,
);

/** What an honest service returns about the caller. */
export const introduction: Introduction = {
  page: {
    mode: "test",
    expires_at: "2026-03-15T09:26:53.589Z",
    locale: null,
    require_live_capture: false,
    handoff: "allow",
    tenant: {
      name: "Shop",
      logo: null,
      theme: {
        light: { accent: "#1259b5", on_accent: "#ffffff" },
        dark: { accent: "#7db7f7", on_accent: "#0f141a" },
      },
      alternative_url: null,
      app_url: null,
    },
    consent_text: { version: "1", locale: "en", text: "I agree.", sha256: "00" },
  },
  lasts: true,
  followsComputer: false,
};

/** Every event. Those that answer a task answer this one. */
export function events(task: number): fc.Arbitrary<Event> {
  const of = <T extends string>(type: T) => ({ type: fc.constant(type), task: fc.constant(task) });
  const bare = [
    "agree",
    "choose_language",
    "decline",
    "withdraw",
    "contest",
    "choose_photos",
    "choose_wallet",
    "next_lens",
    "go_on",
    "shutter",
    "held",
    "choose_file",
    "retake",
    "back",
    "use_phone",
    "choose_another",
    "camera_interrupted",
  ];
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...bare).map((type) => ({ type }) as Event) },
    fc.record({
      type: fc.constant("started" as const),
      obstacle: fc.constantFrom(null, ...OBSTACLES),
      hasAccess: fc.boolean(),
      isComputer: fc.boolean(),
    }),
    fc.record({ ...of("introduced"), introduction: fc.constant(introduction) }),
    fc.record({ ...of("situation_read"), situation: situations }),
    fc.record({ ...of("failed"), code: codes, retryAfter: fc.option(fc.nat(9), { nil: undefined }) }),
    fc.record({ ...of("consent_withdrawn"), receiptId: fc.constant("er_1"), asker: fc.constant(null) }),
    fc.record({
      ...of("camera_opened"),
      offer: fc.constantFrom(
        { lenses: ["a"], lens: "a", hasTorch: false },
        { lenses: ["a", "b"], lens: null, hasTorch: true },
      ),
    }),
    fc.record({ ...of("torch_set"), on: fc.boolean() }),
    fc.record({ type: fc.constant("torch" as const), on: fc.boolean() }),
    fc.record({ type: fc.constant("light_seen" as const), light: fc.constantFrom(...LIGHTS) }),
    fc.record({ ...of("camera_failed"), why: fc.constantFrom(...CAMERA_FAULTS) }),
    fc.record(of("photo_taken")),
    fc.record({ ...of("challenge_given"), action: fc.constantFrom(...ACTIONS) }),
    fc.record({ ...of("stage_reached"), stage: fc.constantFrom(...STAGES) }),
    fc.record(of("frames_taken")),
    fc.record({ ...of("document_sent"), situation: situations, needsBack: fc.boolean() }),
    fc.record({
      ...of("handoff_read"),
      handoff: fc.constantFrom(
        ...(["waiting", "moved", "declined", "mismatched", "canceled", "expired"] as const).map((state) => ({
          ...WAITING,
          state,
        })),
      ),
    }),
    fc.record({
      ...of("wallet_linked"),
      requestId: fc.constant("cr_1"),
      url: fc.constant("openid4vp://?request_uri=x"),
    }),
    fc.record({ ...of("wallet_waits"), requestId: fc.constant("cr_1") }),
    fc.record({ ...of("wallet_failed"), why: fc.constantFrom(...WALLET_FAULTS) }),
    fc.record({ ...of("handoff_claimed"), about: fc.constant(ABOUT) }),
    fc.record({ type: fc.constant("type_number" as const), number: fc.constantFrom("42", "4", "") }),
    fc.record({ type: fc.constant("send_contest" as const), statement: fc.constantFrom("", "Why?") }),
    fc.record({ type: fc.constant("choose_automatic" as const), on: fc.boolean() }),
    fc.record({ type: fc.constant("choose_kind" as const), kind: fc.constantFrom("cid", "passport") }),
  ) as fc.Arbitrary<Event>;
}
