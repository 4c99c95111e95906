// Written by `npm run generate` from the OpenAPI document. Do not edit.

/** A session token and the verification that it is bound to. */
export interface Session {
  /** Opaque; shown this once. */
  readonly token: string;
  /** Revokes the token. */
  readonly jti: string;
  readonly verification_id: string;
  /** The caller's own name for the person. */
  readonly customer_ref: string;
  /** Which of the tenant's two worlds it belongs to. */
  readonly mode: Mode;
  readonly expires_at: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** What a page shows the person before anything is asked of them. */
export interface CapturePage extends Pick<Session, "mode"> {
  /** When the link ends, or the verification. */
  readonly expires_at: string;
  /** The language that the tenant asked for. */
  readonly locale: string | null;
  readonly require_live_capture: boolean;
  readonly handoff: "allow" | "require" | "off";
  readonly tenant: {
    readonly name: string;
    /** A PNG image as a `data:` URL. */
    readonly logo: string | null;
    /** Colours that can be read on the page. */
    readonly theme: {
      readonly light: {
        readonly accent: string;
        readonly on_accent: string;
      };
      readonly dark: {
        readonly accent: string;
        readonly on_accent: string;
      };
    };
    /** For those who cannot or will not be verified here. */
    readonly alternative_url: string | null;
  };
  readonly consent_text: {
    readonly version: string;
    readonly locale: string;
    readonly text: string;
    /** Of the text in UTF-8, in hexadecimal. */
    readonly sha256: string;
  };
}

/** A session token of the device that holds the verification. */
export interface CaptureSession {
  /** Opaque; shown this once. */
  readonly session_token: string;
  readonly expires_at: string;
  readonly verification_id: string;
}

/** The receipt of a consent that was taken back. */
export interface Withdrawn {
  readonly receipt_id: string;
}

/** A handoff as the computer shows it. */
export interface Handoff {
  readonly id: string;
  /** `waiting` for a phone, `claimed` by one, `moved` to it; the others are ends: declined on the phone, a wrong number, called off on the computer, over. */
  readonly state: "waiting" | "claimed" | "moved" | "declined" | "mismatched" | "canceled" | "expired";
  /** What the computer shows as a QR code; null once a phone has claimed the handoff. */
  readonly url: string | null;
  /** Then the next code is shown; the last one is good 10 s more. */
  readonly url_until: string | null;
  /** Two digits that the person types on the phone; only while a phone waits for them. */
  readonly number: string | null;
  /** Browser and system of the phone. */
  readonly phone: string | null;
  readonly expires_at: string;
}

/** What the person on the phone is told before anything moves. */
export interface HandoffContext {
  readonly id: string;
  /** `moved` where this phone has typed the number before: it opens a session by its code. */
  readonly state: "claimed" | "moved";
  /** Browser and system of the computer. */
  readonly computer: string | null;
  /** Of the computer (ISO 3166-1), where the platform tells it. */
  readonly country: string | null;
  /** Null where it is not known of both. */
  readonly same_country: boolean | null;
  /** Null where it is not known of both. */
  readonly same_network: boolean | null;
  readonly started_at: string;
  readonly expires_at: string;
}

/** A handoff that the person on the phone did not want. */
export interface DeclinedHandoff {
  readonly id: string;
  readonly state: "declined";
}

/** A new verification, and a session token and a link bound to it. */
export interface VerificationCreated {
  readonly verification: Verification;
  readonly session_token: {
    /** Opaque; shown this once. */
    readonly token: string;
    readonly jti: string;
    readonly expires_at: string;
  };
  /** The page on which the person is verified, with its secret in the fragment: shown this once. */
  readonly url: string;
  readonly url_expires_at: string;
}

/** The steps that one end user makes, and the decision that they end in. */
export interface Verification extends Pick<Session, "mode" | "expires_at"> {
  readonly id: string;
  readonly status: VerificationStatus;
  readonly decision: Decision | null;
  /** Why: the steps that account for the decision, or what a reviewer found of the steps in review. */
  readonly decision_reasons: readonly {
    readonly code: string;
    readonly step: StepName;
    readonly message: string;
  }[];
  /** What the end user's device should do next. */
  readonly next_action: {
    readonly type: "ocr_scan" | "fraud_detect" | "liveness_check" | "liveness_challenge";
  } | null;
  /** Null once the person was erased. */
  readonly customer_ref: string | null;
  readonly policy: Policy;
  readonly steps: readonly Step[];
  readonly created_at: string;
  readonly completed_at: string | null;
  /** When a reviewer decided; null where none has. */
  readonly reviewed_at: string | null;
  /** What the person agreed to; null where nobody was asked. */
  readonly consent: Consent | null;
}

/** A verification's policy, resolved with defaults and frozen. */
export interface Policy {
  readonly steps: readonly ("document" | "liveness")[];
  readonly liveness_mode: LivenessMode;
  readonly document_types: readonly DocumentType[];
  readonly require_face_match: boolean;
  readonly liveness_level: "standard";
  readonly face_match_level: "fmr_1e-2" | "fmr_1e-3" | "fmr_1e-4";
  readonly max_attempts: number;
  readonly on_fraud_suspicious: "review" | "decline";
  readonly dedupe: "off" | "review" | "decline";
  readonly min_age: number | null;
  readonly expires_in_seconds: number;
  readonly store_media: "none" | "portrait" | "evidence";
}

/** One step of a verification. */
export interface Step {
  readonly name: StepName;
  readonly status: "pending" | "retry_required" | "passed" | "review" | "failed";
  readonly attempts: number;
  readonly max_attempts: number;
  /** Oldest first: `ocr_`, `fc_`, `lc_` and `fm_` ids. */
  readonly result_ids: readonly string[];
  /** Why the step stands as it does; null while pending or passed. */
  readonly reason: string | null;
  readonly updated_at: string | null;
}

/** Which consent text the person agreed to, and when. */
export interface Consent {
  readonly version: string;
  /** Of the text in UTF-8. */
  readonly sha256: string;
  readonly locale: string;
  readonly given_at: string;
  readonly withdrawn_at: string | null;
}

/** The verification as a session token bound to it is told it. */
export interface VerificationForToken extends Omit<Verification, "decision_reasons" | "policy" | "steps"> {
  readonly decision_reasons: readonly {
    /** What the person can mend is told as it is, everything else as `not_accepted`. */
    readonly code: RetryReason;
    readonly step: StepName;
    readonly message: string;
  }[];
  readonly policy: {
    readonly steps: readonly ("document" | "liveness")[];
    readonly liveness_mode: LivenessMode;
    readonly document_types: readonly DocumentType[];
    readonly max_attempts: number;
  };
  readonly steps: readonly {
    readonly name: StepName;
    readonly status: "pending" | "retry_required" | "passed" | "review" | "failed";
    readonly attempts: number;
    readonly max_attempts: number;
    /** Oldest first: `ocr_`, `fc_`, `lc_` and `fm_` ids. */
    readonly result_ids: readonly string[];
    readonly updated_at: string | null;
    readonly reason: RetryReason | null;
  }[];
}

/** What the person does next, and why. */
export interface Next extends Pick<Verification, "status" | "expires_at"> {
  /** How it stands for the person; a completed one is `done`, `in_review` or `unsuccessful`. */
  readonly outcome: "open" | "done" | "in_review" | "unsuccessful" | "expired" | "canceled";
  readonly action: {
    /** `wait`: nothing, the service has yet to decide; `none`: nothing more, it is over. */
    readonly type: "consent" | "document" | "liveness" | "wait" | "none";
    /** Sides of the document that are wanted in one call. */
    readonly sides: readonly ("front" | "back")[];
    /** Types of document that are taken. */
    readonly accepted_types: readonly DocumentType[];
    /** The weakest liveness check that counts now; null for other actions. */
    readonly liveness_mode: LivenessMode | null;
    /** Null where no attempt is counted. */
    readonly attempts_left: number | null;
    /** Why it has to be done again; null at first. */
    readonly retry_reason: RetryReason | null;
  };
  /** Null where nobody asks for a consent. */
  readonly consent: {
    readonly required: boolean;
    readonly given: boolean;
    /** Version of the text that was agreed to. */
    readonly version: string | null;
  } | null;
  /** Where the person is sent back to; null for nowhere. */
  readonly return_url: string | null;
}

/** What was read off a document's sides, and the verdict on each. */
export interface ExaminedDocument {
  readonly ocr: OcrResult;
  readonly fraud: FraudResult;
  /** Of the back, where one was sent. */
  readonly back: {
    readonly ocr: OcrResult;
    readonly fraud: FraudResult;
  } | null;
  /** Whether the document's other side is needed, too: send both images then. */
  readonly needs_back: boolean;
  readonly verification: Verification;
}

/** What was read off a document, or the gates that refused it. */
export interface OcrResult extends Pick<Verification, "mode" | "created_at"> {
  readonly ocr_id: string;
  readonly document_type: DocumentType;
  readonly detected_document_type: DocumentType | null;
  /** ISO 3166 alpha-3. */
  readonly issuing_country: string | null;
  readonly ocr_eligible: boolean;
  readonly eligibility_reason: EligibilityReason;
  readonly eligibility_message: string;
  /** Where one says that the image cannot be trusted, `fields` is empty, `mrz` and `raw_text` are null. */
  readonly gate_rejections: readonly {
    readonly gate: string;
    readonly code: GateCode;
    readonly message: string;
    /** What was measured. */
    readonly value: number | string | null;
    readonly threshold: number | string | null;
    /** Whether another image of the same document can pass. */
    readonly retryable: boolean;
  }[];
  /** Those that could be read. */
  readonly fields: Readonly<Partial<Record<FieldName, DocumentField>>>;
  /** Null where there is none, or where the image cannot be trusted. */
  readonly mrz: {
    readonly format: "TD1" | "TD2" | "TD3" | "MRV-A" | "MRV-B" | "FRA_ID";
    readonly lines: readonly string[];
    /** Whether each of `checks` holds. */
    readonly valid: boolean;
    /** By what a check digit covers; `field_types`: no digits stand in names and states, no letters in dates. */
    readonly checks: Readonly<Record<string, boolean>>;
    /** Characters that were taken because the check digits hold with them. */
    readonly repairs?: readonly {
      readonly line: number;
      readonly column: number;
      readonly read: string;
      readonly taken: string;
    }[] | undefined;
  } | null;
  /** Null where the image cannot be trusted. */
  readonly raw_text: string | null;
  readonly quality: {
    readonly laplacian_variance: number;
    readonly mean_luma: number;
    readonly saturated_share: number;
    readonly document_long_side: number;
    /** Lines of text that were not read, or not to their end. */
    readonly unread_lines?: number | undefined;
    readonly width: number;
    readonly height: number;
  };
  /** A signed link, good for 15 minutes; there only where the storage policy keeps the portrait. */
  readonly portrait?: string | undefined;
  readonly portrait_expires_at?: string | undefined;
  /** Where the image came from, as the device says; null where it does not. */
  readonly source: "camera" | "file" | null;
  readonly customer_ref: string | null;
  readonly verification_id: string | null;
}

/** One field as it was read. */
export interface DocumentField {
  /** Dates are ISO 8601, countries ISO 3166 alpha-3. */
  readonly value: string;
  readonly confidence: number;
  /** The machine readable or the visual inspection zone. */
  readonly source: "mrz" | "viz" | "both";
  readonly bbox: readonly [number, number, number, number] | null;
  /** Of a name: the printed text that is like the MRZ's and not the same. */
  readonly alternative?: string | undefined;
}

/** The persisted verdict on a document's image, and what it rests on. */
export interface FraudResult extends Pick<OcrResult, "document_type" | "customer_ref" | "verification_id" | "mode" | "created_at"> {
  readonly fc_id: string;
  readonly decision: FraudDecision;
  /** True exactly when `decision` is `fraudulent`. */
  readonly is_fraudulent: boolean;
  /** Higher is more likely fraud; null for a legacy result. */
  readonly overall_score: number | null;
  readonly thresholds: {
    readonly suspicious: number;
    readonly fraudulent: number;
  };
  readonly quality_gate: {
    readonly passed: boolean;
    readonly issues: readonly EligibilityReason[];
  } | null;
  readonly signals: readonly {
    /** `specimen_document` and `duplicate_image` count towards `overall_score` in live mode only. */
    readonly name: FraudSignal;
    /** Higher is more suspicious. */
    readonly score: number;
    readonly threshold: number;
    readonly triggered: boolean;
    readonly severity: "high" | "medium" | "low";
    readonly region: readonly [number, number, number, number] | null;
    /** Name and version of the model that judged. */
    readonly model_version: string;
    /** What it means, in a sentence for staff. */
    readonly explanation: string;
  }[];
  readonly deterministic_checks: readonly {
    readonly name: DocumentCheck;
    readonly status: "pass" | "fail" | "not_applicable" | "not_evaluated";
    readonly severity: "critical" | "major" | "info";
    /** Whether a document is clean only when this was evaluated. */
    readonly required: boolean;
    /** Why it stands so; never a value of the document. */
    readonly detail: string | null;
    /** What the check looks at, whatever came of it, in a sentence for staff. */
    readonly explanation: string;
  }[];
  readonly authenticity_missing: boolean | null;
  /** A legacy result never becomes clean. */
  readonly record_kind: "canonical" | "legacy";
  /** False for a legacy result. */
  readonly evidence_available: boolean;
}

/** The same as a session token is told it. */
export interface ExaminedDocumentForToken extends Pick<ExaminedDocument, "needs_back"> {
  readonly ocr: OcrResultForToken;
  readonly fraud: FraudResultForToken;
  readonly back: {
    readonly ocr: OcrResultForToken;
    readonly fraud: FraudResultForToken;
  } | null;
  readonly verification: VerificationForToken;
}

/** What was read off a document, or the gates that refused it, as a session token is told it. */
export interface OcrResultForToken extends Omit<OcrResult, "gate_rejections" | "fields" | "mrz" | "quality" | "source"> {
  readonly gate_rejections: readonly {
    readonly code: GateCode;
    readonly message: string;
    /** Whether another image of the same document can pass. */
    readonly retryable: boolean;
  }[];
  readonly fields: Readonly<Partial<Record<FieldName, {
    /** Dates are ISO 8601, countries ISO 3166 alpha-3. */
    readonly value: string;
    readonly bbox: readonly [number, number, number, number] | null;
  }>>>;
  readonly mrz: {
    readonly format: "TD1" | "TD2" | "TD3" | "MRV-A" | "MRV-B" | "FRA_ID";
    readonly lines: readonly string[];
    /** Whether each of `checks` holds. */
    readonly valid: boolean;
  } | null;
}

/** What a session token is told of the verdict: what about the image can be mended. */
export interface FraudResultForToken extends Omit<FraudResult, "overall_score" | "thresholds" | "signals" | "deterministic_checks" | "authenticity_missing" | "record_kind" | "evidence_available"> {
}

/** A link by which a person opens the verification. */
export interface VerificationLink extends Pick<VerificationCreated, "url"> {
  readonly expires_at: string;
}

/** What was erased of a verification. */
export interface WithdrawalReceipt extends Pick<Session, "verification_id" | "mode"> {
  readonly receipt_id: string;
  /** Of the `customer_ref` in UTF-8. */
  readonly customer_ref_sha256: string;
  /** How many there were, by kind. */
  readonly erased: Readonly<Record<string, number>>;
  readonly erased_at: string;
  /** Places where the person's data may still be, and why. */
  readonly not_reached: readonly {
    readonly place: string;
    readonly why: string;
  }[];
  /** A compact JWS (RFC 7515) over the rest; the keys are at /.well-known/jwks.json. */
  readonly signature: string;
}

/** Whether a living person was in front of the camera, and why. */
export interface LivenessResult extends Pick<OcrResult, "customer_ref" | "verification_id" | "mode" | "created_at"> {
  readonly lc_id: string;
  /** `score` is at or over `threshold`, and no reason stands against it. */
  readonly is_live: boolean;
  /** Higher is more live. */
  readonly score: number;
  readonly threshold: number;
  readonly reason: LivenessReason;
  readonly liveness_mode: LivenessMode;
  /** Whether another try can help the same person. */
  readonly retryable: boolean;
  readonly next_action: {
    readonly type: "liveness_challenge";
  } | null;
  readonly frames: readonly {
    readonly index: number;
    /** Presentation attack detection; null where nothing was measured. */
    readonly score: number | null;
    /** Null without a face. */
    readonly quality: FaceQuality | null;
    readonly issues: readonly CaptureIssue[];
    /** Whether the frame was sent in a check before. */
    readonly replayed?: boolean | undefined;
  }[];
  /** Whether a frame is the photo that is registered under the `customer_ref`; null where none is. */
  readonly registration_copied?: boolean | null | undefined;
  /** Of the original call. */
  readonly request_id: string;
  /** Name and version of the model that looked for presentation attacks. */
  readonly model_version: string;
}

/** The quality of a capture of a face. */
export interface FaceQuality {
  /** Higher is better. */
  readonly score: number;
  readonly acceptable: boolean;
  readonly issues: readonly CaptureIssue[];
  /** Named after ISO/IEC 29794-5; higher is better. */
  readonly components: {
    /** Sharpness; `too_blurry`: component under 0.15. */
    readonly sharpness: number;
    /** Luminance mean; `too_dark`: mean under 40; `too_bright`: mean over 225. */
    readonly brightness: number;
    /** Dynamic range. */
    readonly contrast: number;
    /** Inter-eye distance, Head size; `face_too_small`: under 24 px. */
    readonly face_size: number;
    /** Head pose: yaw, pitch and roll angle frontal alignment; `extreme_pose`: yaw over 35°, pitch over 30° or roll over 35°. */
    readonly pose: number;
    /** Face occlusion prevention, Eyes visible, Mouth occlusion prevention; `face_occluded`: component under 0.8. */
    readonly occlusion: number;
    /** Eyes open. */
    readonly eyes_open: number;
  };
  /** Degrees; yaw > 0 is towards the subject's own left, pitch > 0 is up. */
  readonly pose: {
    readonly yaw: number;
    readonly pitch: number;
    readonly roll: number;
  };
  readonly face: {
    /** [x, y, width, height] in the upload's pixels. */
    readonly bbox: readonly [number, number, number, number];
    readonly confidence: number;
    readonly count: number;
  };
  readonly width: number;
  readonly height: number;
}

/** What a session token is told of a check: whether it was live, and what can be mended. */
export interface LivenessResultForToken extends Omit<LivenessResult, "score" | "threshold" | "reason" | "frames" | "registration_copied" | "model_version"> {
  /** What the person can mend is told as it is, everything else as `not_accepted`. */
  readonly reason: RetryReason;
  readonly frames: readonly {
    readonly index: number;
    readonly issues: readonly CaptureIssue[];
  }[];
}

/** What a person is asked to do in front of the camera. */
export interface Challenge {
  /** Single use; goes into the challenge check. */
  readonly challenge_token: string;
  readonly challenge_id: string;
  readonly action: ChallengeAction;
  /** For the person, in English. */
  readonly instructions: string;
  readonly frames: {
    readonly min: number;
    readonly max: number;
    readonly order: "neutral first";
  };
  readonly expires_at: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** Whether two images show one person. */
export interface FaceVerifyResult extends Pick<Verification, "id" | "mode" | "created_at"> {
  readonly kind: "verify";
  /** `similarity` is at or over `threshold`. */
  readonly match: boolean;
  /** (1 + cosine) / 2 of the two templates. */
  readonly similarity: number;
  /** The one that was applied: a measured operating point of the model pack. */
  readonly threshold: number;
  readonly image_a: {
    readonly quality: FaceQuality;
  };
  readonly image_b: {
    readonly quality: FaceQuality;
  };
  /** Name and version of the model that judged. */
  readonly model_version: string;
}

/** Whether an image shows the person who is registered. */
export interface RegistrationVerifyResult extends Omit<FaceVerifyResult, "kind" | "image_a" | "image_b"> {
  readonly kind: "registration_verify";
  /** Whether the image is the very photo that was registered, which is no match in live mode. */
  readonly copied: boolean | null;
  /** Why it is no match though `similarity` is at or over `threshold`; else null. */
  readonly reason?: "registration_copied" | null | undefined;
  /** The caller's own name for the person. */
  readonly customer_ref: string;
  readonly registration_id: string;
  readonly quality: FaceQuality;
}

/** The best match in the gallery. */
export interface DedupeResult extends Pick<RegistrationVerifyResult, "id" | "quality" | "model_version" | "mode" | "created_at"> {
  readonly kind: "dedupe";
  readonly match: boolean;
  /** Whose registration matched; null when none did. */
  readonly customer_ref: string | null;
  readonly registration_id: string | null;
  /** Of the best candidate; null when the gallery is empty. */
  readonly similarity: number | null;
  /** Set for a gallery of this size. */
  readonly threshold: number;
  /** Registrations that were compared. */
  readonly gallery_size: number;
  /** Of a search that a verification's policy asked for. */
  readonly verification_id?: string | undefined;
}

/** A verification's own comparison of the document's portrait with the best live frame. */
export interface FaceStepResult extends Pick<DedupeResult, "id" | "match" | "model_version" | "mode" | "created_at"> {
  readonly kind: "verification";
  /** Null where the two could not be compared. */
  readonly similarity: number | null;
  readonly threshold: number | null;
  /** Why it is no match; null for a match. */
  readonly reason: string | null;
  /** Whether a live frame is a copy of the document's portrait, which is no match in live mode. */
  readonly copied: boolean | null;
  readonly verification_id: string;
  /** Whose portrait was compared. */
  readonly ocr_id?: string | undefined;
  /** Whose frame it was compared with. */
  readonly lc_id?: string | undefined;
}

/** A face in the tenant's gallery. */
export interface Registration extends Omit<RegistrationVerifyResult, "id" | "kind" | "match" | "similarity" | "threshold" | "copied" | "reason"> {
  readonly status: "active";
}

export interface OcrCompleted extends Pick<OcrResult, "mode" | "created_at"> {
  /** Receivers tell repetitions by it. */
  readonly id: string;
  readonly type: "ocr.completed";
  readonly tenant_id: string;
  readonly data: OcrData;
}

export interface OcrData extends Omit<OcrResult, "created_at"> {
}

export interface FaceVerifyCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "face.verify.completed";
  readonly data: FaceVerifyData;
}

export interface FaceVerifyData extends Omit<FaceVerifyResult, "created_at"> {
}

export interface LivenessCheckCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "liveness.check.completed";
  readonly data: LivenessData;
}

export interface LivenessData extends Omit<LivenessResult, "created_at"> {
}

export interface FraudSignalDetected extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "fraud.signal_detected";
  readonly data: FraudData;
}

export interface FraudData extends Omit<FraudResult, "created_at"> {
}

export interface VerificationCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.completed";
  readonly data: VerificationData;
}

export interface VerificationData extends Pick<Verification, "status" | "decision" | "decision_reasons" | "steps"> {
  readonly vf_id: string;
  /** The caller's own name for the person. */
  readonly customer_ref: string;
}

export interface VerificationReviewed extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.reviewed";
  readonly data: ReviewedData;
}

export interface ReviewedData extends Omit<VerificationData, "decision"> {
  readonly decision: "approved" | "declined";
}

export interface WebhookTest extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "webhook.test";
  readonly data: {
    readonly endpoint_id: string;
    readonly message: string;
  };
}

/** An event whose data was erased. */
export interface ErasedEvent extends Omit<WebhookTest, "type" | "data"> {
  readonly type: EventType;
  readonly data: null;
}

/** What was erased of a person. */
export interface ErasureReceipt extends Omit<WithdrawalReceipt, "verification_id"> {
}

/** Public keys of receipts (RFC 7517). */
export interface KeySet {
  readonly keys: readonly {
    readonly kty: string;
    readonly kid: string;
    readonly use: "sig";
    readonly alg: "EdDSA";
    readonly [name: string]: unknown;
  }[];
}

/** Every event that is sent to an endpoint; `type` distinguishes them. */
export type WebhookEvent = OcrCompleted | FaceVerifyCompleted | LivenessCheckCompleted | FraudSignalDetected | VerificationCompleted | VerificationReviewed | WebhookTest;

export type EventType = WebhookEvent["type"];

export type Mode = "live" | "test";

export type VerificationStatus = "created" | "in_progress" | "completed" | "expired" | "canceled";

export type Decision = "approved" | "declined" | "review";

export type StepName = "document" | "liveness" | "face_match";

export type RetryReason = "not_accepted" | "not_processed" | "live" | "frames_not_distinct" | "challenge_not_performed" | "wrong_action" | "step_up_required" | "portrait_not_found" | "mrz_not_found" | "front_missing" | "back_missing" | "document_changed" | "fraud_inconclusive" | GateCode | CaptureIssue;

export type DocumentType = "cid" | "passport" | "voter_id" | "driving_license" | "residence_permit" | "other";

export type EligibilityReason = "ok" | GateCode;

export type GateCode = "image_too_blurry" | "image_too_dark" | "image_too_bright" | "glare" | "resolution_too_low" | "no_document_found" | "document_cut_off" | "document_not_isolated" | "too_much_text" | "unsupported_document_type" | "document_type_mismatch" | "document_expired" | "low_text_confidence";

export type FieldName = "full_name" | "first_name" | "last_name" | "document_number" | "personal_number" | "date_of_birth" | "date_of_issue" | "date_of_expiry" | "sex" | "nationality" | "issuing_country" | "address" | "place_of_birth";

export type LivenessMode = "passive" | "burst" | "challenge";

export type LivenessReason = "live" | "print_attack" | "screen_replay" | "mask_attack" | "frames_replayed" | "registration_copied" | "challenge_not_performed" | "wrong_action" | "identity_changed" | "frames_not_distinct" | "frames_static" | "low_score" | "step_up_required" | CaptureIssue;

export type CaptureIssue = "no_face" | "multiple_faces" | "face_too_small" | "face_occluded" | "too_blurry" | "too_dark" | "too_bright" | "extreme_pose";

export type ChallengeAction = "turn_left" | "turn_right" | "look_up" | "look_down" | "blink" | "smile" | "open_mouth";

export type FraudDecision = "clean" | "suspicious" | "fraudulent" | "inconclusive";

export type FraudSignal = "screen_recapture" | "print_recapture" | "photocopy" | "screenshot" | "digital_tampering" | "portrait_substitution" | "text_tampering" | "copy_move" | "splicing" | "metadata_anomaly" | "duplicate_image" | "specimen_document" | "face_missing";

export type DocumentCheck = "mrz_document_number_checksum" | "mrz_birth_date_checksum" | "mrz_expiry_date_checksum" | "mrz_composite_checksum" | "mrz_state_rule" | "mrz_viz_consistency" | "id_number_checksum" | "date_order" | "issuing_country_valid" | "duplicate_of_known_image" | "editing_software_trace" | "single_holder";
