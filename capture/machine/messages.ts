import type { CapturePage, ErrorCode, Handoff, HandoffContext } from "../../sdk/client/src/index.ts";
import type { DocumentKind, FaceMode, Situation } from "./situation.ts";
import type {
  Action,
  CameraFault,
  CameraOffer,
  Facing,
  FileFault,
  Introduction,
  Light,
  Obstacle,
  ScreenName,
  Side,
  Source,
  Stage,
  WalletFault,
} from "./state.ts";

/** The machine's commands. A command with a task is answered by events with the same one. */
export type Command =
  | {
      readonly type: "read_situation";
      readonly task: number;
      readonly afterMs: number;
      readonly introduces: boolean;
    }
  /** Reads the tenant's texts again, in the language that the person has chosen. */
  | { readonly type: "read_page"; readonly task: number }
  /** Records that the person agreed to the text that they were shown, then reads. */
  | {
      readonly type: "give_consent";
      readonly task: number;
      readonly shown: CapturePage["consent_text"];
      /** Whether they agreed to be recognised later, by which text; null if the page did not ask. */
      readonly recognition: Recognition | null;
    }
  /** Asks that a human decides, with the person's own words. */
  | { readonly type: "send_contest"; readonly task: number; readonly statement: string }
  /** Withdraws the consent: the service cancels the verification and erases what it holds. */
  | { readonly type: "withdraw_consent"; readonly task: number }
  | {
      readonly type: "open_camera";
      readonly task: number;
      readonly facing: Facing;
      /** The lens that the person has chosen; null to take the best. */
      readonly lens: string | null;
    }
  | { readonly type: "set_torch"; readonly task: number; readonly on: boolean }
  | { readonly type: "close_camera" }
  /** The photo of this moment. */
  | { readonly type: "take_photo"; readonly task: number; readonly side: Side }
  | {
      readonly type: "send_document";
      readonly task: number;
      readonly kind: DocumentKind | null;
      readonly kept: Readonly<Partial<Record<Side, Source>>>;
    }
  /** Asks the browser for a wallet's credential, or makes a link that opens a wallet. */
  | { readonly type: "ask_wallet"; readonly task: number }
  | {
      readonly type: "follow_wallet";
      readonly task: number;
      readonly requestId: string;
      readonly afterMs: number;
    }
  | { readonly type: "ask_challenge"; readonly task: number }
  | { readonly type: "take_frames"; readonly task: number; readonly mode: FaceMode }
  | { readonly type: "send_face"; readonly task: number; readonly mode: FaceMode }
  | { readonly type: "forget_photos" }
  | { readonly type: "begin_handoff"; readonly task: number }
  | {
      readonly type: "read_handoff";
      readonly task: number;
      readonly id: string;
      readonly afterMs: number;
    }
  /** Cancels the handoff, then reads. */
  | { readonly type: "end_handoff"; readonly task: number; readonly id: string }
  | { readonly type: "confirm_handoff"; readonly task: number; readonly number: string }
  /** Notifies the computer that the person on the phone declined. Its answer is not awaited. */
  | { readonly type: "decline_handoff" }
  /** From now on this device replaces the one that opened the link first. */
  | { readonly type: "take_over" }
  /** For the parent page: the progress, and nothing about the person. */
  | { readonly type: "tell"; readonly step: ScreenName | "finished" | "canceled" };

/** The answer to the second question of the consent screen. */
export interface Recognition {
  readonly isWanted: boolean;
  readonly text: NonNullable<CapturePage["recognition_text"]>;
}

/** Events: the answers to commands, and the person's actions. */
export type Event =
  | {
      readonly type: "started";
      readonly obstacle: Obstacle | null;
      readonly hasAccess: boolean;
      readonly isComputer: boolean;
    }
  | { readonly type: "introduced"; readonly task: number; readonly introduction: Introduction }
  | { readonly type: "situation_read"; readonly task: number; readonly situation: Situation }
  | {
      readonly type: "failed";
      readonly task: number;
      readonly code: ErrorCode;
      readonly retryAfter: number | undefined;
      /** Whether the service has answered that this device withdrew no consent. */
      readonly stands?: boolean;
    }
  /** In answer to any call: also if the consent was withdrawn before, and that is known only now. */
  | {
      readonly type: "consent_withdrawn";
      readonly task: number;
      readonly receiptId: string;
      /** The tenant's name, if the device has kept it; this page may have read it. */
      readonly asker: string | null;
    }
  | { readonly type: "camera_opened"; readonly task: number; readonly offer: CameraOffer }
  /** The torch has the requested state. */
  | { readonly type: "torch_set"; readonly task: number; readonly on: boolean }
  | { readonly type: "camera_failed"; readonly task: number; readonly why: CameraFault }
  /** The open camera was taken away: by the system, another program, a call, or the person. */
  | { readonly type: "camera_interrupted" }
  | { readonly type: "photo_taken"; readonly task: number }
  /** The chosen file is no photo that the service accepts. */
  | { readonly type: "file_refused"; readonly fault: FileFault }
  | { readonly type: "challenge_given"; readonly task: number; readonly action: Action }
  | { readonly type: "stage_reached"; readonly task: number; readonly stage: Stage }
  | { readonly type: "frames_taken"; readonly task: number }
  | {
      readonly type: "document_sent";
      readonly task: number;
      readonly situation: Situation;
      readonly needsBack: boolean;
    }
  /** This browser knows no wallet: the link opens one, here or on a phone. */
  | {
      readonly type: "wallet_linked";
      readonly task: number;
      readonly requestId: string;
      readonly url: string;
    }
  | { readonly type: "wallet_waits"; readonly task: number; readonly requestId: string }
  | { readonly type: "wallet_failed"; readonly task: number; readonly why: WalletFault }
  | { readonly type: "handoff_read"; readonly task: number; readonly handoff: Handoff }
  | { readonly type: "handoff_claimed"; readonly task: number; readonly about: HandoffContext }
  | Choice;

/** The person's actions: all presses but `held` and `light_seen`. */
export type Choice =
  | {
      readonly type: "agree";
      /** Whether they want to be recognised later. */
      readonly isRecognised?: boolean;
    }
  /** The person has chosen another language. */
  | { readonly type: "choose_language" }
  /** The person leaves for the alternative way. */
  | { readonly type: "decline" }
  /** They want to withdraw their consent: a confirmation follows. */
  | { readonly type: "withdraw" }
  /** They want a human to decide: a confirmation follows, with room for their words. */
  | { readonly type: "contest" }
  | { readonly type: "send_contest"; readonly statement: string }
  | { readonly type: "choose_kind"; readonly kind: DocumentKind }
  /** Photos of the document in place of a wallet or a chip. */
  | { readonly type: "choose_photos" }
  /** A wallet in place of a chip. */
  | { readonly type: "choose_wallet" }
  /** Another type of document than the one that was not accepted. */
  | { readonly type: "choose_another" }
  | { readonly type: "go_on" }
  /** `isBlurred`: by the page's own check of the moment. */
  | { readonly type: "shutter"; readonly isBlurred?: boolean }
  /** They have held the document so that it can be read, and the best photo of it is kept. */
  | { readonly type: "held" }
  | { readonly type: "torch"; readonly on: boolean }
  /** The next lens, if the device has several. */
  | { readonly type: "next_lens" }
  /** The camera's measure of the light on the face. */
  | { readonly type: "light_seen"; readonly light: Light }
  /** Whether photos take themselves. */
  | { readonly type: "choose_automatic"; readonly on: boolean }
  | { readonly type: "choose_file" }
  | { readonly type: "retake" }
  | { readonly type: "back" }
  | { readonly type: "use_phone" }
  | { readonly type: "type_number"; readonly number: string };
