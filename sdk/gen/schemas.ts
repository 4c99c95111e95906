// Written by `npm run generate` from the OpenAPI document. Do not edit.

/** What you know of the person. */
export interface ExpectedDetails {
  /** The whole name, in any order. */
  readonly full_name?: string | undefined;
  /** The given names. */
  readonly first_name?: string | undefined;
  /** The surname. */
  readonly last_name?: string | undefined;
  /** ISO 8601, `YYYY-MM-DD`: from 1900, and not in the future. */
  readonly date_of_birth?: string | undefined;
  /** The document's number. */
  readonly document_number?: string | undefined;
  /** The national number of the person. */
  readonly personal_number?: string | undefined;
  /** ISO 3166-1 alpha-3. */
  readonly nationality?: string | undefined;
  /** The issuing state, ISO 3166-1 alpha-3. */
  readonly issuing_country?: string | undefined;
  /** The address in one line. */
  readonly address?: string | undefined;
}

/** A new verification with its hosted link and a session token. */
export interface VerificationCreated {
  readonly verification: Verification;
  /** A session token for the end user's device, if your own app makes the calls. */
  readonly session_token: {
    /** The session token. */
    readonly token: string;
    /** The token's id, with which you revoke it. */
    readonly jti: string;
    /** When the token expires. */
    readonly expires_at: string;
  };
  /** The hosted page for the end user. */
  readonly url: string;
  /** When the link expires. */
  readonly url_expires_at: string;
}

/** The verification of one end user: its steps, and its decision. */
export interface Verification {
  readonly id: string;
  /** `created` and `in_progress` are open; the other statuses are final. */
  readonly status: VerificationStatus;
  /** `review` means that a reviewer has to decide. */
  readonly decision: Decision | null;
  /** Why the verification was decided so. */
  readonly decision_reasons: readonly {
    readonly code: DecisionReasonCode;
    /** The step; `external_check` for a check of your own. */
    readonly step: StepName | "external_check";
    /** What was found, in a sentence, for your staff. */
    readonly message: string;
    /** What the reason rests on. */
    readonly source: "document" | "liveness" | "face" | "tenant" | "reviewer" | "test";
    /** What your staff can do, in a sentence; null for a reviewer's own decision. */
    readonly action: string | null;
    /** The reason's entry in this service's reference, such as `https://id.example.com/docs#reason-glare`. */
    readonly docs: string;
  }[];
  /** What the end user's device has to do next; null if nothing. */
  readonly next_action: {
    /** The kind of call to make next. */
    readonly type: "ocr_scan" | "fraud_detect" | "signed_evidence" | "liveness_check" | "liveness_challenge";
    /** How the document may be shown. */
    readonly methods?: readonly ("picture" | "chip" | "credential")[] | undefined;
  } | null;
  /** Your own name for the end user; null after they were erased. */
  readonly customer_ref: string | null;
  readonly mode: Mode;
  readonly policy: Policy;
  /** The named policy; absent for an inline policy. */
  readonly policy_id?: string | undefined;
  /** The version of the named policy that `policy` is; absent for an inline policy. */
  readonly policy_version?: number | undefined;
  /** The policy's steps, in their order. */
  readonly steps: readonly Step[];
  /** When the verification was created. */
  readonly created_at: string;
  /** When an open verification expires. */
  readonly expires_at: string;
  /** When it was decided, or null. */
  readonly completed_at: string | null;
  /** When a reviewer decided, or null. */
  readonly reviewed_at: string | null;
  /** When the operator recalled a trust anchor that a result rests on: its certificate can no longer be trusted. */
  readonly recalled_at?: string | undefined;
  /** The recorded consent; null if the page did not ask for one. */
  readonly consent: Consent | null;
  /** The end user's contest of the decision, or null. */
  readonly contest?: Contest | null | undefined;
  /** How the document compares with `expected`; empty until a document was read. */
  readonly details?: readonly Detail[] | undefined;
  /** Your own labels: up to 20 keys of 40 characters, values of up to 500. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Your own checks; empty until every step is settled. */
  readonly checks?: readonly ExternalCheck[] | undefined;
  /** Only when a verification is retrieved, and only if the policy has `repeat`. */
  readonly seen_under?: readonly SeenUnder[] | undefined;
  readonly age?: Age | undefined;
  /** A signed statement that the end user has reached the age: a JWT (RFC 7519) with `typ: svc-age+jws`, for you as `aud` and this verification as `sub`, without a reference or birth date. */
  readonly age_statement?: string | undefined;
  /** Only when a verification is retrieved. Absent for a restricted key without `personal:read`. */
  readonly verified_data?: VerifiedData | null | undefined;
  /** Only when a verification is retrieved. Absent for a restricted key without `personal:read`. */
  readonly expected?: ExpectedDetails | undefined;
}

/** The code of a reason. */
export type DecisionReasonCode = "resolution_too_low" | "image_too_dark" | "image_too_bright" | "image_too_blurry" | "glare" | "too_much_text" | "no_document_found" | "document_not_isolated" | "document_cut_off" | "unsupported_document_type" | "document_type_mismatch" | "low_text_confidence" | "document_expired" | "portrait_not_found" | "mrz_not_found" | "front_missing" | "back_missing" | "barcode_not_read" | "document_changed" | "not_processed" | "age_not_read" | "under_min_age" | "details_mismatch" | "details_not_confirmed" | "expiry_not_read" | "sides_not_linked" | "sides_contradict" | "unknown_issuer" | "unsupported_algorithm" | "chip_read_incomplete" | "credential_revoked" | "credential_expired" | "credential_incomplete" | "chip_too_weak" | "chip_contradicts" | "fraud_suspicious" | "fraud_fraudulent" | "fraud_inconclusive" | "authenticity_not_checked" | CaptureIssue | "low_score" | "step_up_required" | "challenge_not_performed" | "wrong_action" | "frames_not_distinct" | "frames_static" | "identity_changed" | "print_attack" | "screen_replay" | "mask_attack" | "frames_replayed" | "registration_copied" | "duplicate_face" | "no_match" | "review_band" | "portrait_copied" | "face_erased" | "credential_without_portrait" | "model_version_mismatch" | "level_not_measured" | "test_review" | "external_check_failed" | "external_check_review" | "external_check_overdue" | "document_reused" | "list_blocked" | "number_not_read" | "identity_confirmed" | "document_genuine" | "not_a_duplicate" | "own_check_cleared" | "document_forged" | "document_mismatch" | "presentation_attack" | "face_mismatch" | "duplicate_person" | "own_check_confirmed" | "insufficient_evidence" | (string & {});

/** A verification's policy with defaults filled in. */
export interface Policy {
  /** The steps to run. */
  readonly steps: readonly ("document" | "liveness")[];
  /** The weakest liveness check that counts. */
  readonly liveness_mode: LivenessMode;
  /** The accepted document types. */
  readonly document_types: readonly DocumentType[];
  /** Whether the selfie is compared with the portrait on the document. */
  readonly require_face_match: boolean;
  /** The strictness of the liveness check. */
  readonly liveness_level: "standard";
  /** The false match rate (FMR) of the face comparison. */
  readonly face_match_level: "fmr_1e-2" | "fmr_1e-3" | "fmr_1e-4";
  /** The attempts for each step. */
  readonly max_attempts: number;
  /** What follows from a suspicious document. */
  readonly on_fraud_suspicious: "review" | "decline";
  /** Whether the selfie is searched among the tenant's registered faces, and again before an approval by a later call. */
  readonly dedupe: "off" | "review" | "decline";
  /** The minimum age in years, or null for none. */
  readonly min_age: number | null;
  /** The seconds after which an open verification expires. */
  readonly expires_in_seconds: number;
  /** What follows if the document shows other details than `expected`. */
  readonly on_expected_mismatch?: "review" | "decline" | "report" | undefined;
  /** How an expected name is compared. */
  readonly expected_name_match?: "tolerant" | "exact" | undefined;
  /** Whether the selfie is compared with the registered face of the `customer_ref`, in place of a document's portrait. */
  readonly match_registered?: "off" | "require" | "approval_only" | undefined;
  /** Whether an approval registers the selfie, if the person agreed to it. */
  readonly register_on_approval?: "off" | "create" | "replace" | undefined;
  /** Checks of your own before the decision, at most 3. */
  readonly external_checks?: readonly {
    /** Your name for the check, such as `watchlist`. */
    readonly name: string;
    /** The seconds within which your server answers. */
    readonly deadline_seconds: number;
    /** What follows without an answer. */
    readonly on_deadline: "review" | "decline";
    /** The fields of the document that `verification.check_requested` has for this check. */
    readonly fields: readonly ("full_name" | "first_name" | "last_name" | "date_of_birth" | "document_number" | "personal_number" | "nationality" | "issuing_country" | "date_of_expiry" | "address")[];
  }[] | undefined;
  /** What follows if the document was shown under another `customer_ref`. */
  readonly repeat?: "off" | "review" | "decline" | undefined;
  /** What follows if the document is on your block list, or the face that `dedupe` found. */
  readonly block_list?: "off" | "review" | "decline" | undefined;
  /** How the document may be shown. */
  readonly document_evidence?: readonly ("picture" | "chip" | "credential")[] | undefined;
  /** The credentials of wallets that count. */
  readonly credential?: {
    /** The kinds of credentials. */
    readonly accept: readonly ("mdl" | "photo_id" | "pid" | "age")[];
  } | undefined;
  /** The weakest algorithms of a chip's signer that count, in bits of security (NIST SP 800-57). */
  readonly chip_min_strength?: 80 | 112 | 128 | undefined;
  /** Whether a person whom the service has declined may ask for a decision by a human. */
  readonly contest?: "off" | "on" | undefined;
  /** What the verification is for. */
  readonly purpose?: "identity" | "age" | undefined;
  /** The images that are stored, encrypted, after the decision. */
  readonly store_media: "none" | "portrait" | "evidence";
}

/** One step of a verification. */
export interface Step {
  /** The step. */
  readonly name: StepName;
  /** `retry_required`: another attempt is allowed. */
  readonly status: "pending" | "retry_required" | "passed" | "review" | "failed";
  /** Attempts that were used. */
  readonly attempts: number;
  /** Attempts that the policy allows. */
  readonly max_attempts: number;
  /** Ids of the step's results, oldest first: `ocr_`, `fc_`, `se_`, `cred_`, `lc_` and `fm_`. */
  readonly result_ids: readonly string[];
  /** Why the step has this status; null if it is pending or passed. */
  readonly reason: string | null;
  /** When the step last changed; null if it never did. */
  readonly updated_at: string | null;
}

/** The consent text that the end user agreed to, and when. */
export interface Consent {
  /** The text's version. */
  readonly version: string;
  /** SHA-256 of the text in UTF-8, in hexadecimal. */
  readonly sha256: string;
  /** The text's language. */
  readonly locale: string;
  /** What the end user agreed to: `return` is to be recognised later. */
  readonly purposes?: readonly ("verify" | "return")[] | undefined;
  /** SHA-256 of the text on being recognised. */
  readonly recognition_sha256?: string | undefined;
  /** When the end user agreed. */
  readonly given_at: string;
  /** When consent was withdrawn, or null. */
  readonly withdrawn_at: string | null;
}

/** An end user's contest of a declined verification. */
export interface Contest {
  /** When the end user contested the decision. */
  readonly contested_at: string;
  /** `open`: a reviewer has to decide. */
  readonly state: "open" | "upheld" | "overturned";
}

/** The comparison of one expected detail, without its value. */
export interface Detail {
  /** The expected detail. */
  readonly field: "full_name" | "first_name" | "last_name" | "date_of_birth" | "document_number" | "personal_number" | "nationality" | "issuing_country" | "address";
  /** `close`: a name or address that is nearly the expected one. */
  readonly result: "match" | "close" | "mismatch" | "not_read";
  /** Whether the values match in another spelling, order or form only. */
  readonly normalised: boolean;
}

/** A check of your own before the decision. */
export interface ExternalCheck {
  /** The check, as the policy names it. */
  readonly name: string;
  /** `pending`: your server has not answered yet. */
  readonly status: "pending" | "passed" | "review" | "failed";
  /** When `verification.check_requested` was sent. */
  readonly requested_at: string;
  /** When the policy's `on_deadline` decides instead of an answer. */
  readonly deadline: string;
  /** When your server answered; null without an answer. */
  readonly answered_at: string | null;
  /** Your own name for the case, or null. */
  readonly reference: string | null;
  /** Your reason, or null. */
  readonly reason: string | null;
}

/** Another end user's verification with the same document. */
export interface SeenUnder {
  readonly verification_id: string;
  /** How the name on that reading compares with this one. */
  readonly name: "match" | "close" | "mismatch" | "not_read";
  /** How the birth date compares. */
  readonly date_of_birth: "match" | "close" | "mismatch" | "not_read";
}

/** The age, only with `purpose: age`. */
export type Age = {
  /** The `min_age` of the policy, in years. */
  readonly over: number;
  /** Whether the end user has reached that age. */
  readonly satisfied: boolean;
  /** What the age was read from. */
  readonly method: "document" | "chip" | "credential";
  /** When it was decided. */
  readonly at: string;
} | null;

/** The person's data as the decision accepted them. */
export interface VerifiedData {
  /** The document's type. */
  readonly document_type: DocumentType;
  /** Null if the document does not show it. */
  readonly full_name: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly first_name: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly last_name: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly date_of_birth: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly document_number: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly personal_number: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly nationality: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly issuing_country: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly date_of_expiry: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
  /** Null if the document does not show it. */
  readonly address: {
    /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
    readonly value: string;
    /** `mrz`: the machine-readable zone. */
    readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  } | null;
}

/** The same, as a session token receives it. */
export interface VerificationForToken extends Pick<Verification, "id" | "status" | "decision" | "next_action" | "customer_ref" | "mode" | "created_at" | "expires_at" | "completed_at" | "reviewed_at" | "consent"> {
  /** Why the verification was decided so, as far as the end user can correct it. */
  readonly decision_reasons: readonly {
    /** A reason that the end user can correct, or `not_accepted` for every other one. */
    readonly code: RetryReason;
    /** The step. */
    readonly step: StepName;
    /** The reason in a sentence. */
    readonly message: string;
  }[];
  /** The part of the policy that the device needs. */
  readonly policy: {
    /** The steps to run. */
    readonly steps: readonly ("document" | "liveness")[];
    /** The weakest liveness check that counts. */
    readonly liveness_mode: LivenessMode;
    /** The accepted document types. */
    readonly document_types: readonly DocumentType[];
    /** The attempts for each step. */
    readonly max_attempts: number;
  };
  /** The policy's steps, in their order. */
  readonly steps: readonly {
    /** The step. */
    readonly name: StepName;
    /** `retry_required`: another attempt is allowed. */
    readonly status: "pending" | "retry_required" | "passed" | "review" | "failed";
    /** Attempts that were used. */
    readonly attempts: number;
    /** Attempts that the policy allows. */
    readonly max_attempts: number;
    /** Ids of the step's results, oldest first: `ocr_`, `fc_`, `se_`, `cred_`, `lc_` and `fm_`. */
    readonly result_ids: readonly string[];
    /** When the step last changed; null if it never did. */
    readonly updated_at: string | null;
    /** A reason that the end user can correct, or `not_accepted` for every other one. */
    readonly reason: RetryReason | null;
  }[];
}

/** What the end user has to do next, and why. */
export interface Next {
  /** The verification's status. */
  readonly status: VerificationStatus;
  /** The state for the end user. */
  readonly outcome: "open" | "done" | "in_review" | "unsuccessful" | "expired" | "canceled";
  /** What the end user has to do next. */
  readonly action: {
    /** What to do now. */
    readonly type: "consent" | "document" | "liveness" | "wait" | "none";
    /** Sides of the document to send in one call. */
    readonly sides: readonly ("front" | "back")[];
    /** How the document may be shown: photos, or its chip read by an app. */
    readonly methods?: readonly ("picture" | "chip" | "credential")[] | undefined;
    /** Accepted document types. */
    readonly accepted_types: readonly DocumentType[];
    /** The weakest liveness mode that can pass now; null for other actions. */
    readonly liveness_mode: LivenessMode | null;
    /** Attempts left at this step; null if attempts are not counted. */
    readonly attempts_left: number | null;
    /** Why the action has to be repeated; null the first time. */
    readonly retry_reason: RetryReason | null;
  };
  /** Consent; null if your own app asks for it. */
  readonly consent: {
    /** Whether consent is required before the first image. */
    readonly required: boolean;
    /** Whether the end user has agreed. */
    readonly given: boolean;
    /** Version of the consent text that was agreed to, or null. */
    readonly version: string | null;
  } | null;
  readonly expires_at: string;
  /** Where the hosted page sends the end user afterwards, or null. */
  readonly return_url: string | null;
  /** Only if the policy has `contest: on`. */
  readonly contest?: {
    /** Until when the end user may ask for a decision by a human; null if they may not. */
    readonly until: string | null;
    /** How a contest stands: `open`, `upheld` or `overturned`; null without one. */
    readonly state: "open" | "upheld" | "overturned" | null;
  } | undefined;
}

/** The OCR and fraud result of each side, and the verification after them. */
export interface ExaminedDocument {
  readonly ocr: OcrResult;
  readonly fraud: FraudResult;
  /** The same for the back; null if none was sent. */
  readonly back: {
    readonly ocr: OcrResult;
    readonly fraud: FraudResult;
  } | null;
  /** Whether the other side is needed. */
  readonly needs_back: boolean;
  readonly verification: Verification;
}

/** What was read from a document, or why the document cannot be used. */
export interface OcrResult {
  readonly ocr_id: string;
  readonly document_type: DocumentType;
  /** The type that was recognised, or null. */
  readonly detected_document_type: DocumentType | null;
  /** Issuing state, ISO 3166 alpha-3, or null if unknown. */
  readonly issuing_country: string | null;
  /** Whether the document can be used. */
  readonly ocr_eligible: boolean;
  /** `ok`, or the first reason why it cannot be used. */
  readonly eligibility_reason: EligibilityReason;
  /** The same in a sentence. */
  readonly eligibility_message: string;
  /** Why the document cannot be used. */
  readonly gate_rejections: readonly {
    /** Name of the check that failed. */
    readonly gate: string;
    /** Why the document cannot be used. */
    readonly code: GateCode;
    /** The reason in a sentence. */
    readonly message: string;
    /** The measured value. Absent for a restricted key without `personal:read`. */
    readonly value: number | string | null;
    /** The limit that the value was compared with. */
    readonly threshold: number | string | null;
    /** Whether another image of the same document can pass. */
    readonly retryable: boolean;
  }[];
  /** The fields that could be read, of: full_name, first_name, last_name, document_number, personal_number, date_of_birth, date_of_issue, date_of_expiry, sex, nationality, issuing_country, address, place_of_birth. Absent for a restricted key without `personal:read`. */
  readonly fields: Readonly<Partial<Record<FieldName, DocumentField>>>;
  /** The machine-readable zone; null if there is none or the image cannot be used. Absent for a restricted key without `personal:read`. */
  readonly mrz: {
    /** The MRZ's format (ICAO 9303). */
    readonly format: "TD1" | "TD2" | "TD3" | "MRV-A" | "MRV-B" | "FRA_ID";
    /** The lines of the MRZ. */
    readonly lines: readonly string[];
    /** Whether all of `checks` are true. */
    readonly valid: boolean;
    /** For each check digit, whether it is right. */
    readonly checks: Readonly<Record<string, boolean>>;
    /** Characters that the check digits corrected; absent if there are none. */
    readonly repairs?: readonly {
      /** From 0. */
      readonly line: number;
      /** From 0. */
      readonly column: number;
      /** The likeliest character by the image. */
      readonly read: string;
      /** The character with which the check digits are right. */
      readonly taken: string;
    }[] | undefined;
  } | null;
  /** The barcodes that were read, at most four; empty if the image cannot be used. Absent for a restricted key without `personal:read`. */
  readonly barcodes?: readonly Barcode[] | undefined;
  /** All text on the document; null if the image cannot be used. Absent for a restricted key without `personal:read`. */
  readonly raw_text: string | null;
  /** Measured quality of the image. */
  readonly quality: {
    /** Sharpness: variance of the Laplacian; higher is sharper. */
    readonly laplacian_variance: number;
    /** Mean brightness, 0 to 255. */
    readonly mean_luma: number;
    /** Share of overexposed pixels. */
    readonly saturated_share: number;
    /** Long side of the document in pixels. */
    readonly document_long_side: number;
    /** Lines of text beyond the limit that were not read; absent in older results. */
    readonly unread_lines?: number | undefined;
    /** Width of the image in pixels. */
    readonly width: number;
    /** Height of the image in pixels. */
    readonly height: number;
  };
  /** A signed link to the portrait, valid for 15 minutes. Absent for a restricted key without `media:read`. */
  readonly portrait?: string | undefined;
  /** When the link expires. Absent for a restricted key without `media:read`. */
  readonly portrait_expires_at?: string | undefined;
  /** Where the image came from, as the device reported it, or null. */
  readonly source: "camera" | "file" | null;
  /** Name and version of the model that read the print; absent in older results. */
  readonly model_version?: string | undefined;
  /** The end user's `customer_ref`, or null if none was sent. */
  readonly customer_ref: string | null;
  /** The verification of the scan, or null. */
  readonly verification_id: string | null;
  readonly mode: Mode;
  readonly created_at: string;
}

/** One field as it was read. */
export interface DocumentField {
  /** The text. */
  readonly value: string;
  /** How certain the reading is. */
  readonly confidence: number;
  /** `mrz`: the machine-readable zone. */
  readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
  /** Where the printed text is; null if the value comes from the MRZ alone. */
  readonly bbox: readonly [number, number, number, number] | null;
  /** For a name from both: the MRZ's spelling in A to Z (ICAO 9303-3), if it differs by more than case. */
  readonly transliteration?: string | undefined;
  /** For a name: a printed text similar to the MRZ's but not equal. */
  readonly alternative?: string | undefined;
  /** For a date, number or code of the MRZ: the printed value, if it differs. */
  readonly printed?: string | undefined;
}

/** One barcode of a document. */
export interface Barcode {
  /** The kind of symbol. */
  readonly symbology: "pdf417" | "data_matrix" | "qr_code" | "aztec";
  /** `aamva`: the barcode of a North American licence or identification card. */
  readonly kind: "aamva" | "icao_vds" | "icao_idb" | "2d_doc" | "other";
  /** The values that it encodes. */
  readonly fields: Readonly<Partial<Record<FieldName, string>>>;
  /** The issuer's signature; null for a barcode that is not signed. */
  readonly seal: Seal | null;
  /** Where it is. */
  readonly bbox: readonly [number, number, number, number];
}

/** The signature of a signed barcode. */
export interface Seal {
  /** `valid`: the signer is among the operator's trust anchors, and signed these data. */
  readonly status: "valid" | "invalid" | "unknown_signer";
  /** The signer, as the seal names it: country and signer, country and CA, or the country alone. */
  readonly signer: string;
  /** The signer's certificate, as the seal names it. */
  readonly certificate: string;
  /** Issuing state by the seal, ISO 3166 alpha-3, or null. */
  readonly issuing_state: string | null;
  /** The day of the signature, or null if the seal does not say. */
  readonly signed_on: string | null;
  /** SHA-256 of the trust anchor's certificate: the signer's, or its CA's; null for an unknown signer. */
  readonly anchor: string | null;
  /** What a valid seal leaves open: `revocation` of the signer; `signer_chain`: whether a CA issued its certificate; `signing_date`; `carrier` and `portrait`: a copy of the seal has the same signature. */
  readonly not_checked: readonly ("revocation" | "signer_chain" | "signing_date" | "carrier" | "portrait")[];
}

/** The result of checking a document's image for fraud. */
export interface FraudResult extends Pick<OcrResult, "document_type" | "customer_ref" | "mode" | "created_at"> {
  readonly fc_id: string;
  /** `clean`: no sign of fraud. */
  readonly decision: FraudDecision;
  /** True exactly when `decision` is `fraudulent`. */
  readonly is_fraudulent: boolean;
  /** Higher means more likely fraud; null for a legacy result. */
  readonly overall_score: number | null;
  /** The limits that `overall_score` was compared with. */
  readonly thresholds: {
    /** The `overall_score` from which a document is `suspicious`. */
    readonly suspicious: number;
    /** The `overall_score` from which a document is `fraudulent`. */
    readonly fraudulent: number;
  };
  /** Image quality; null for a legacy result. */
  readonly quality_gate: {
    /** Whether the image is good enough to be checked. */
    readonly passed: boolean;
    /** What is wrong with the image. */
    readonly issues: readonly EligibilityReason[];
  } | null;
  /** What the fraud detectors measured in the image. */
  readonly signals: readonly {
    /** The signal's name. */
    readonly name: FraudSignal;
    /** Higher is more suspicious. */
    readonly score: number;
    /** The score from which the signal is triggered. */
    readonly threshold: number;
    /** Whether `score` reaches `threshold`. */
    readonly triggered: boolean;
    /** How much the signal counts. */
    readonly severity: "high" | "medium" | "low";
    /** Where in the image; null if it concerns the whole image. */
    readonly region: readonly [number, number, number, number] | null;
    readonly model_version: string;
    /** What the value means, in a sentence for your staff. */
    readonly explanation: string;
  }[];
  /** Checks of what the document says: check digits, dates, and agreement of MRZ and print. */
  readonly deterministic_checks: readonly {
    /** The check's name. */
    readonly name: DocumentCheck;
    /** `not_applicable`: the document has nothing to check. */
    readonly status: "pass" | "fail" | "not_applicable" | "not_evaluated";
    /** How much a failed check counts. */
    readonly severity: "critical" | "major" | "info";
    /** Whether the decision can be `clean` only if this check was evaluated. */
    readonly required: boolean;
    /** Why the check has this status; never a value from the document. */
    readonly detail: string | null;
    /** What the check compares, in a sentence for your staff. */
    readonly explanation: string;
  }[];
  /** Whether no check of the document's authenticity could be made; null for a legacy result. */
  readonly authenticity_missing: boolean | null;
  /** `legacy` for a result imported from an earlier system. */
  readonly record_kind: "canonical" | "legacy";
  /** Whether signals and checks were stored; false for a legacy result. */
  readonly evidence_available: boolean;
  /** The verification of the check, or null. */
  readonly verification_id: string | null;
}

/** The same, as a session token receives it. */
export interface ExaminedDocumentForToken {
  readonly ocr: OcrResultForToken;
  readonly fraud: FraudResultForToken;
  /** The same for the back; null if none was sent. */
  readonly back: {
    readonly ocr: OcrResultForToken;
    readonly fraud: FraudResultForToken;
  } | null;
  /** Whether the other side is needed. */
  readonly needs_back: boolean;
  readonly verification: VerificationForToken;
}

/** The same, as a session token receives it: no confidences and measured values. */
export interface OcrResultForToken extends Omit<OcrResult, "gate_rejections" | "fields" | "mrz" | "barcodes" | "raw_text" | "quality" | "portrait" | "portrait_expires_at" | "source" | "model_version"> {
  /** All text on the document; null if the image cannot be used. */
  readonly raw_text: string | null;
  /** A signed link to the portrait, valid for 15 minutes. */
  readonly portrait?: string | undefined;
  /** When the link expires. */
  readonly portrait_expires_at?: string | undefined;
  /** Why the document cannot be used. */
  readonly gate_rejections: readonly {
    /** Why the document cannot be used. */
    readonly code: GateCode;
    /** The reason in a sentence. */
    readonly message: string;
    /** Whether another image of the same document can pass. */
    readonly retryable: boolean;
  }[];
  /** The fields that could be read. */
  readonly fields: Readonly<Partial<Record<FieldName, {
    /** The text. */
    readonly value: string;
    /** Where the printed text is; null if the value comes from the MRZ alone. */
    readonly bbox: readonly [number, number, number, number] | null;
  }>>>;
  /** The machine-readable zone, or null. */
  readonly mrz: {
    /** The MRZ's format (ICAO 9303). */
    readonly format: "TD1" | "TD2" | "TD3" | "MRV-A" | "MRV-B" | "FRA_ID";
    /** The lines of the MRZ. */
    readonly lines: readonly string[];
    /** Whether all of `checks` are true. */
    readonly valid: boolean;
  } | null;
}

/** The same, as a session token receives it: the decision, and image problems that the end user can correct. */
export interface FraudResultForToken extends Omit<FraudResult, "overall_score" | "thresholds" | "signals" | "deterministic_checks" | "authenticity_missing" | "record_kind" | "evidence_available"> {
}

/** A challenge for active authentication. */
export interface ChipChallenge {
  readonly chip_challenge_id: string;
  /** Eight random bytes in hexadecimal: the RND.IFD that the chip signs (ICAO Doc 9303-11). */
  readonly challenge: string;
  /** Until when it can be used, once. */
  readonly expires_at: string;
}

/** What a document's chip came to, and the verification. */
export interface ChipAnswer {
  readonly chip: ChipResult;
  readonly verification: Verification;
}

/** What a document's chip came to. */
export interface ChipResult extends Pick<OcrResult, "document_type" | "portrait" | "portrait_expires_at" | "customer_ref" | "mode" | "created_at"> {
  readonly chip_id: string;
  /** `authentic`: the issuing state signed the data, and the chip is no copy. */
  readonly outcome: "authentic" | "data_authentic" | "expired" | "revoked" | "unknown_issuer" | "unsupported_algorithm" | "not_authentic" | "not_readable";
  /** Every check, in a fixed order. */
  readonly deterministic_checks: readonly ChipCheck[];
  /** The trust anchor that issued the signer's certificate, or null. */
  readonly anchor: ChipAnchor | null;
  /** The certificate that the chip names; null if it cannot be read. */
  readonly signer: ChipSigner | null;
  /** Whether the chip is no copy. */
  readonly clone_check: "passed" | "failed" | "not_made" | "not_supported";
  /** Whether the chip says that it supports chip authentication, which files cannot prove; null without a signed DG14. */
  readonly chip_authentication: boolean | null;
  /** Whether the signer's algorithms have less than 112 bits of security. */
  readonly weak_algorithm: boolean;
  /** Bits of security of the signer's weakest algorithm (NIST SP 800-57): 0, 80, 112 or 128. */
  readonly security_bits: number;
  /** What was not checked. */
  readonly not_checked: readonly ("revocation" | "copy")[];
  /** Issuing state, ISO 3166 alpha-3; null if not signed. */
  readonly issuing_country: string | null;
  /** The fields of DG1 and DG11; empty unless their issuer signed them. Absent for a restricted key without `personal:read`. */
  readonly fields: Readonly<Partial<Record<FieldName, DocumentField>>>;
  /** DG1; null unless its issuer signed it. Absent for a restricted key without `personal:read`. */
  readonly mrz: {
    /** The MRZ's format (ICAO 9303). */
    readonly format: "TD1" | "TD2" | "TD3" | "MRV-A" | "MRV-B" | "FRA_ID";
    /** The lines of the MRZ. */
    readonly lines: readonly string[];
    /** Whether all of `checks` are true. */
    readonly valid: boolean;
    /** For each check digit, whether it is right. */
    readonly checks: Readonly<Record<string, boolean>>;
    /** Characters that the check digits corrected; absent if there are none. */
    readonly repairs?: readonly {
      /** From 0. */
      readonly line: number;
      /** From 0. */
      readonly column: number;
      /** The likeliest character by the image. */
      readonly read: string;
      /** The character with which the check digits are right. */
      readonly taken: string;
    }[] | undefined;
  } | null;
  /** The verification of the chip, or null. */
  readonly verification_id: string | null;
}

/** One check of a chip. */
export interface ChipCheck {
  /** The check. */
  readonly name: "chip_dg_hashes" | "chip_sod_signature" | "chip_signer_chain" | "chip_issuer_matches_zone" | "chip_active_authentication" | "chip_signer_dates" | "chip_zone_consistency" | "chip_face_consistency";
  /** `not_evaluated`: something that the check needs is missing. */
  readonly status: "pass" | "fail" | "not_applicable" | "not_evaluated";
  /** A failed `critical` check means `not_authentic`; a failed `major` one needs a review. */
  readonly severity: "critical" | "major" | "info";
  /** Why it has this status, without a value of the document. */
  readonly detail: string | null;
  /** What is checked. */
  readonly explanation: string;
}

/** The trust anchor that issued the signer's certificate. */
export interface ChipAnchor {
  /** ISO 3166 alpha-2 of the certificate, or null. */
  readonly country: string | null;
  /** SHA-256 of the certificate in hexadecimal. */
  readonly sha256: string;
  /** The kind of trust anchor. */
  readonly kind: "csca";
}

/** The document signer whose certificate the chip names. */
export interface ChipSigner extends Pick<ChipAnchor, "country"> {
  /** In hexadecimal. */
  readonly serial_number: string;
  /** When its validity begins. */
  readonly valid_from: string;
  /** When its validity ends. */
  readonly valid_to: string;
}

/** The same, as a session token receives it: `verification` says what to do next. */
export interface ChipAnswerForToken {
  /** The result's id alone. */
  readonly chip: {
    readonly chip_id: string;
  };
  readonly verification: VerificationForToken;
}

/** A hosted link to the verification. */
export interface VerificationLink {
  /** The hosted page for the end user. */
  readonly url: string;
  readonly expires_at: string;
}

/** A signed receipt of what was erased for a verification. */
export interface WithdrawalReceipt {
  readonly receipt_id: string;
  /** SHA-256 of the erased `customer_ref` in UTF-8, in hexadecimal. */
  readonly customer_ref_sha256: string;
  readonly mode: Mode;
  /** Number of erased objects, by kind. */
  readonly erased: Readonly<Record<string, number>>;
  readonly erased_at: string;
  /** Places that were not erased, such as backups. */
  readonly not_reached: readonly {
    /** Name of the place, such as `backups`. */
    readonly place: string;
    /** Why the data may still be there. */
    readonly why: string;
  }[];
  /** A compact JWS (RFC 7515) over the other fields. */
  readonly signature: string;
  readonly verification_id: string;
}

/** A named policy with the rules of its last version. */
export interface NamedPolicy {
  readonly id: string;
  /** Your own name for the policy, 1 to 100 characters. */
  readonly name: string;
  readonly mode: Mode;
  /** The last version. */
  readonly version: number;
  /** When the policy was created. */
  readonly created_at: string;
  /** When its last version was added, or when it was archived. */
  readonly updated_at: string;
  /** When it was archived, or null. */
  readonly archived_at: string | null;
  /** The rules of the last version, with defaults filled in. */
  readonly policy: Policy;
}

/** A named policy without its rules. */
export interface NamedPolicySummary extends Omit<NamedPolicy, "policy"> {
}

/** A named policy with all its versions. */
export interface NamedPolicyVersions extends NamedPolicy {
  /** Every version, oldest first. */
  readonly versions: readonly {
    /** A version's number, from 1. */
    readonly version: number;
    /** The version's rules. */
    readonly policy: Policy;
    /** When the version was added. */
    readonly created_at: string;
  }[];
}

/** What a policy would have changed in past decisions. */
export interface PolicyReplay {
  readonly policy_id: string;
  /** The replayed version; null for a draft. */
  readonly policy_version: number | null;
  /** The replayed rules, with defaults filled in. */
  readonly policy: Policy;
  /** Verifications created at this time or later were looked at. */
  readonly created_after: string;
  /** Only those created before this time. */
  readonly created_before: string;
  /** Decisions that were looked at: `replayed`, and those of `left_out`. */
  readonly examined: number;
  /** Decisions that were replayed. */
  readonly replayed: number;
  /** Replayed decisions that stay as they are. */
  readonly unchanged: number;
  /** The decisions that would have changed, most frequent first. */
  readonly changes: readonly {
    /** The decision that the rules made. */
    readonly from: Decision;
    /** The decision under the replayed rules. */
    readonly to: Decision | "open" | "expired";
    /** Decisions that would have changed so. */
    readonly count: number;
  }[];
  /** The reasons of changed decisions. */
  readonly by_reason: readonly {
    readonly code: DecisionReasonCode;
    /** `added`: only the changed decision has it. */
    readonly effect: "added" | "removed";
    /** The decision that the rules made. */
    readonly from: Decision;
    /** The decision under the replayed rules. */
    readonly to: Decision | "open" | "expired";
    /** Decisions that would have changed so. */
    readonly count: number;
  }[];
  /** The issuing states of the documents of changed decisions. Absent for a restricted key without `personal:read`. */
  readonly by_issuing_state?: readonly {
    /** ISO 3166-1 alpha-3; null if it was not read. */
    readonly issuing_state: string | null;
    /** The decision that the rules made. */
    readonly from: Decision;
    /** The decision under the replayed rules. */
    readonly to: Decision | "open" | "expired";
    /** Decisions that would have changed so. */
    readonly count: number;
  }[] | undefined;
  /** Decisions that were not replayed, by the reason. */
  readonly left_out: readonly {
    /** `not_measured`: the rules ask for something that was not measured then, such as a search of the gallery. */
    readonly why: "not_measured" | "not_recorded" | "rules_changed" | "erased";
    /** Decisions that were left out for it. */
    readonly count: number;
  }[];
  /** Whether older decisions of the period are left. */
  readonly has_more: boolean;
  /** Send this as `cursor` to look at older decisions; null if none are left. */
  readonly next_cursor: string | null;
}

/** A verification that awaits a review. */
export interface Review {
  readonly verification: Verification;
  /** The type of the document, as recognised or else as declared; null without a document. */
  readonly document_type: DocumentType | null;
  /** The language in which the end user consented, or else that of the link; null if unknown. */
  readonly locale: string | null;
  /** The reviewer: `acting_as` in lower case, or a member's id `usr_…`. */
  readonly claimed_by: string | null;
  /** When the claim ends. */
  readonly claimed_until: string | null;
  /** A ruling that a second person has to confirm, or null. */
  readonly proposal: {
    /** The proposed decision. */
    readonly ruling: "approved" | "declined";
    /** Its reason. */
    readonly reason: "identity_confirmed" | "document_genuine" | "not_a_duplicate" | "own_check_cleared" | "document_forged" | "document_mismatch" | "presentation_attack" | "face_mismatch" | "duplicate_person" | "own_check_confirmed" | "insufficient_evidence";
    /** The reviewer: `acting_as` in lower case, or a member's id `usr_…`. */
    readonly by: string;
    /** When it was proposed. */
    readonly at: string;
  } | null;
  /** When images that `store_media` does not keep are erased at the latest. */
  readonly images_until: string | null;
  /** What a declined end user wrote when they contested the decision. Absent for a restricted key without `personal:read`. */
  readonly statement?: string | null | undefined;
}

/** A reviewer's claim of a review. */
export interface ReviewClaim {
  readonly verification_id: string;
  /** The reviewer: `acting_as` in lower case, or a member's id `usr_…`. */
  readonly claimed_by: string;
  /** When the claim ends. */
  readonly claimed_until: string;
}

/** What a ruling has led to: a decision, or a proposal. */
export interface ReviewRuling extends Pick<Review, "proposal"> {
  /** The verification. */
  readonly verification: Verification;
}

/** All that a verification's decision rests on, signed. */
export interface Dossier {
  /** The version of this form. */
  readonly dossier_version: 1;
  /** When the dossier was signed. */
  readonly issued_at: string;
  readonly tenant_id: string;
  readonly mode: Mode;
  readonly verification: Verification;
  /** Whether a challenge was asked for from the start. */
  readonly challenge_first: boolean;
  /** Every change of the verification, oldest first. */
  readonly changes: readonly {
    /** The number of the change. */
    readonly revision: number;
    /** When it was made. */
    readonly at: string;
    /** The kind of change, such as `step_result` or `reviewed`. */
    readonly change: string;
    /** What the rules were given; null for a change that needs nothing. */
    readonly inputs: {
      /** When the call began. */
      readonly called_at?: string | undefined;
      /** Names the call's document images. */
      readonly capture?: string | undefined;
      /** What a call measured: gates, outcomes, sources of fields, the birth date, the comparison score. */
      readonly measured?: Readonly<Record<string, unknown>> | undefined;
      /** The answer to an external check, or `overdue` for a deadline that has passed. */
      readonly check?: {
        /** The check, as the policy names it. */
        readonly name: string;
        /** The answer. */
        readonly outcome: "passed" | "review" | "failed";
      } | "overdue" | undefined;
      /** The search for the selfie's face that kept the answer from an approval. */
      readonly search_again?: Readonly<Record<string, unknown>> | undefined;
      /** A reviewer's ruling. */
      readonly ruling?: "approved" | "declined" | undefined;
      /** The code of its reason. */
      readonly reason?: string | undefined;
      /** The reviewer. */
      readonly by?: string | undefined;
      /** Which rulings a second person had to confirm. */
      readonly second_reviewer?: "off" | "approvals" | "all" | undefined;
    } | null;
  }[];
  /** Every result, with its measurements and model versions, oldest first in each step. */
  readonly results: readonly {
    /** The result's id. */
    readonly id: string;
    readonly created_at: string;
    /** The result as a secret key reads it. */
    readonly body: Readonly<Record<string, unknown>>;
  }[];
  /** The kept images. */
  readonly images?: readonly {
    /** The result that shows it. */
    readonly result_id: string;
    /** `document`, `portrait`, `live_frame`, `challenge_frame` or `original`. */
    readonly kind: string;
    /** The side of a document, or null. */
    readonly side: string | null;
    /** The media type of the image. */
    readonly media_type: string;
    /** SHA-256 of the image, in hexadecimal. */
    readonly sha256: string;
  }[] | undefined;
  /** The images themselves, which the signature covers by their hashes. */
  readonly image_contents?: readonly {
    /** Which image it is. */
    readonly sha256: string;
    /** The image in base64. */
    readonly base64: string;
  }[] | undefined;
  /** A compact JWS (RFC 7515) of `typ` `svc-dossier+jws` whose payload is the dossier without `signature` and `image_contents`. */
  readonly signature: string;
}

/** A session token and its verification. */
export interface Session {
  /** The session token. */
  readonly token: string;
  /** The token's id, with which you revoke it. */
  readonly jti: string;
  readonly verification_id: string;
  readonly customer_ref: string;
  readonly mode: Mode;
  readonly expires_at: string;
  /** Seconds until `expires_at`. */
  readonly expires_in: number;
}

/** A request to the end user's wallets. */
export interface CredentialRequest {
  /** The request's id, `cr_…`. */
  readonly request_id: string;
  /** For `navigator.credentials.get({ digital: { requests } })`, as they are. */
  readonly requests: readonly {
    /** Such as `openid4vp-v1-unsigned` or `org-iso-mdoc`. */
    readonly protocol: string;
    /** The request. */
    readonly data: Readonly<Record<string, unknown>>;
  }[];
  /** Opens a wallet, as a link on the same device or as a QR code on another one; null if the operator has no key for signed requests. */
  readonly wallet_url: string | null;
  /** Until when a wallet may answer: 180 seconds. */
  readonly expires_at: string;
}

/** Whether a wallet that was opened by the link has answered. */
export interface CredentialRequestState {
  /** The request's id, `cr_…`. */
  readonly request_id: string;
  /** `waiting`: no wallet has answered by the link. */
  readonly state: "waiting" | "answered" | "used" | "expired";
  readonly expires_at: string;
}

/** What a wallet's credential came to, and the verification. */
export interface CredentialAnswer {
  readonly credential: CredentialResult;
  readonly verification: Verification;
}

/** What a wallet's credential came to. */
export interface CredentialResult extends Pick<ChipResult, "document_type" | "issuing_country" | "portrait" | "portrait_expires_at" | "mode" | "created_at"> {
  readonly cred_id: string;
  /** `authentic`: a trusted issuer signed the data, and the wallet's own key signed this answer. */
  readonly outcome: "authentic" | "expired" | "revoked" | "unknown_issuer" | "unsupported_algorithm" | "not_authentic" | "not_readable";
  /** The kind of credential; null if it cannot be read. */
  readonly kind: "mdl" | "photo_id" | "pid" | "age" | null;
  /** Its format; null if it cannot be read. */
  readonly format: "mso_mdoc" | "dc+sd-jwt" | null;
  /** Its docType or `vct`; null if it cannot be read. */
  readonly doctype: string | null;
  /** The protocol of the answer. */
  readonly protocol: "openid4vp-v1-signed" | "openid4vp-v1-unsigned" | "org-iso-mdoc" | "direct_post";
  /** Who signed the credential; null if it cannot be read. */
  readonly issuer: {
    /** ISO 3166 alpha-2 of the signer's certificate, or null. */
    readonly country: string | null;
    /** Common name of the signer's certificate, or null. */
    readonly name: string | null;
    /** The trust anchor that vouches for the signer, or null. */
    readonly anchor: {
      /** ISO 3166 alpha-2 of the certificate, or null. */
      readonly country: string | null;
      /** SHA-256 of the certificate in hexadecimal. */
      readonly sha256: string;
    } | null;
  } | null;
  /** Every check, in a fixed order. */
  readonly deterministic_checks: readonly CredentialCheck[];
  /** The curve or algorithm of `outcome: unsupported_algorithm`, such as `brainpoolP256r1`; else null. */
  readonly unsupported_algorithm: string | null;
  /** How many values the wallet disclosed that were not asked for. */
  readonly unrequested_claims: number;
  /** What was not checked. */
  readonly not_checked: readonly ("status" | "holder_presence")[];
  /** With `purpose: age`: whether the holder has reached `min_age`; else null. */
  readonly age_over: boolean | null;
  /** The claims that were asked for; empty unless a trusted issuer signed them. Absent for a restricted key without `personal:read`. */
  readonly fields: Readonly<Partial<Record<FieldName, DocumentField>>>;
  /** The verification's `customer_ref`. */
  readonly customer_ref: string | null;
  /** The verification of the credential. */
  readonly verification_id: string | null;
}

/** One check of a credential. */
export interface CredentialCheck extends Pick<ChipCheck, "status" | "explanation"> {
  /** The check. */
  readonly name: "credential_format" | "credential_issuer_chain" | "credential_issuer_country" | "credential_issuer_signature" | "credential_digests" | "credential_validity" | "credential_status" | "credential_device_signature";
}

/** The same, as a session token receives it: `verification` says what to do next. */
export interface CredentialAnswerForToken {
  /** The credential's id, and no more of it. */
  readonly credential: {
    readonly cred_id: string;
  };
  readonly verification: VerificationForToken;
}

/** Whether a live person was in front of the camera, and why. */
export interface LivenessResult extends Pick<FraudResult, "customer_ref" | "verification_id" | "mode" | "created_at"> {
  readonly lc_id: string;
  /** Whether a live person was detected: `score` reaches `threshold`, and `reason` is `live`. */
  readonly is_live: boolean;
  /** Higher means more likely a live person. */
  readonly score: number;
  /** The score needed to be live. */
  readonly threshold: number;
  /** `live`, or why the check is not live. */
  readonly reason: LivenessReason;
  /** The liveness mode of the check. */
  readonly liveness_mode: LivenessMode;
  /** Whether the same person can succeed in another attempt. */
  readonly retryable: boolean;
  /** What to do next; null if nothing is required. */
  readonly next_action: {
    /** The next check has to be a challenge. */
    readonly type: "liveness_challenge";
  } | null;
  /** The frames, in the order in which they were sent. */
  readonly frames: readonly {
    /** 0 for `image_1`. */
    readonly index: number;
    /** Presentation attack detection (PAD) score: higher means more likely a live person. */
    readonly score: number | null;
    /** Null if no face was found. */
    readonly quality: FaceQuality | null;
    /** Why the frame cannot be used. */
    readonly issues: readonly CaptureIssue[];
    /** Whether the frame was sent in an earlier check; absent in older results. */
    readonly replayed?: boolean | undefined;
  }[];
  /** Whether a frame is the photo registered for the `customer_ref`; null if none is registered. */
  readonly registration_copied?: boolean | null | undefined;
  /** The request that made the result. */
  readonly request_id: string;
  /** Name and version of the PAD model, or of the face model if there is no PAD model. */
  readonly model_version: string;
}

/** The quality of an image of a face. */
export interface FaceQuality {
  /** Higher is better. */
  readonly score: number;
  /** Whether the image can be used: true if `issues` is empty. */
  readonly acceptable: boolean;
  /** Why the image cannot be used, most important first. */
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
  /** How the head is turned. */
  readonly pose: {
    /** Degrees; positive towards the person's own left. */
    readonly yaw: number;
    /** Degrees; positive is up. */
    readonly pitch: number;
    /** Degrees of tilt. */
    readonly roll: number;
  };
  /** The largest face. */
  readonly face: {
    readonly bbox: readonly [number, number, number, number];
    /** How certain the face detector is. */
    readonly confidence: number;
    /** Faces in the image. */
    readonly count: number;
  };
  /** Width of the image in pixels. */
  readonly width: number;
  /** Height of the image in pixels. */
  readonly height: number;
}

/** The same, as a session token receives it: whether it was live, and what the end user can correct. */
export interface LivenessResultForToken extends Omit<LivenessResult, "score" | "threshold" | "reason" | "frames" | "registration_copied" | "model_version"> {
  /** A reason that the end user can correct, or `not_accepted` for every other one. */
  readonly reason: RetryReason;
  /** The frames, in their order. */
  readonly frames: readonly {
    /** 0 for `image_1`. */
    readonly index: number;
    /** Why the frame cannot be used. */
    readonly issues: readonly CaptureIssue[];
  }[];
}

/** A movement that a person has to make in front of the camera. */
export interface Challenge extends Pick<Session, "expires_at" | "expires_in"> {
  /** Single use. */
  readonly challenge_token: string;
  readonly challenge_id: string;
  /** The movement that the person has to make. */
  readonly action: ChallengeAction;
  /** The movement as an instruction for the person, in English. */
  readonly instructions: string;
  /** How many frames to send, and in which order. */
  readonly frames: {
    /** Fewest frames. */
    readonly min: number;
    /** Most frames. */
    readonly max: number;
    /** The first frame shows the face before the movement. */
    readonly order: "neutral first";
  };
}

/** Whether two images show one person. */
export interface FaceVerifyResult {
  readonly id: string;
  readonly kind: "verify";
  /** Whether the faces match: `similarity` is at least `threshold`. */
  readonly match: boolean;
  /** Similarity of the two faces, from 0 to 1: (1 + cosine) / 2 of their templates. */
  readonly similarity: number;
  /** The similarity needed for a match, at the tenant's or policy's `face_match_level`. */
  readonly threshold: number;
  /** The first image. */
  readonly image_a: {
    readonly quality: FaceQuality;
  };
  /** The second image. */
  readonly image_b: {
    readonly quality: FaceQuality;
  };
  readonly model_version: string;
  readonly mode: Mode;
  readonly created_at: string;
}

/** Whether an image shows the registered person. */
export interface RegistrationVerifyResult extends Omit<FaceVerifyResult, "kind" | "image_a" | "image_b"> {
  readonly kind: "registration_verify";
  /** Whether the image is the registered photo itself. */
  readonly copied: boolean | null;
  /** Why it is not a match although `similarity` reaches `threshold`; otherwise null. */
  readonly reason?: "registration_copied" | null | undefined;
  readonly customer_ref: string;
  readonly registration_id: string;
  readonly quality: FaceQuality;
}

/** The best match in the gallery. */
export interface DedupeResult extends Pick<RegistrationVerifyResult, "id" | "quality" | "model_version" | "mode" | "created_at"> {
  readonly kind: "dedupe";
  /** Whether a registered face matches. */
  readonly match: boolean;
  /** The end user whose registration matched, or null. */
  readonly customer_ref: string | null;
  /** The registration that matched, or null. */
  readonly registration_id: string | null;
  /** Similarity of the best candidate; null if the gallery is empty. */
  readonly similarity: number | null;
  /** The similarity needed for a match. */
  readonly threshold: number;
  /** Number of registrations that were searched. */
  readonly gallery_size: number;
  /** The verification whose policy asked for the search; absent for other searches. */
  readonly verification_id?: string | undefined;
}

/** A verification's comparison of the best selfie frame with the document's portrait, or with the registered face. */
export interface FaceStepResult extends Pick<DedupeResult, "id" | "model_version" | "mode" | "created_at"> {
  readonly kind: "verification";
  /** Whether the faces match. */
  readonly match: boolean;
  /** Null if the two could not be compared. */
  readonly similarity: number | null;
  /** The similarity needed for a match; null if they were not compared. */
  readonly threshold: number | null;
  /** Why it is not a match; null for a match. */
  readonly reason: string | null;
  /** Whether a frame is a copy of the document's portrait or of the registered photo. */
  readonly copied: boolean | null;
  readonly verification_id: string;
  /** The OCR result whose portrait was compared. */
  readonly ocr_id?: string | undefined;
  /** The registration that was compared, of an end user who returns. */
  readonly registration_id?: string | null | undefined;
  /** The liveness result whose frame was compared. */
  readonly lc_id?: string | undefined;
}

/** A face in the tenant's gallery. */
export interface Registration extends Omit<RegistrationVerifyResult, "id" | "kind" | "match" | "similarity" | "threshold" | "copied" | "reason"> {
  readonly status: "active";
  /** `upload`: registered with an image. */
  readonly origin: "upload" | "approval";
}

/** A document or a face on a list. */
export interface ListItem {
  readonly id: string;
  /** The list. */
  readonly list: "block" | "allow";
  /** What the item is. */
  readonly kind: "document" | "face";
  /** Of a document: its issuing state. */
  readonly issuing_country: string | null;
  /** Of a face: its registration. */
  readonly registration_id: string | null;
  /** Your reason, or null. */
  readonly reason: string | null;
  /** When it was added. */
  readonly created_at: string;
  /** When it ends; null for never. */
  readonly expires_at: string | null;
}

export interface OcrCompleted {
  /** The same for every delivery attempt. */
  readonly id: string;
  readonly type: "ocr.completed";
  readonly created_at: string;
  readonly mode: Mode;
  readonly tenant_id: string;
  /** The result or verification that the event is about. */
  readonly data: OcrData;
}

export interface OcrData extends Omit<OcrResult, "created_at"> {
}

export interface FaceVerifyCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "face.verify.completed";
  /** The result or verification that the event is about. */
  readonly data: FaceVerifyData;
}

export interface FaceVerifyData extends Omit<FaceVerifyResult, "created_at"> {
}

export interface LivenessCheckCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "liveness.check.completed";
  /** The result or verification that the event is about. */
  readonly data: LivenessData;
}

export interface LivenessData extends Omit<LivenessResult, "created_at"> {
}

export interface FraudSignalDetected extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "fraud.signal_detected";
  /** The result or verification that the event is about. */
  readonly data: FraudData;
}

export interface FraudData extends Omit<FraudResult, "created_at"> {
}

export interface ChipCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "chip.completed";
  /** The result or verification that the event is about. */
  readonly data: ChipData;
}

export interface ChipData extends Omit<ChipResult, "created_at"> {
}

export interface CredentialCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "credential.completed";
  /** The result or verification that the event is about. */
  readonly data: CredentialData;
}

export interface CredentialData extends Omit<CredentialResult, "created_at"> {
}

export interface VerificationCompleted extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.completed";
  /** The result or verification that the event is about. */
  readonly data: VerificationData;
}

export interface VerificationData extends Pick<Verification, "status" | "decision" | "decision_reasons" | "policy_id" | "policy_version" | "steps" | "metadata" | "age"> {
  readonly vf_id: string;
  /** False if a reviewer still has to decide: `verification.reviewed` follows. */
  readonly final: boolean;
  readonly customer_ref: string;
  readonly contest?: Contest | undefined;
  /** The effective policy, if it is a named one. */
  readonly policy?: Policy | undefined;
}

export interface VerificationCheckRequested extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.check_requested";
  /** The result or verification that the event is about. */
  readonly data: CheckRequestedData;
}

export interface CheckRequestedData extends Pick<VerificationData, "vf_id" | "customer_ref" | "metadata"> {
  /** The check, as the policy names it. */
  readonly check: string;
  /** When the policy's `on_deadline` decides instead of an answer. */
  readonly deadline: string;
  /** The fields of the document that the check asks for; no others. Absent for a restricted key without `personal:read`. */
  readonly fields: {
    /** Null if the document does not show it. */
    readonly full_name?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly first_name?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly last_name?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly date_of_birth?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly document_number?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly personal_number?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly nationality?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly issuing_country?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly date_of_expiry?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
    /** Null if the document does not show it. */
    readonly address?: {
      /** Dates are ISO 8601, states ISO 3166-1 alpha-3. */
      readonly value: string;
      /** `mrz`: the machine-readable zone. */
      readonly source: "mrz" | "viz" | "barcode" | "both" | "chip" | "credential";
    } | null | undefined;
  };
}

export interface VerificationReviewRequired extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.review_required";
  /** The result or verification that the event is about. */
  readonly data: ReviewRequiredData;
}

export interface ReviewRequiredData extends Omit<VerificationData, "decision" | "final"> {
  readonly decision: "review";
  readonly final: false;
}

export interface VerificationReviewed extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.reviewed";
  /** The result or verification that the event is about. */
  readonly data: ReviewedData;
}

export interface ReviewedData extends Omit<VerificationData, "decision" | "final"> {
  /** The reviewer's decision. */
  readonly decision: "approved" | "declined";
  readonly final: true;
}

export interface VerificationContested extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.contested";
  /** The result or verification that the event is about. */
  readonly data: ContestedData;
}

export interface ContestedData extends Omit<ReviewRequiredData, "decision" | "contest"> {
  readonly decision: "declined";
  readonly contest: Contest;
}

export interface VerificationRecalled extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "verification.recalled";
  /** The result or verification that the event is about. */
  readonly data: RecalledData;
}

export interface RecalledData extends Omit<VerificationData, "final" | "customer_ref"> {
  /** False while the verification is open, or a reviewer has to decide. */
  readonly final: boolean;
  /** Your own name for the end user; null after they were erased. */
  readonly customer_ref: string | null;
  /** When the operator recalled a trust anchor that a result rests on: its certificate can no longer be trusted. */
  readonly recalled_at: string;
  /** The trust anchor. */
  readonly anchor: {
    /** SHA-256 of the certificate, in hexadecimal. */
    readonly sha256: string;
    /** What the certificate signs. */
    readonly kind: "csca" | "iaca" | "seal" | "2ddoc" | "pid" | "av";
    /** The certificate's country, ISO 3166 alpha-2, or null. */
    readonly country: string | null;
  };
}

export interface WebhookTest extends Omit<OcrCompleted, "type" | "data"> {
  readonly type: "webhook.test";
  /** The result or verification that the event is about. */
  readonly data: {
    readonly endpoint_id: string;
    /** A fixed sentence. */
    readonly message: string;
  };
}

/** An event whose data were erased. */
export interface ErasedEvent extends Omit<WebhookTest, "type" | "data"> {
  readonly type: EventType;
  /** Erased. */
  readonly data: null;
}

/** A new webhook endpoint with its signing secret. */
export interface WebhookEndpointCreated {
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  readonly mode: Mode;
  /** The types of events that are sent to it. */
  readonly events: readonly ("ocr.completed" | "face.verify.completed" | "liveness.check.completed" | "fraud.signal_detected" | "chip.completed" | "credential.completed" | "verification.completed" | "verification.check_requested" | "verification.review_required" | "verification.reviewed" | "verification.contested" | "verification.recalled")[];
  /** Whether events are sent. */
  readonly enabled: boolean;
  /** The same as a word. */
  readonly state: "enabled" | "disabled";
  /** Why it is disabled, or null. */
  readonly disabled_reason: "delivery_failures" | "toggled_off" | null;
  /** When the endpoint was created. */
  readonly created_at: string;
  /** The signing secret, returned only once. */
  readonly secret: string;
}

/** A webhook endpoint, without its secret. */
export interface WebhookEndpoint extends Omit<WebhookEndpointCreated, "secret"> {
}

/** The test event that is sent to the endpoint. */
export interface WebhookTestSent {
  readonly event_id: string;
}

/** A new signing secret. */
export interface WebhookSecret {
  /** The signing secret, returned only once. */
  readonly secret: string;
}

/** A signed receipt of what was erased for an end user. */
export interface ErasureReceipt extends Omit<WithdrawalReceipt, "verification_id"> {
}

/** The public keys that verify receipts (RFC 7517). */
export interface KeySet {
  /** One JWK for each signing key, old ones included. */
  readonly keys: readonly {
    /** Key type. */
    readonly kty: string;
    /** The key's id, as in a receipt's JWS header. */
    readonly kid: string;
    /** Keys are for signatures only. */
    readonly use: "sig";
    /** The signature algorithm. */
    readonly alg: "EdDSA";
    readonly [name: string]: unknown;
  }[];
}

/** What the capture page shows first: your brand and the consent text. */
export interface CapturePage {
  readonly mode: Mode;
  /** When the link or the verification expires. */
  readonly expires_at: string;
  /** The language that you set for this verification, or null. */
  readonly locale: string | null;
  /** Whether the page accepts camera images only, no files. */
  readonly require_live_capture: boolean;
  /** Whether the end user may, must or cannot continue on a phone. */
  readonly handoff: "allow" | "require" | "off";
  /** Your brand. */
  readonly tenant: {
    /** The name that the page shows. */
    readonly name: string;
    /** A PNG image as a `data:` URL. */
    readonly logo: string | null;
    /** Brand colours, adjusted for contrast. */
    readonly theme: {
      /** In the light scheme. */
      readonly light: {
        /** Colour of buttons and links, such as `#1259b5`. */
        readonly accent: string;
        /** Colour of text on `accent`. */
        readonly on_accent: string;
      };
      /** In the dark scheme. */
      readonly dark: {
        /** Colour of buttons and links, such as `#1259b5`. */
        readonly accent: string;
        /** Colour of text on `accent`. */
        readonly on_accent: string;
      };
    };
    /** Where an end user can go who cannot be verified on this page, or null. */
    readonly alternative_url: string | null;
    /** Opens your app, which reads the chip, once `verification_id` is added; or null. */
    readonly app_url: string | null;
  };
  /** The consent text to show. */
  readonly consent_text: {
    /** The text's version. */
    readonly version: string;
    /** The text's language. */
    readonly locale: string;
    /** The text. */
    readonly text: string;
    /** SHA-256 of the text in UTF-8, in hexadecimal. */
    readonly sha256: string;
  };
  /** The text of a second, optional consent: to be recognised by a selfie later. */
  readonly recognition_text?: {
    /** The text's version. */
    readonly version: string;
    /** The text's language. */
    readonly locale: string;
    /** The text. */
    readonly text: string;
    /** SHA-256 of the text in UTF-8, in hexadecimal. */
    readonly sha256: string;
  } | undefined;
  /** True if the end user is compared with a registered face, and needs no document. */
  readonly returning?: true | undefined;
  /** True if the end user has nothing left to do: the verification is in review or decided. */
  readonly finished?: true | undefined;
  /** True if the verification was canceled: the end user can do nothing here. */
  readonly canceled?: true | undefined;
  /** With a link that a device has opened: whether another device may take over with `take_over`, or something was captured already. */
  readonly claimed?: "replaceable" | "final" | undefined;
  /** True if only the end user's age is checked, and nothing else is kept. */
  readonly age_only?: true | undefined;
}

/** A session token for the device that opened the link. */
export interface CaptureSession {
  /** The session token, returned only once. */
  readonly session_token: string;
  readonly expires_at: string;
  readonly verification_id: string;
}

/** The receipt of a withdrawn consent. */
export interface Withdrawn {
  readonly receipt_id: string;
}

/** A handoff, for the computer. */
export interface Handoff {
  readonly id: string;
  /** `waiting` for a phone, `claimed` by a phone, or `moved` to it. */
  readonly state: "waiting" | "claimed" | "moved" | "declined" | "mismatched" | "canceled" | "expired";
  /** The address that the computer shows as a QR code; null once a phone has claimed the handoff. */
  readonly url: string | null;
  /** When the code changes. */
  readonly url_until: string | null;
  /** The two digits that the person types on the phone; null unless a phone waits for them. */
  readonly number: string | null;
  /** Browser and operating system of the phone; null before a phone has claimed the handoff. */
  readonly phone: string | null;
  readonly expires_at: string;
}

/** What the phone shows before the person confirms. */
export interface HandoffContext {
  readonly id: string;
  /** `moved` if this phone already confirmed the number. */
  readonly state: "claimed" | "moved";
  /** Browser and operating system of the computer. */
  readonly computer: string | null;
  /** Country of the computer (ISO 3166-1), or null if unknown. */
  readonly country: string | null;
  /** Whether both devices are in one country; null if unknown. */
  readonly same_country: boolean | null;
  /** Whether both devices have one network address; null if unknown. */
  readonly same_network: boolean | null;
  readonly started_at: string;
  readonly expires_at: string;
}

/** A handoff that was declined on the phone. */
export interface DeclinedHandoff {
  readonly id: string;
  readonly state: "declined";
}

/** Every event that is sent to an endpoint; `type` distinguishes them. */
export type WebhookEvent = OcrCompleted | FaceVerifyCompleted | LivenessCheckCompleted | FraudSignalDetected | ChipCompleted | CredentialCompleted | VerificationCompleted | VerificationCheckRequested | VerificationReviewRequired | VerificationReviewed | VerificationContested | VerificationRecalled | WebhookTest;

export type EventType = WebhookEvent["type"];

export type Mode = "live" | "test";

export type VerificationStatus = "created" | "in_progress" | "completed" | "expired" | "canceled";

export type Decision = "approved" | "declined" | "review";

export type StepName = "document" | "liveness" | "face_match";

export type RetryReason = "not_accepted" | "not_processed" | "live" | "frames_not_distinct" | "challenge_not_performed" | "wrong_action" | "step_up_required" | "portrait_not_found" | "mrz_not_found" | "front_missing" | "back_missing" | "barcode_not_read" | "chip_read_incomplete" | "document_changed" | "fraud_inconclusive" | GateCode | CaptureIssue;

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

export type DocumentCheck = "mrz_document_number_checksum" | "mrz_birth_date_checksum" | "mrz_expiry_date_checksum" | "mrz_composite_checksum" | "mrz_state_rule" | "mrz_viz_consistency" | "barcode_format" | "barcode_viz_consistency" | "barcode_mrz_consistency" | "seal_signature" | "seal_consistency" | "id_number_checksum" | "date_order" | "issuing_country_valid" | "duplicate_of_known_image" | "editing_software_trace" | "single_holder";
