import type { CapturePage, Challenge, Handoff, HandoffContext } from "../../sdk/client/src/index.ts";
import type { DocumentKind, FaceMode, Reason, Situation } from "./situation.ts";

export type Side = "front" | "back";
export type Facing = "environment" | "user";
export type Action = Challenge["action"];

/** Why a camera gives no photo, as far as a person can distinguish it. */
export const CAMERA_FAULTS = ["denied", "missing", "in_use", "silent", "not_allowed_here"] as const;
export type CameraFault = (typeof CAMERA_FAULTS)[number];

/** Why this browser cannot show the page's camera. */
export const OBSTACLES = ["insecure", "old", "in_app"] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** What is wrong with the light on a face before its photos are taken, or null. */
export const LIGHTS = ["too_dark", "too_bright", null] as const;
export type Light = (typeof LIGHTS)[number];

/** Abilities of the open camera. */
export interface CameraOffer {
  /** The lenses that a person may choose from, by their ids in the system's order. */
  readonly lenses: readonly string[];
  readonly lens: string | null;
  readonly hasTorch: boolean;
}

/** Why a chosen file is not used. The size of one that is too small is in pixels. */
export type FileFault =
  | { readonly why: "empty" | "pdf" | "heic" | "text" | "other" }
  | { readonly why: "small"; readonly width: number; readonly height: number };

/** What is said while the frames of a face are taken. */
export const STAGES = ["straight", "act", "further"] as const;
export type Stage = (typeof STAGES)[number];

/** What a person can change: the server's reason, or a photo that it did not accept. */
export type Change = Reason | "photo_refused" | "photo_too_small";

/** What "Try again" does. */
export type Resume =
  | "wallet"
  | "read"
  | "phone"
  | "follow"
  | "send_document"
  | "send_face"
  | "face"
  | "withdraw";

/** Why this page has no access any more. */
export type Closed =
  | "no_access"
  | "link_claimed"
  | "link_invalid"
  | "link_expired"
  | "handoff_expired"
  | "handoff_mismatch";

/** How a handoff may end before a phone goes on. */
export const HANDOFF_ENDS = ["declined", "mismatched", "canceled", "expired", "limit_reached"] as const;
export type HandoffEnd = (typeof HANDOFF_ENDS)[number];

/** Why a wallet gave no credential: the person closed it, or this device has none. */
export const WALLET_FAULTS = ["declined", "unavailable"] as const;
export type WalletFault = (typeof WALLET_FAULTS)[number];

/**
 * How far the person is in asking for a human. It is a part of the outcome's screen, because the page around
 * this one gets the names of the screens, and no decision.
 */
export const CONTEST_PHASES = ["none", "offered", "asking", "sending", "failed", "upheld"] as const;
export type ContestPhase = (typeof CONTEST_PHASES)[number];

export type Screen =
  | { readonly name: "loading" }
  /** Everything was captured: the decision follows, perhaps after hours. */
  | { readonly name: "waiting" }
  | { readonly name: "unsupported"; readonly why: Obstacle }
  | { readonly name: "consent" }
  | { readonly name: "document_type"; readonly kinds: readonly DocumentKind[] }
  /** The tenant's app reads the chip: the page waits for it. */
  | { readonly name: "chip" }
  | {
      readonly name: "wallet";
      readonly phase: "offered" | "asking" | "linked";
      /** Opens a wallet, where the browser does not; null before. */
      readonly link: string | null;
      readonly fault: WalletFault | null;
    }
  | { readonly name: "camera_primer"; readonly side: Side }
  | {
      readonly name: "camera_recovery";
      readonly why: CameraFault;
      readonly facing: Facing;
      readonly side: Side;
    }
  | {
      readonly name: "document_capture";
      readonly side: Side;
      readonly phase: "opening" | "aiming" | "taking";
    }
  | { readonly name: "look"; readonly side: Side }
  | { readonly name: "sending"; readonly what: "document" | "face" }
  | { readonly name: "selfie_primer"; readonly mode: FaceMode }
  | {
      readonly name: "challenge";
      readonly mode: FaceMode;
      readonly phase: "opening" | "framing" | "asking" | "acting";
      readonly action: Action | null;
      readonly stage: Stage;
      readonly light: Light;
    }
  | {
      readonly name: "change";
      readonly step: "document" | "face";
      readonly change: Change;
      readonly attemptsLeft: number;
      /** Whether the photos came from files. */
      readonly isFile: boolean;
    }
  /** On the computer: the code, then the number; null while the code is fetched. */
  | { readonly name: "use_phone"; readonly handoff: Handoff | null; readonly ended: HandoffEnd | null }
  /** On the computer: the person continues with the phone. */
  | { readonly name: "moved"; readonly handoffId: string | null }
  /** On the phone: the facts about the computer, before anything moves. */
  | { readonly name: "context"; readonly about: HandoffContext }
  /** On the phone: the person types the computer's number. */
  | { readonly name: "compare"; readonly isSending: boolean }
  | {
      readonly name: "outcome";
      readonly outcome: "done" | "in_review" | "unsuccessful";
      readonly returnUrl: string | null;
      readonly contest: ContestPhase;
    }
  | {
      readonly name: "over";
      readonly why: "expired" | "canceled" | "finished" | "declined" | "handoff_declined" | "unsure" | Closed;
    }
  /** The confirmation when a person withdraws their consent; then the service's answer. */
  | { readonly name: "withdrawal"; readonly isSending: boolean }
  /** `asker`: the tenant's name, as this device has kept it. */
  | { readonly name: "withdrawn"; readonly receiptId: string; readonly asker: string | null }
  | {
      readonly name: "trouble";
      readonly why: "offline" | "busy" | "ours";
      readonly resume: Resume;
      readonly waitS: number;
    };

export type ScreenName = Screen["name"];
export type ScreenOf<Name extends ScreenName> = Extract<Screen, { name: Name }>;

/** Where one photo came from. */
export type Source = "camera" | "file";

/** The tenant and the available options, read before anything is requested from the person. */
export interface Introduction {
  readonly page: CapturePage;
  /** Whether a reload on this device continues at the same place. */
  readonly lasts: boolean;
  /** Whether this is a phone that goes on for a computer, which shows the result as well. */
  readonly followsComputer: boolean;
}

export interface State {
  readonly screen: Screen;
  /** Number of the current task: an answer to an older one is ignored. */
  readonly task: number;
  readonly introduction: Introduction | null;
  readonly situation: Situation | null;
  /** Whether this is a computer, from which a person may continue with a phone. */
  readonly isComputer: boolean;
  readonly kind: DocumentKind | null;
  /** The photos that the person has kept, and where each came from. */
  readonly kept: Readonly<Partial<Record<Side, Source>>>;
  /** Of the camera that was opened last; null before the first. */
  readonly camera: CameraOffer | null;
  /** The lens that the person has chosen for each side. */
  readonly lenses: Readonly<Partial<Record<Facing, string>>>;
  readonly isTorchOn: boolean;
  /** Whether photos of the document take themselves: the person's preference. */
  readonly automatic: boolean;
  /** Whether the server has requested the other side as well. */
  readonly needsBack: boolean;
  /** The movement that was asked for last; null before the first. */
  readonly action: Action | null;
  /** Whether the page's own check calls the photo that is shown blurred. */
  readonly isBlurred: boolean;
  /** Whether the person has chosen to continue here, after another device has opened the link. */
  readonly takesOver: boolean;
  /** Why the file that was chosen on this screen is not used; null if none was rejected. */
  readonly fileFault: FileFault | null;
}

export const INITIAL: State = {
  screen: { name: "loading" },
  task: 0,
  introduction: null,
  situation: null,
  isComputer: false,
  kind: null,
  kept: {},
  camera: null,
  lenses: {},
  isTorchOn: false,
  automatic: true,
  needsBack: false,
  action: null,
  isBlurred: false,
  takesOver: false,
  fileFault: null,
};
