// Written by `npm run sdk:generate` from the OpenAPI document. Do not edit.

/** A session token and the verification that it is bound to. */
export interface Session {
  /** Opaque; shown this once. */
  readonly token: string;
  /** Revokes the token. */
  readonly jti: string;
  readonly verification_id: string;
  /** The caller's own name for the person; opaque to the service. */
  readonly customer_ref: string;
  /** Which of the tenant's two worlds it belongs to. */
  readonly mode: Mode;
  /** ISO 8601, UTC. */
  readonly expires_at: string;
  /** Seconds. */
  readonly expires_in: number;
}

/** What a page shows the person before anything is asked of them. */
export interface CapturePage {
  /** Which of the tenant's two worlds it belongs to. */
  readonly mode: Mode;
  /** When the link ends, or the verification. */
  readonly expires_at: string;
  /** The language that the tenant asked for. */
  readonly locale: string | null;
  readonly require_live_capture: boolean;
  readonly handoff: "allow" | "require" | "off";
  readonly tenant: {
    readonly name: string;
    /** A PNG picture as a `data:` URL. */
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
  /** Opaque; shown this once. For the memory of the page alone. */
  readonly session_token: string;
  /** ISO 8601, UTC. */
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
  /** ISO 8601, UTC. */
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
  /** ISO 8601, UTC. */
  readonly started_at: string;
  /** ISO 8601, UTC. */
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
    /** ISO 8601, UTC. */
    readonly expires_at: string;
  };
  /** The page on which the person is verified. Its secret stands in the fragment, and is shown this once. */
  readonly url: string;
  /** ISO 8601, UTC. */
  readonly url_expires_at: string;
}

/** The steps that one end user makes, and the decision that they end in. */
export interface Verification extends Pick<Session, "mode" | "expires_at"> {
  readonly id: string;
  readonly status: VerificationStatus;
  readonly decision: Decision | null;
  /** Why: the steps that account for the decision, or what a reviewer found of the steps in review. */
  readonly decision_reasons: ReadonlyArray<{
    readonly code: string;
    readonly step: StepName;
    readonly message: string;
  }>;
  /** What the end user's device should do next. */
  readonly next_action: {
    readonly type: "ocr_scan" | "fraud_detect" | "liveness_check" | "liveness_challenge";
  } | null;
  /** Null once the person was erased. */
  readonly customer_ref: string | null;
  readonly policy: Policy;
  readonly steps: ReadonlyArray<Step>;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  readonly completed_at: string | null;
  /** When a reviewer decided; null where none has. */
  readonly reviewed_at: string | null;
  /** What the person agreed to; null where nobody was asked. */
  readonly consent: Consent | null;
}

/** A verification's policy, resolved with defaults and frozen. */
export interface Policy {
  /** Default: `["document","liveness"]`. */
  readonly steps: ReadonlyArray<"document" | "liveness">;
  /** Default: `"passive"`. */
  readonly liveness_mode: LivenessMode;
  /** Default: `["cid","passport","driving_license","residence_permit"]`. */
  readonly document_types: ReadonlyArray<DocumentType>;
  readonly require_face_match: boolean;
  /** Default: `"standard"`. */
  readonly liveness_level: "standard";
  /** Default: `"fmr_1e-3"`. */
  readonly face_match_level: "fmr_1e-2" | "fmr_1e-3" | "fmr_1e-4";
  /** Default: `3`. */
  readonly max_attempts: number;
  /** Default: `"review"`. */
  readonly on_fraud_suspicious: "review" | "decline";
  /** Default: `"off"`. */
  readonly dedupe: "off" | "review" | "decline";
  /** Default: `null`. */
  readonly min_age: number | null;
  /** Default: `86400`. */
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
  readonly result_ids: ReadonlyArray<string>;
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
  /** ISO 8601, UTC. */
  readonly given_at: string;
  readonly withdrawn_at: string | null;
}

/** The verification as a session token bound to it is told it. */
export interface VerificationForToken extends Omit<Verification, "decision_reasons" | "policy" | "steps"> {
  readonly decision_reasons: ReadonlyArray<{
    /** What the person can mend is told as it is, everything else as `not_accepted`. */
    readonly code: RetryReason;
    readonly step: StepName;
    readonly message: string;
  }>;
  readonly policy: {
    /** Default: `["document","liveness"]`. */
    readonly steps: ReadonlyArray<"document" | "liveness">;
    /** Default: `"passive"`. */
    readonly liveness_mode: LivenessMode;
    /** Default: `["cid","passport","driving_license","residence_permit"]`. */
    readonly document_types: ReadonlyArray<DocumentType>;
    /** Default: `3`. */
    readonly max_attempts: number;
  };
  readonly steps: ReadonlyArray<{
    readonly name: StepName;
    readonly status: "pending" | "retry_required" | "passed" | "review" | "failed";
    readonly attempts: number;
    readonly max_attempts: number;
    /** Oldest first: `ocr_`, `fc_`, `lc_` and `fm_` ids. */
    readonly result_ids: ReadonlyArray<string>;
    readonly updated_at: string | null;
    readonly reason: RetryReason | null;
  }>;
}

/** What the person does next, and why. */
export interface Next {
  readonly status: VerificationStatus;
  /** How it stands for the person; a completed one is `done`, `in_review` or `unsuccessful`. */
  readonly outcome: "open" | "done" | "in_review" | "unsuccessful" | "expired" | "canceled";
  readonly action: {
    /** `wait`: nothing, the service has yet to decide; `none`: nothing more, it is over. */
    readonly type: "consent" | "document" | "liveness" | "wait" | "none";
    /** Sides of the document that are wanted in one call. */
    readonly sides: ReadonlyArray<"front" | "back">;
    /** Types of document that are taken. */
    readonly accepted_types: ReadonlyArray<DocumentType>;
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
  /** ISO 8601, UTC. */
  readonly expires_at: string;
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
  /** Whether the document's other side is needed, too: send both pictures then. */
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
  /** Where one says that the picture cannot be trusted, `fields` is empty, `mrz` and `raw_text` are null. Where all say that the document does not serve (`document_expired`, `unsupported_document_type`, `document_type_mismatch`), what was read is told. */
  readonly gate_rejections: ReadonlyArray<{
    readonly gate: string;
    readonly code: GateCode;
    readonly message: string;
    /** What was measured. */
    readonly value: number | string | null;
    readonly threshold: number | string | null;
    /** Whether another picture of the same document can pass. */
    readonly retryable: boolean;
  }>;
  /** Those that could be read of: full_name, first_name, last_name, document_number, personal_number, date_of_birth, date_of_issue, date_of_expiry, sex, nationality, issuing_country, address, place_of_birth. */
  readonly fields: Readonly<Partial<Record<FieldName, DocumentField>>>;
  /** Null where there is none, or where the picture cannot be trusted. */
  readonly mrz: {
    readonly format: "TD1" | "TD2" | "TD3" | "MRV-A" | "MRV-B";
    readonly lines: ReadonlyArray<string>;
    /** Whether each of `checks` holds. */
    readonly valid: boolean;
    /** By what a check digit covers; `field_types`: no digits stand in names and states, no letters in dates. */
    readonly checks: Readonly<Record<string, boolean>>;
    /** Characters that were taken because the check digits hold with them, though another is likelier by the picture alone; places from 0. Absent where nothing was repaired. */
    readonly repairs?: ReadonlyArray<{
      readonly line: number;
      readonly column: number;
      readonly read: string;
      readonly taken: string;
    }> | undefined;
  } | null;
  /** Null where the picture cannot be trusted. */
  readonly raw_text: string | null;
  readonly quality: {
    readonly laplacian_variance: number;
    readonly mean_luma: number;
    readonly saturated_share: number;
    readonly document_long_side: number;
    /** Lines of text that were not read, or not to their end: 0 unless the picture has more text than is read. Absent in older results. */
    readonly unread_lines?: number | undefined;
    readonly width: number;
    readonly height: number;
  };
  /** A signed link, good for 15 minutes; there only where the storage policy keeps the portrait. */
  readonly portrait?: string | undefined;
  /** ISO 8601, UTC. */
  readonly portrait_expires_at?: string | undefined;
  /** Where the picture came from, as the device says; null where it does not. */
  readonly source: "camera" | "file" | null;
  readonly customer_ref: string | null;
  readonly verification_id: string | null;
}

/** One field as it was read. */
export interface DocumentField {
  /** Dates are ISO 8601, countries ISO 3166 alpha-3. */
  readonly value: string;
  readonly confidence: number;
  /** The machine readable or the visual zone. */
  readonly source: "mrz" | "viz" | "both";
  readonly bbox: readonly [number, number, number, number] | null;
  /** Of a name: the printed text that is like the zone's and not the same. One of them was misread. */
  readonly alternative?: string | undefined;
}

/** The persisted verdict on a document's picture, and what it rests on. */
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
    readonly issues: ReadonlyArray<EligibilityReason>;
  } | null;
  readonly signals: ReadonlyArray<{
    /** `specimen_document` and `duplicate_image` are told in both modes and count towards `overall_score` in live mode only: test mode is where specimens are shown, and one card under many references. */
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
  }>;
  readonly deterministic_checks: ReadonlyArray<{
    readonly name: DocumentCheck;
    readonly status: "pass" | "fail" | "not_applicable" | "not_evaluated";
    readonly severity: "critical" | "major" | "info";
    /** Whether a document is clean only when this was evaluated. */
    readonly required: boolean;
    /** Why it stands so; never a value of the document. A duplicate is `not_applicable` in test mode, and this says so. */
    readonly detail: string | null;
    /** What it means, in a sentence for staff. */
    readonly explanation: string;
  }>;
  /** A legacy result never becomes clean. */
  readonly record_kind: "canonical" | "legacy";
  /** False for a legacy result: its evidence was not stored. */
  readonly evidence_available: boolean;
}

/** The same as a session token is told it. */
export interface ExaminedDocumentForToken {
  readonly ocr: OcrResultForToken;
  readonly fraud: FraudResultForToken;
  readonly back: {
    readonly ocr: OcrResultForToken;
    readonly fraud: FraudResultForToken;
  } | null;
  /** Whether the document's other side is needed, too: send both pictures then. */
  readonly needs_back: boolean;
  readonly verification: VerificationForToken;
}

/** What was read off a document, or the gates that refused it, as a session token is told it. */
export interface OcrResultForToken extends Omit<OcrResult, "gate_rejections" | "fields" | "mrz" | "quality" | "source"> {
  readonly gate_rejections: ReadonlyArray<{
    readonly code: GateCode;
    readonly message: string;
    /** Whether another picture of the same document can pass. */
    readonly retryable: boolean;
  }>;
  readonly fields: Readonly<Partial<Record<FieldName, {
    /** Dates are ISO 8601, countries ISO 3166 alpha-3. */
    readonly value: string;
    readonly bbox: readonly [number, number, number, number] | null;
  }>>>;
  readonly mrz: {
    readonly format: "TD1" | "TD2" | "TD3" | "MRV-A" | "MRV-B";
    readonly lines: ReadonlyArray<string>;
    /** Whether each of `checks` holds. */
    readonly valid: boolean;
  } | null;
}

/** What a session token is told of the verdict: what about the picture can be mended. */
export interface FraudResultForToken extends Omit<FraudResult, "overall_score" | "thresholds" | "signals" | "deterministic_checks" | "record_kind" | "evidence_available"> {
}

/** A link by which a person opens the verification. */
export interface VerificationLink extends Pick<VerificationCreated, "url"> {
  /** ISO 8601, UTC. */
  readonly expires_at: string;
}

/** What was erased of a verification. */
export interface WithdrawalReceipt {
  readonly receipt_id: string;
  /** Of the `customer_ref` in UTF-8. */
  readonly customer_ref_sha256: string;
  /** Which of the tenant's two worlds it belongs to. */
  readonly mode: Mode;
  /** How many there were, by kind. */
  readonly erased: Readonly<Record<string, number>>;
  /** ISO 8601, UTC. */
  readonly erased_at: string;
  /** Places where the person's data may still be, and why. */
  readonly not_reached: ReadonlyArray<{
    readonly place: string;
    readonly why: string;
  }>;
  /** A compact JWS (RFC 7515) over the rest; the keys are at /.well-known/jwks.json. */
  readonly signature: string;
  readonly verification_id: string;
}

/** Whether a living person was in front of the camera, and why. */
export interface LivenessResult extends Pick<OcrResult, "customer_ref" | "verification_id" | "mode" | "created_at"> {
  readonly lc_id: string;
  /** `score` is at or over `threshold`, and no reason stands against it. */
  readonly is_live: boolean;
  /** Higher is more live. 0 with every frame's `score` null says that nothing was measured: a passive check then asks for a challenge (`step_up_required`), since it cannot tell. */
  readonly score: number;
  readonly threshold: number;
  readonly reason: LivenessReason;
  readonly liveness_mode: LivenessMode;
  /** Whether another try can help the same person. */
  readonly retryable: boolean;
  readonly next_action: {
    readonly type: "liveness_challenge";
  } | null;
  readonly frames: ReadonlyArray<{
    readonly index: number;
    /** Presentation attack detection; null where nothing was measured: no net looked, or none could. */
    readonly score: number | null;
    /** Null without a face. */
    readonly quality: FaceQuality | null;
    readonly issues: ReadonlyArray<CaptureIssue>;
  }>;
  /** Of the original call. */
  readonly request_id: string;
  /** Name and version of the net that looked for presentation attacks; where none did, of the one that read the face. */
  readonly model_version: string;
}

/** The quality of a capture of a face. */
export interface FaceQuality {
  /** Higher is better. */
  readonly score: number;
  readonly acceptable: boolean;
  readonly issues: ReadonlyArray<CaptureIssue>;
  /** Named after ISO/IEC 29794-5; higher is better. */
  readonly components: {
    /** Sharpness (ISO/IEC 29794-5): variance of the Laplacian of luma over the face at 128 px between the temples, 0 and up; 4 makes 0, 64 makes 1, by its logarithm. `too_blurry`: component under 0.15. */
    readonly sharpness: number;
    /** Luminance mean (ISO/IEC 29794-5): mean luma of the face, 0 to 255; over 0.9 from 80 to 175, falling to both sides. `too_dark`: mean under 40. `too_bright`: mean over 225. */
    readonly brightness: number;
    /** Dynamic range (ISO/IEC 29794-5): entropy of the face's luma histogram, 0 to 8 bits; 8 makes 1. Told, not judged. */
    readonly contrast: number;
    /** Inter-eye distance, Head size (ISO/IEC 29794-5): pixels between the centres of the eyes; 70 make 0.5, 150 make 0.98. `face_too_small`: under 24 px. */
    readonly face_size: number;
    /** Head pose: yaw, pitch and roll angle frontal alignment (ISO/IEC 29794-5): degrees; the squared cosine of the angle furthest from frontal. `extreme_pose`: yaw over 35°, pitch over 30° or roll over 35°. */
    readonly pose: number;
    /** Face occlusion prevention, Eyes visible, Mouth occlusion prevention (ISO/IEC 29794-5): the least of: the landmark net's probability of a face, 0 to 1, and the spread of luma about each eye and the lips in shares of the cheek's, 0 and up. 1 means that nothing hides the face. `face_occluded`: component under 0.8. */
    readonly occlusion: number;
    /** Eyes open (ISO/IEC 29794-5): height over width of the eyes, 0 and up; 0.08 makes 0, 0.2 makes 1. A hint, not judged. */
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
export interface LivenessResultForToken extends Omit<LivenessResult, "score" | "threshold" | "reason" | "frames" | "model_version"> {
  /** What the person can mend is told as it is, everything else as `not_accepted`. */
  readonly reason: RetryReason;
  readonly frames: ReadonlyArray<{
    readonly index: number;
    readonly issues: ReadonlyArray<CaptureIssue>;
  }>;
}

/** What a person is asked to do in front of the camera. */
export interface Challenge {
  /** Single use; goes into the challenge check. */
  readonly challenge_token: string;
  readonly challenge_id: string;
  readonly action: "turn_left" | "turn_right" | "look_up" | "look_down" | "blink" | "smile" | "open_mouth";
  /** For the person, in English. */
  readonly instructions: string;
  readonly frames: {
    readonly min: number;
    readonly max: number;
    readonly order: "neutral first";
  };
  /** ISO 8601, UTC. */
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
  /** The caller's own name for the person; opaque to the service. */
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
  readonly verification_id: string;
  /** Whose portrait was compared. */
  readonly ocr_id?: string | undefined;
  /** Whose frame it was compared with. */
  readonly lc_id?: string | undefined;
}

/** A face in the tenant's gallery. */
export interface Registration extends Omit<RegistrationVerifyResult, "id" | "kind" | "match" | "similarity" | "threshold"> {
  readonly status: "active";
}

/** An event of the type `ocr.completed`. */
export interface OcrCompleted extends Pick<OcrResult, "mode" | "created_at"> {
  /** Receivers tell repetitions by it. */
  readonly id: string;
  readonly type: "ocr.completed";
  readonly tenant_id: string;
  readonly data: OcrData;
}

/** The data of an `ocr.completed` event. */
export interface OcrData extends Omit<OcrResult, "created_at"> {
}

/** An event of the type `face.verify.completed`. */
export interface FaceVerifyCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "face.verify.completed";
  readonly data: FaceVerifyData;
}

/** The data of a `face.verify.completed` event. */
export interface FaceVerifyData extends Omit<FaceVerifyResult, "created_at"> {
}

/** An event of the type `liveness.check.completed`. */
export interface LivenessCheckCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "liveness.check.completed";
  readonly data: LivenessData;
}

/** The data of a `liveness.check.completed` event. */
export interface LivenessData extends Omit<LivenessResult, "created_at"> {
}

/** An event of the type `fraud.signal_detected`. */
export interface FraudSignalDetected extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "fraud.signal_detected";
  readonly data: FraudData;
}

/** The data of a `fraud.signal_detected` event. */
export interface FraudData extends Omit<FraudResult, "created_at"> {
}

/** An event of the type `verification.completed`. */
export interface VerificationCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.completed";
  readonly data: VerificationData;
}

/** The data of a `verification.completed` event. */
export interface VerificationData extends Pick<Verification, "status" | "decision" | "decision_reasons" | "steps"> {
  readonly vf_id: string;
  /** The caller's own name for the person; opaque to the service. */
  readonly customer_ref: string;
}

/** An event of the type `verification.reviewed`. */
export interface VerificationReviewed extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.reviewed";
  readonly data: ReviewedData;
}

/** The data of a `verification.reviewed` event. */
export interface ReviewedData extends Omit<VerificationData, "decision"> {
  readonly decision: "approved" | "declined";
}

/** An event of the type `webhook.test`. */
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
  readonly keys: ReadonlyArray<{
    readonly kty: string;
    readonly kid: string;
    readonly use: "sig";
    readonly alg: "EdDSA";
    readonly [name: string]: unknown;
  }>;
}

/** Every event that is sent to an endpoint; `type` tells them apart. */
export type WebhookEvent = OcrCompleted | FaceVerifyCompleted | LivenessCheckCompleted | FraudSignalDetected | VerificationCompleted | VerificationReviewed | WebhookTest;

export type Mode = "live" | "test";

export type VerificationStatus = "created" | "in_progress" | "completed" | "expired" | "canceled";

export type Decision = "approved" | "declined" | "review";

export type StepName = "document" | "liveness" | "face_match";

export type RetryReason = "not_accepted" | "not_processed" | "live" | CaptureIssue | "frames_not_distinct" | "challenge_not_performed" | "wrong_action" | "step_up_required" | "image_too_blurry" | "image_too_dark" | "image_too_bright" | "glare" | "resolution_too_low" | "too_much_text" | "no_document_found" | "document_cut_off" | "low_text_confidence" | "portrait_not_found" | "mrz_not_found" | "front_missing" | "back_missing" | "document_changed" | "unsupported_document_type" | "document_type_mismatch" | "document_expired" | "fraud_inconclusive";

export type DocumentType = "cid" | "passport" | "driving_license" | "residence_permit" | "voter_id" | "other";

export type EligibilityReason = "ok" | GateCode;

export type GateCode = "image_too_blurry" | "image_too_dark" | "image_too_bright" | "glare" | "resolution_too_low" | "no_document_found" | "document_cut_off" | "too_much_text" | "unsupported_document_type" | "document_type_mismatch" | "document_expired" | "low_text_confidence";

export type FieldName = "full_name" | "first_name" | "last_name" | "document_number" | "personal_number" | "date_of_birth" | "date_of_issue" | "date_of_expiry" | "sex" | "nationality" | "issuing_country" | "address" | "place_of_birth";

export type LivenessMode = "passive" | "burst" | "challenge";

export type LivenessReason = "live" | "print_attack" | "screen_replay" | "mask_attack" | "challenge_not_performed" | "wrong_action" | "identity_changed" | "frames_not_distinct" | "frames_static" | CaptureIssue | "low_score" | "step_up_required";

export type CaptureIssue = "no_face" | "multiple_faces" | "face_too_small" | "face_occluded" | "too_blurry" | "too_dark" | "too_bright" | "extreme_pose";

export type FraudDecision = "clean" | "suspicious" | "fraudulent" | "inconclusive";

export type FraudSignal = "screen_recapture" | "print_recapture" | "photocopy" | "screenshot" | "digital_tampering" | "portrait_substitution" | "text_tampering" | "copy_move" | "splicing" | "metadata_anomaly" | "duplicate_image" | "specimen_document" | "face_missing";

export type DocumentCheck = "mrz_document_number_checksum" | "mrz_birth_date_checksum" | "mrz_expiry_date_checksum" | "mrz_composite_checksum" | "mrz_viz_consistency" | "id_number_checksum" | "date_order" | "issuing_country_valid" | "duplicate_of_known_image" | "editing_software_trace";

export type EventType = "ocr.completed" | "face.verify.completed" | "liveness.check.completed" | "fraud.signal_detected" | "verification.completed" | "verification.reviewed" | "webhook.test";
