import {
  CAMERA_FAULTS,
  CONTEST_PHASES,
  HANDOFF_ENDS,
  OBSTACLES,
  type Screen,
  type ScreenName,
  type ScreenOf,
  STAGES,
  WALLET_FAULTS,
} from "#capture/machine/state.ts";
import { ACTIONS } from "#edge/verdicts/liveness/actions.ts";
import { DOCUMENT_TYPES } from "#vocabulary/document-types.ts";

type Way = ScreenOf<"over">["why"];
const WAYS: Readonly<Record<Way, true>> = {
  expired: true,
  canceled: true,
  finished: true,
  declined: true,
  unsure: true,
  no_access: true,
  link_claimed: true,
  link_expired: true,
  link_invalid: true,
  handoff_declined: true,
  handoff_expired: true,
  handoff_mismatch: true,
};

const face = { name: "challenge", mode: "challenge", action: null, stage: "straight", light: null } as const;

const CODE = `svc_hand_test_01JPA6Z8W4Q2M3T5V7X9Y1B3D503${"0123456789abcdef".repeat(2)}`;
export const WAITING = {
  id: "ho_01JPA6Z8W4Q2M3T5V7X9Y1B3D5",
  state: "waiting",
  url: `https://selfsame.example/verify#${CODE}`,
  url_until: "2026-03-14T09:27:18.000Z",
  number: null,
  phone: null,
  expires_at: "2026-03-14T09:36:53.000Z",
} as const;
export const ABOUT = {
  id: WAITING.id,
  state: "claimed",
  computer: "Firefox, Windows",
  country: null,
  same_country: null,
  same_network: true,
  started_at: "2026-03-14T09:26:53.000Z",
  expires_at: WAITING.expires_at,
} as const;

const WALLET_LINK =
  "openid4vp://?client_id=x509_hash%3AUvo3HtuIxuhC92rShpgqcT3YXwrqRxWEviRiA0OZszk&request_uri=https%3A%2F%2Fselfsame.example%2Fv1%2Fwallet%2Fcr_4fK2mPq8sTvWxYz1aBcDeFgHjKlMnOpQ";

/** Every screen in all its variants. */
const SCREENS: { readonly [Name in ScreenName]: readonly ScreenOf<Name>[] } = {
  loading: [{ name: "loading" }],
  waiting: [{ name: "waiting" }],
  unsupported: OBSTACLES.map((why) => ({ name: "unsupported", why })),
  consent: [{ name: "consent" }],
  document_type: [{ name: "document_type", kinds: DOCUMENT_TYPES }],
  chip: [{ name: "chip" }],
  wallet: [
    { name: "wallet", phase: "offered", link: null, fault: null },
    { name: "wallet", phase: "asking", link: null, fault: null },
    { name: "wallet", phase: "linked", link: WALLET_LINK, fault: null },
    ...WALLET_FAULTS.map((fault) => ({ name: "wallet", phase: "offered", link: null, fault }) as const),
  ],
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
    { name: "sending", what: "document" },
    { name: "sending", what: "face" },
  ],
  selfie_primer: (["challenge", "burst", "passive"] as const).map((mode) => ({
    name: "selfie_primer",
    mode,
  })),
  challenge: [
    { ...face, phase: "framing" },
    { ...face, phase: "framing", light: "too_dark" },
    ...ACTIONS.map((action) => ({ ...face, phase: "acting", action, stage: STAGES[1] }) as const),
  ],
  change: [
    { name: "change", step: "document", change: "low_text_confidence", attemptsLeft: 2, isFile: true },
    { name: "change", step: "face", change: "challenge_not_performed", attemptsLeft: 1, isFile: false },
    { name: "change", step: "document", change: "document_type_mismatch", attemptsLeft: 2, isFile: false },
    { name: "change", step: "document", change: "document_expired", attemptsLeft: 2, isFile: false },
  ],
  use_phone: [
    { name: "use_phone", handoff: null, ended: null },
    { name: "use_phone", handoff: WAITING, ended: null },
    {
      name: "use_phone",
      handoff: {
        ...WAITING,
        state: "claimed",
        url: null,
        url_until: null,
        number: "42",
        phone: "Safari, iOS",
      },
      ended: null,
    },
    ...HANDOFF_ENDS.map((ended) => ({ name: "use_phone", handoff: null, ended }) as const),
  ],
  moved: [
    { name: "moved", handoffId: WAITING.id },
    { name: "moved", handoffId: null },
  ],
  context: [
    { name: "context", about: ABOUT },
    { name: "context", about: { ...ABOUT, computer: null, country: "BR", same_country: false } },
  ],
  compare: [false, true].map((isSending) => ({ name: "compare", isSending }) as const),
  outcome: [
    ...(["done", "in_review", "unsuccessful"] as const).flatMap((outcome) =>
      [null, "https://example.test/back?verification_id=vf_1"].map(
        (returnUrl) => ({ name: "outcome", outcome, returnUrl, contest: "none" }) as const,
      ),
    ),
    ...CONTEST_PHASES.map(
      (contest) => ({ name: "outcome", outcome: "unsuccessful", returnUrl: null, contest }) as const,
    ),
  ],
  over: (Object.keys(WAYS) as Way[]).map((why) => ({ name: "over", why })),
  withdrawal: [
    { name: "withdrawal", isSending: false },
    { name: "withdrawal", isSending: true },
  ],
  withdrawn: [{ name: "withdrawn", receiptId: "er_01JPA6Z8W4Q2M3T5V7X9Y1B3D5", asker: null }],
  trouble: [
    { name: "trouble", why: "offline", resume: "read", waitS: 0 },
    { name: "trouble", why: "busy", resume: "read", waitS: 90 },
    { name: "trouble", why: "ours", resume: "read", waitS: 0 },
  ],
};

export const ALL_SCREENS: readonly Screen[] = Object.values(SCREENS).flat();
