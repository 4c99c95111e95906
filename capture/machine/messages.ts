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
} from "./state.ts";

/** What the machine wants done. What bears a task is answered by events that bear the same one. */
export type Command =
  | {
      readonly type: "read_situation";
      readonly task: number;
      readonly afterMs: number;
      readonly introduces: boolean;
    }
  /** Records that the person agreed to the text that they were shown, then reads. */
  | { readonly type: "give_consent"; readonly task: number; readonly shown: CapturePage["consent_text"] }
  /** Takes the consent back: the service cancels the verification and erases what it holds. */
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
  | { readonly type: "ask_challenge"; readonly task: number }
  | {
      readonly type: "take_frames";
      readonly task: number;
      readonly mode: FaceMode;
      readonly action: Action | null;
    }
  | { readonly type: "send_face"; readonly task: number; readonly mode: FaceMode }
  | { readonly type: "forget_photos" }
  | { readonly type: "begin_handoff"; readonly task: number }
  | {
      readonly type: "read_handoff";
      readonly task: number;
      readonly id: string;
      readonly afterMs: number;
    }
  /** Calls the handoff off, then reads. */
  | { readonly type: "end_handoff"; readonly task: number; readonly id: string }
  | { readonly type: "confirm_handoff"; readonly task: number; readonly number: string }
  /** Tells the computer that the person on the phone said no. Nobody waits for it. */
  | { readonly type: "decline_handoff" }
  /** From now on this device goes on in the place of the one that opened the link first. */
  | { readonly type: "take_over" }
  /** For the page around this one: where the person is, and nothing of the person. */
  | { readonly type: "tell"; readonly step: ScreenName | "finished" | "canceled" };

/** What happened: the answers to commands, and what a person does. */
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
      /** Whether the service has said that this device took no consent back. */
      readonly stands?: boolean;
    }
  /** In answer to any call: also where the consent was taken back before, and only now it is known. */
  | { readonly type: "consent_withdrawn"; readonly task: number; readonly receiptId: string }
  | { readonly type: "camera_opened"; readonly task: number; readonly offer: CameraOffer }
  /** The torch is as it was asked for. */
  | { readonly type: "torch_set"; readonly task: number; readonly on: boolean }
  | { readonly type: "camera_failed"; readonly task: number; readonly why: CameraFault }
  /** The open camera was taken away: by the system, another program, a call, or the person. */
  | { readonly type: "camera_interrupted" }
  | { readonly type: "photo_taken"; readonly task: number }
  /** The chosen file is no photo that the service accepts. */
  | { readonly type: "file_refused"; readonly why: FileFault }
  | { readonly type: "challenge_given"; readonly task: number; readonly action: Action }
  | { readonly type: "stage_reached"; readonly task: number; readonly stage: Stage }
  | { readonly type: "frames_taken"; readonly task: number }
  | { readonly type: "progressed"; readonly task: number; readonly share: number }
  | {
      readonly type: "document_sent";
      readonly task: number;
      readonly situation: Situation;
      readonly needsBack: boolean;
    }
  | { readonly type: "handoff_read"; readonly task: number; readonly handoff: Handoff }
  | { readonly type: "handoff_claimed"; readonly task: number; readonly about: HandoffContext }
  | Choice;

/** What a person can do: all presses but `held` and `light_seen`. */
export type Choice =
  | { readonly type: "agree" }
  /** Not by this way: the person leaves for the alternative one. */
  | { readonly type: "decline" }
  /** They want to take their consent back: they are asked once more. */
  | { readonly type: "withdraw" }
  | { readonly type: "choose_kind"; readonly kind: DocumentKind }
  | { readonly type: "go_on" }
  | { readonly type: "shutter" }
  /** They have held the document so that it can be read, and the best photo of it is kept. */
  | { readonly type: "held" }
  | { readonly type: "torch"; readonly on: boolean }
  /** The next lens, where the device has several. */
  | { readonly type: "next_lens" }
  /** What the camera sees of the light on the face. */
  | { readonly type: "light_seen"; readonly light: Light }
  /** Whether photos take themselves. */
  | { readonly type: "choose_automatic"; readonly on: boolean }
  | { readonly type: "choose_file" }
  | { readonly type: "retake" }
  | { readonly type: "back" }
  | { readonly type: "use_phone" }
  | { readonly type: "type_number"; readonly number: string };
