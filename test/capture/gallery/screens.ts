import {
  CAMERA_FAULTS,
  OBSTACLES,
  type Screen,
  type ScreenName,
  type ScreenOf,
  STAGES,
} from "../../../capture/machine/state.ts";

type Way = ScreenOf<"over">["why"];
const WAYS: Readonly<Record<Way, true>> = {
  expired: true,
  canceled: true,
  declined: true,
  no_access: true,
  link_claimed: true,
  link_expired: true,
  link_invalid: true,
};
const KINDS = ["cid", "passport", "driving_license", "residence_permit", "voter_id", "other"] as const;
const ACTIONS = ["turn_left", "look_up", "blink", "smile", "open_mouth"] as const;

const face = { name: "challenge", mode: "challenge", action: null, stage: "straight" } as const;

/** Every screen in the forms in which a person can meet it. */
const SCREENS: { readonly [Name in ScreenName]: readonly ScreenOf<Name>[] } = {
  loading: [{ name: "loading" }],
  unsupported: OBSTACLES.map((why) => ({ name: "unsupported", why })),
  consent: [{ name: "consent" }],
  document_type: [{ name: "document_type", kinds: KINDS }],
  camera_primer: [
    { name: "camera_primer", side: "front" },
    { name: "camera_primer", side: "back" },
  ],
  camera_recovery: CAMERA_FAULTS.map((why) => ({
    ...{ name: "camera_recovery", why, facing: "environment", side: "front" },
  })),
  document_capture: [
    { name: "document_capture", side: "front", phase: "opening" },
    { name: "document_capture", side: "back", phase: "aiming" },
  ],
  look: [{ name: "look", side: "front" }],
  sending: [
    { name: "sending", what: "document", share: 0 },
    { name: "sending", what: "face", share: 0.4 },
  ],
  selfie_primer: [{ name: "selfie_primer", mode: "challenge" }],
  challenge: [
    { ...face, phase: "framing" },
    ...ACTIONS.map((action) => ({ ...face, phase: "acting", action, stage: STAGES[1] }) as const),
  ],
  change: [
    { name: "change", step: "document", change: "low_text_confidence", attemptsLeft: 2 },
    { name: "change", step: "face", change: "challenge_not_performed", attemptsLeft: 1 },
  ],
  outcome: (["done", "in_review", "unsuccessful"] as const).flatMap((outcome) => [
    { name: "outcome", outcome, returnUrl: null },
    { name: "outcome", outcome, returnUrl: "https://example.test/back?verification_id=vf_1" },
  ]),
  over: (Object.keys(WAYS) as Way[]).map((why) => ({ name: "over", why })),
  trouble: [
    { name: "trouble", why: "offline", resume: "read", waitS: 0 },
    { name: "trouble", why: "busy", resume: "read", waitS: 90 },
    { name: "trouble", why: "ours", resume: "read", waitS: 0 },
  ],
};

export const ALL_SCREENS: readonly Screen[] = Object.values(SCREENS).flat();
