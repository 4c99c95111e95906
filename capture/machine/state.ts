import type { CapturePage, Challenge, Handoff, HandoffContext } from "../../sdk/client/src/index.ts";
import type { DocumentKind, FaceMode, Reason, Situation } from "./situation.ts";

export type Side = "front" | "back";
export type Facing = "environment" | "user";
export type Action = Challenge["action"];

/** Why a camera gives no photo, as a person can tell one from another. */
export const CAMERA_FAULTS = ["denied", "missing", "in_use", "silent", "not_allowed_here"] as const;
export type CameraFault = (typeof CAMERA_FAULTS)[number];

/** Why this browser cannot show the page's camera. */
export const OBSTACLES = ["insecure", "old", "in_app"] as const;
export type Obstacle = (typeof OBSTACLES)[number];

/** What is wrong with the light on a face before its photos are taken; null where nothing is. */
export const LIGHTS = ["too_dark", "too_bright", null] as const;
export type Light = (typeof LIGHTS)[number];

/** What the open camera can do beside showing a photo. */
export interface CameraOffer {
  /** The lenses that a person may choose from, by their ids in the system's order. */
  readonly lenses: readonly string[];
  readonly lens: string | null;
  readonly hasTorch: boolean;
}

/** Why a chosen file is not used. */
export type FileFault = "empty" | "pdf" | "heic" | "text" | "other";

/** What is said while the frames of a face are taken. */
export const STAGES = ["straight", "act", "further"] as const;
export type Stage = (typeof STAGES)[number];

/** What a person can change: what the server told, or a photo that it did not take. */
export type Change = Reason | "photo_refused";

/** What "Try again" does. */
export type Resume = "read" | "phone" | "follow" | "send_document" | "send_face" | "face" | "withdraw";

/** Why this page may do nothing more. */
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

export type Screen =
  | { readonly name: "loading" }
  | { readonly name: "unsupported"; readonly why: Obstacle }
  | { readonly name: "consent" }
  | { readonly name: "document_type"; readonly kinds: readonly DocumentKind[] }
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
  | { readonly name: "sending"; readonly what: "document" | "face"; readonly share: number }
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
    }
  /** On the computer: the code, then the number; null while the code is fetched. */
  | { readonly name: "use_phone"; readonly handoff: Handoff | null; readonly ended: HandoffEnd | null }
  /** On the computer: the person goes on with the phone. */
  | { readonly name: "moved"; readonly handoffId: string | null }
  /** On the phone: what is known of the computer, before anything moves. */
  | { readonly name: "context"; readonly about: HandoffContext }
  /** On the phone: the person types the computer's number. */
  | { readonly name: "compare"; readonly isSending: boolean }
  | {
      readonly name: "outcome";
      readonly outcome: "done" | "in_review" | "unsuccessful";
      readonly returnUrl: string | null;
    }
  | { readonly name: "over"; readonly why: "expired" | "canceled" | "declined" | "unsure" | Closed }
  /** Whether the person means it, when they take their consent back; then the service's word. */
  | { readonly name: "withdrawal"; readonly isSending: boolean }
  | { readonly name: "withdrawn"; readonly receiptId: string }
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

/** Who asks, and what may be done where: read before anything is asked of the person. */
export interface Introduction {
  readonly page: CapturePage;
  /** Whether a reload on this device goes on where the person was. */
  readonly lasts: boolean;
}

export interface State {
  readonly screen: Screen;
  /** Number of the work under way: an answer to older work is not heard. */
  readonly task: number;
  readonly introduction: Introduction | null;
  readonly situation: Situation | null;
  /** Whether this is a computer, from which a person may go on with a phone. */
  readonly isComputer: boolean;
  readonly kind: DocumentKind | null;
  /** The photos that the person has kept, and where each came from. */
  readonly kept: Readonly<Partial<Record<Side, Source>>>;
  /** Of the camera that was opened last; null before the first. */
  readonly camera: CameraOffer | null;
  /** The lens that the person has chosen for each side. */
  readonly lenses: Readonly<Partial<Record<Facing, string>>>;
  readonly isTorchOn: boolean;
  /** Whether photos of the document take themselves: as the person prefers. */
  readonly automatic: boolean;
  /** Whether the server has asked for the other side, too. */
  readonly needsBack: boolean;
  /** Why the file that was chosen on this screen is not used; null if none was refused. */
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
  fileFault: null,
};
