// Written by `npm run sdk:generate` from the OpenAPI document. Do not edit.
import type { Upload } from "../platform/upload.ts";
import type {
  Session,
  CapturePage,
  CaptureSession,
  Handoff,
  HandoffContext,
  DeclinedHandoff,
  VerificationCreated,
  Verification,
  Consent,
  VerificationForToken,
  Next,
  ExaminedDocument,
  OcrResult,
  FraudResult,
  ExaminedDocumentForToken,
  OcrResultForToken,
  FraudResultForToken,
  VerificationLink,
  WithdrawalReceipt,
  LivenessResult,
  LivenessResultForToken,
  Challenge,
  FaceVerifyResult,
  RegistrationVerifyResult,
  DedupeResult,
  FaceStepResult,
  Registration,
  OcrCompleted,
  FaceVerifyCompleted,
  LivenessCheckCompleted,
  FraudSignalDetected,
  VerificationCompleted,
  VerificationReviewed,
  WebhookTest,
  ErasedEvent,
  ErasureReceipt,
  KeySet,
} from "./schemas.ts";

/** What each operation takes and answers. */
export interface Operations {
  /** POST /v1/sessions: mint a session token. */
  readonly createSession: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: CreateSessionBody;
    readonly answer: Session;
    readonly answerToToken: never;
  };
  /** DELETE /v1/sessions/{jti}: revoke a session token. */
  readonly revokeSession: {
    readonly path: { readonly jti: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: undefined;
    readonly answerToToken: never;
  };
  /** GET /v1/capture/page: read what the page shows. */
  readonly readCapturePage: {
    readonly path: undefined;
    readonly query: ReadCapturePageQuery;
    readonly body: undefined;
    readonly answer: CapturePage;
    readonly answerToToken: CapturePage;
  };
  /** POST /v1/capture/sessions: open a link on a device. */
  readonly openLink: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: OpenLinkBody;
    readonly answer: CaptureSession;
    readonly answerToToken: never;
  };
  /** POST /v1/handoffs: begin a handoff. */
  readonly beginHandoff: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Handoff;
    readonly answerToToken: Handoff;
  };
  /** GET /v1/handoffs/{id}: read a handoff. */
  readonly readHandoff: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Handoff;
    readonly answerToToken: Handoff;
  };
  /** DELETE /v1/handoffs/{id}: end a handoff. */
  readonly endHandoff: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: undefined;
    readonly answerToToken: undefined;
  };
  /** POST /v1/handoffs/claim: claim a handoff on a phone. */
  readonly claimHandoff: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: ClaimHandoffBody;
    readonly answer: HandoffContext;
    readonly answerToToken: never;
  };
  /** POST /v1/handoffs/confirm: go on with this phone. */
  readonly confirmHandoff: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: ConfirmHandoffBody;
    readonly answer: CaptureSession;
    readonly answerToToken: never;
  };
  /** POST /v1/handoffs/decline: decline a handoff. */
  readonly declineHandoff: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: DeclineHandoffBody;
    readonly answer: DeclinedHandoff;
    readonly answerToToken: never;
  };
  /** POST /v1/verifications: create a verification. */
  readonly createVerification: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: CreateVerificationBody;
    readonly answer: VerificationCreated;
    readonly answerToToken: never;
  };
  /** GET /v1/verifications: list verifications. */
  readonly listVerifications: {
    readonly path: undefined;
    readonly query: ListVerificationsQuery;
    readonly body: undefined;
    readonly answer: {
      /** Newest first. */
      readonly data: ReadonlyArray<Verification>;
      readonly has_more: boolean;
      /** The `cursor` of the next page. */
      readonly next_cursor: string | null;
    };
    readonly answerToToken: never;
  };
  /** GET /v1/verifications/{id}: read a verification. */
  readonly readVerification: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Verification;
    readonly answerToToken: VerificationForToken;
  };
  /** GET /v1/verifications/{id}/next: read what the person does next. */
  readonly nextOfVerification: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Next;
    readonly answerToToken: Next;
  };
  /** POST /v1/verifications/{id}/document: examine a document. */
  readonly examineDocument: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: ExamineDocumentBody;
    readonly answer: ExaminedDocument;
    readonly answerToToken: ExaminedDocumentForToken;
  };
  /** POST /v1/verifications/{id}/links: make a new link. */
  readonly createLink: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: VerificationLink;
    readonly answerToToken: never;
  };
  /** POST /v1/verifications/{id}/consent: record the person's consent. */
  readonly giveConsent: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: GiveConsentBody;
    readonly answer: Consent;
    readonly answerToToken: Consent;
  };
  /** DELETE /v1/verifications/{id}/consent: withdraw the consent. */
  readonly withdrawConsent: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: WithdrawalReceipt;
    readonly answerToToken: WithdrawalReceipt;
  };
  /** POST /v1/verifications/{id}/cancel: cancel a verification. */
  readonly cancelVerification: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Verification;
    readonly answerToToken: never;
  };
  /** POST /v1/ocr/scan: scan a document. */
  readonly scanDocument: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: ScanDocumentBody;
    readonly answer: OcrResult;
    readonly answerToToken: OcrResultForToken;
  };
  /** GET /v1/ocr/{id}: read an ocr result. */
  readonly readOcrResult: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: OcrResult;
    readonly answerToToken: never;
  };
  /** DELETE /v1/ocr/{id}: delete an ocr result. */
  readonly deleteOcrResult: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: undefined;
    readonly answerToToken: never;
  };
  /** GET /media/{tenant}/{object}: load a picture. */
  readonly readPicture: {
    readonly path: { readonly tenant: string; readonly object: string };
    readonly query: ReadPictureQuery;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly answerToToken: never;
  };
  /** POST /v1/fraud/detect: detect document fraud. */
  readonly detectFraud: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: DetectFraudBody;
    readonly answer: FraudResult;
    readonly answerToToken: FraudResultForToken;
  };
  /** GET /v1/fraud/{id}: read a fraud result. */
  readonly readFraudResult: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: FraudResult;
    readonly answerToToken: never;
  };
  /** DELETE /v1/fraud/{id}: delete a fraud result. */
  readonly deleteFraudResult: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: undefined;
    readonly answerToToken: never;
  };
  /** POST /v1/liveness/check: check liveness. */
  readonly checkLiveness: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: CheckLivenessBody;
    readonly answer: LivenessResult;
    readonly answerToToken: LivenessResultForToken;
  };
  /** POST /v1/liveness/challenges: issue a challenge. */
  readonly issueChallenge: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: IssueChallengeBody;
    readonly answer: Challenge;
    readonly answerToToken: Challenge;
  };
  /** GET /v1/liveness/{id}: read a liveness result. */
  readonly readLivenessResult: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: LivenessResult;
    readonly answerToToken: never;
  };
  /** DELETE /v1/liveness/{id}: delete a liveness result. */
  readonly deleteLivenessResult: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: undefined;
    readonly answerToToken: never;
  };
  /** POST /v1/face/verify: compare two images. */
  readonly verifyFaces: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: VerifyFacesBody;
    readonly answer: FaceVerifyResult;
    readonly answerToToken: never;
  };
  /** GET /v1/face/verify/{id}: read a face match. */
  readonly readFaceMatch: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: FaceVerifyResult | RegistrationVerifyResult | DedupeResult | FaceStepResult;
    readonly answerToToken: never;
  };
  /** DELETE /v1/face/verify/{id}: delete a face match. */
  readonly deleteFaceMatch: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: undefined;
    readonly answerToToken: never;
  };
  /** POST /v1/face/dedupe: search the gallery. */
  readonly searchDuplicates: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: SearchDuplicatesBody;
    readonly answer: DedupeResult;
    readonly answerToToken: never;
  };
  /** POST /v1/face/registrations: register a face. */
  readonly registerFace: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: RegisterFaceBody;
    readonly answer: Registration;
    readonly answerToToken: never;
  };
  /** GET /v1/face/registrations: list registrations. */
  readonly listRegistrations: {
    readonly path: undefined;
    readonly query: ListRegistrationsQuery;
    readonly body: undefined;
    readonly answer: {
      /** Newest first. */
      readonly data: ReadonlyArray<Registration>;
      readonly has_more: boolean;
      /** The `cursor` of the next page. */
      readonly next_cursor: string | null;
    };
    readonly answerToToken: never;
  };
  /** POST /v1/face/registrations/verify: compare with a registration. */
  readonly verifyRegistration: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: VerifyRegistrationBody;
    readonly answer: RegistrationVerifyResult;
    readonly answerToToken: never;
  };
  /** GET /v1/face/registrations/{customer_ref}: read a registration. */
  readonly readRegistration: {
    readonly path: { readonly customer_ref: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Registration;
    readonly answerToToken: never;
  };
  /** DELETE /v1/face/registrations/{customer_ref}: delete a registration. */
  readonly removeRegistration: {
    readonly path: { readonly customer_ref: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: undefined;
    readonly answerToToken: never;
  };
  /** GET /v1/events: list events. */
  readonly listEvents: {
    readonly path: undefined;
    readonly query: ListEventsQuery;
    readonly body: undefined;
    readonly answer: {
      /** Newest first. */
      readonly data: ReadonlyArray<OcrCompleted | FaceVerifyCompleted | LivenessCheckCompleted | FraudSignalDetected | VerificationCompleted | VerificationReviewed | WebhookTest | ErasedEvent>;
      readonly has_more: boolean;
      /** The `cursor` of the next page. */
      readonly next_cursor: string | null;
    };
    readonly answerToToken: never;
  };
  /** GET /v1/events/{id}: read an event. */
  readonly readEvent: {
    readonly path: { readonly id: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: OcrCompleted | FaceVerifyCompleted | LivenessCheckCompleted | FraudSignalDetected | VerificationCompleted | VerificationReviewed | WebhookTest | ErasedEvent;
    readonly answerToToken: never;
  };
  /** DELETE /v1/customers/{customer_ref}: erase a customer. */
  readonly eraseCustomer: {
    readonly path: { readonly customer_ref: string };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: ErasureReceipt;
    readonly answerToToken: never;
  };
  /** GET /.well-known/jwks.json: read the public keys. */
  readonly readPublicKeys: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: KeySet;
    readonly answerToToken: never;
  };
  /** GET /health: ask whether the service is ready. */
  readonly readHealth: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: {
      readonly ready: true;
    };
    readonly answerToToken: never;
  };
  /** GET /openapi.json: the openapi 3.1 document. */
  readonly readOpenApi: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly answerToToken: never;
  };
  /** GET /docs: the reference as a page. */
  readonly readDocs: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly answerToToken: never;
  };
  /** GET /llms.txt: the reference as plain text. */
  readonly readPlainText: {
    readonly path: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Uint8Array;
    readonly answerToToken: never;
  };
}

/** How an operation is asked for, and in which form it is answered. */
export interface OperationRow {
  readonly method: string;
  readonly path: string;
  /** Whether it wants a credential. */
  readonly guarded: boolean;
  readonly body: "none" | "json" | "form";
  readonly answer: "none" | "json" | "bytes";
}

/** How each operation is asked for. */
export const OPERATIONS: Readonly<Record<keyof Operations, OperationRow>> = {
  createSession: {"method":"POST","path":"/v1/sessions","guarded":true,"body":"json","answer":"json"},
  revokeSession: {"method":"DELETE","path":"/v1/sessions/{jti}","guarded":true,"body":"none","answer":"none"},
  readCapturePage: {"method":"GET","path":"/v1/capture/page","guarded":true,"body":"none","answer":"json"},
  openLink: {"method":"POST","path":"/v1/capture/sessions","guarded":true,"body":"json","answer":"json"},
  beginHandoff: {"method":"POST","path":"/v1/handoffs","guarded":true,"body":"none","answer":"json"},
  readHandoff: {"method":"GET","path":"/v1/handoffs/{id}","guarded":true,"body":"none","answer":"json"},
  endHandoff: {"method":"DELETE","path":"/v1/handoffs/{id}","guarded":true,"body":"none","answer":"none"},
  claimHandoff: {"method":"POST","path":"/v1/handoffs/claim","guarded":true,"body":"json","answer":"json"},
  confirmHandoff: {"method":"POST","path":"/v1/handoffs/confirm","guarded":true,"body":"json","answer":"json"},
  declineHandoff: {"method":"POST","path":"/v1/handoffs/decline","guarded":true,"body":"json","answer":"json"},
  createVerification: {"method":"POST","path":"/v1/verifications","guarded":true,"body":"json","answer":"json"},
  listVerifications: {"method":"GET","path":"/v1/verifications","guarded":true,"body":"none","answer":"json"},
  readVerification: {"method":"GET","path":"/v1/verifications/{id}","guarded":true,"body":"none","answer":"json"},
  nextOfVerification: {"method":"GET","path":"/v1/verifications/{id}/next","guarded":true,"body":"none","answer":"json"},
  examineDocument: {"method":"POST","path":"/v1/verifications/{id}/document","guarded":true,"body":"form","answer":"json"},
  createLink: {"method":"POST","path":"/v1/verifications/{id}/links","guarded":true,"body":"none","answer":"json"},
  giveConsent: {"method":"POST","path":"/v1/verifications/{id}/consent","guarded":true,"body":"json","answer":"json"},
  withdrawConsent: {"method":"DELETE","path":"/v1/verifications/{id}/consent","guarded":true,"body":"none","answer":"json"},
  cancelVerification: {"method":"POST","path":"/v1/verifications/{id}/cancel","guarded":true,"body":"none","answer":"json"},
  scanDocument: {"method":"POST","path":"/v1/ocr/scan","guarded":true,"body":"form","answer":"json"},
  readOcrResult: {"method":"GET","path":"/v1/ocr/{id}","guarded":true,"body":"none","answer":"json"},
  deleteOcrResult: {"method":"DELETE","path":"/v1/ocr/{id}","guarded":true,"body":"none","answer":"none"},
  readPicture: {"method":"GET","path":"/media/{tenant}/{object}","guarded":false,"body":"none","answer":"bytes"},
  detectFraud: {"method":"POST","path":"/v1/fraud/detect","guarded":true,"body":"form","answer":"json"},
  readFraudResult: {"method":"GET","path":"/v1/fraud/{id}","guarded":true,"body":"none","answer":"json"},
  deleteFraudResult: {"method":"DELETE","path":"/v1/fraud/{id}","guarded":true,"body":"none","answer":"none"},
  checkLiveness: {"method":"POST","path":"/v1/liveness/check","guarded":true,"body":"form","answer":"json"},
  issueChallenge: {"method":"POST","path":"/v1/liveness/challenges","guarded":true,"body":"json","answer":"json"},
  readLivenessResult: {"method":"GET","path":"/v1/liveness/{id}","guarded":true,"body":"none","answer":"json"},
  deleteLivenessResult: {"method":"DELETE","path":"/v1/liveness/{id}","guarded":true,"body":"none","answer":"none"},
  verifyFaces: {"method":"POST","path":"/v1/face/verify","guarded":true,"body":"form","answer":"json"},
  readFaceMatch: {"method":"GET","path":"/v1/face/verify/{id}","guarded":true,"body":"none","answer":"json"},
  deleteFaceMatch: {"method":"DELETE","path":"/v1/face/verify/{id}","guarded":true,"body":"none","answer":"none"},
  searchDuplicates: {"method":"POST","path":"/v1/face/dedupe","guarded":true,"body":"form","answer":"json"},
  registerFace: {"method":"POST","path":"/v1/face/registrations","guarded":true,"body":"form","answer":"json"},
  listRegistrations: {"method":"GET","path":"/v1/face/registrations","guarded":true,"body":"none","answer":"json"},
  verifyRegistration: {"method":"POST","path":"/v1/face/registrations/verify","guarded":true,"body":"form","answer":"json"},
  readRegistration: {"method":"GET","path":"/v1/face/registrations/{customer_ref}","guarded":true,"body":"none","answer":"json"},
  removeRegistration: {"method":"DELETE","path":"/v1/face/registrations/{customer_ref}","guarded":true,"body":"none","answer":"none"},
  listEvents: {"method":"GET","path":"/v1/events","guarded":true,"body":"none","answer":"json"},
  readEvent: {"method":"GET","path":"/v1/events/{id}","guarded":true,"body":"none","answer":"json"},
  eraseCustomer: {"method":"DELETE","path":"/v1/customers/{customer_ref}","guarded":true,"body":"none","answer":"json"},
  readPublicKeys: {"method":"GET","path":"/.well-known/jwks.json","guarded":false,"body":"none","answer":"json"},
  readHealth: {"method":"GET","path":"/health","guarded":false,"body":"none","answer":"json"},
  readOpenApi: {"method":"GET","path":"/openapi.json","guarded":false,"body":"none","answer":"bytes"},
  readDocs: {"method":"GET","path":"/docs","guarded":false,"body":"none","answer":"bytes"},
  readPlainText: {"method":"GET","path":"/llms.txt","guarded":false,"body":"none","answer":"bytes"},
};

export interface CreateSessionBody {
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref?: string | undefined;
  readonly verification_id?: string | undefined;
  readonly ttl_seconds?: number | undefined;
}

export interface ReadCapturePageQuery {
  /** The reader's language, such as `en` or `pt-BR`; the verification's own goes before it. */
  readonly locale?: string | undefined;
}

export interface OpenLinkBody {
  /** The device's public key (RFC 7517); the private one does not leave the device. */
  readonly public_key: {
    readonly kty: "EC";
    readonly crv: "P-256";
    readonly x: string;
    readonly y: string;
  };
  /** By the device's clock, in milliseconds since the epoch. */
  readonly signed_at: number;
  /** ECDSA with SHA-256, r and s in base64url, over four lines joined by a line feed: `selfsame-capture-v1`, the service's origin, the SHA-256 of the link's secret or of the code in hexadecimal, and `signed_at`. */
  readonly signature: string;
  /** Goes on here although another device opened the link, while nothing was captured. Default: `false`. */
  readonly take_over?: boolean | undefined;
}

export interface ClaimHandoffBody {
  /** The device's public key (RFC 7517); the private one does not leave the device. */
  readonly public_key: {
    readonly kty: "EC";
    readonly crv: "P-256";
    readonly x: string;
    readonly y: string;
  };
  /** By the device's clock, in milliseconds since the epoch. */
  readonly signed_at: number;
  /** ECDSA with SHA-256, r and s in base64url, over four lines joined by a line feed: `selfsame-capture-v1`, the service's origin, the SHA-256 of the link's secret or of the code in hexadecimal, and `signed_at`. */
  readonly signature: string;
}

export interface ConfirmHandoffBody {
  /** The device's public key (RFC 7517); the private one does not leave the device. */
  readonly public_key: {
    readonly kty: "EC";
    readonly crv: "P-256";
    readonly x: string;
    readonly y: string;
  };
  /** By the device's clock, in milliseconds since the epoch. */
  readonly signed_at: number;
  /** ECDSA with SHA-256, r and s in base64url, over four lines joined by a line feed: `selfsame-capture-v1`, the service's origin, the SHA-256 of the link's secret or of the code in hexadecimal, and `signed_at`. */
  readonly signature: string;
  /** The number that the computer shows. */
  readonly number: string;
}

export interface DeclineHandoffBody {
  /** The device's public key (RFC 7517); the private one does not leave the device. */
  readonly public_key: {
    readonly kty: "EC";
    readonly crv: "P-256";
    readonly x: string;
    readonly y: string;
  };
  /** By the device's clock, in milliseconds since the epoch. */
  readonly signed_at: number;
  /** ECDSA with SHA-256, r and s in base64url, over four lines joined by a line feed: `selfsame-capture-v1`, the service's origin, the SHA-256 of the link's secret or of the code in hexadecimal, and `signed_at`. */
  readonly signature: string;
}

export interface CreateVerificationBody {
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref: string;
  /** Default: `{}`. */
  readonly policy?: {
    /** Default: `["document","liveness"]`. */
    readonly steps?: ReadonlyArray<"document" | "liveness"> | undefined;
    /** Default: `"passive"`. */
    readonly liveness_mode?: "passive" | "burst" | "challenge" | undefined;
    /** Default: `["cid","passport","driving_license","residence_permit"]`. */
    readonly document_types?: ReadonlyArray<"cid" | "passport" | "driving_license" | "residence_permit" | "voter_id" | "other"> | undefined;
    readonly require_face_match?: boolean | undefined;
    /** Default: `"standard"`. */
    readonly liveness_level?: "standard" | undefined;
    /** Default: `"fmr_1e-3"`. */
    readonly face_match_level?: "fmr_1e-2" | "fmr_1e-3" | "fmr_1e-4" | undefined;
    /** Default: `3`. */
    readonly max_attempts?: number | undefined;
    /** Default: `"review"`. */
    readonly on_fraud_suspicious?: "review" | "decline" | undefined;
    /** Default: `"off"`. */
    readonly dedupe?: "off" | "review" | "decline" | undefined;
    /** Default: `null`. */
    readonly min_age?: number | null | undefined;
    /** Default: `86400`. */
    readonly expires_in_seconds?: number | undefined;
    readonly store_media?: "none" | "portrait" | "evidence" | boolean | undefined;
  } | undefined;
  /** Where the page sends the person back to; its origin is on the tenant's list. */
  readonly return_url?: string | undefined;
  readonly capture?: {
    /** The page's language, such as `en` or `pt-BR`; else the browser's. */
    readonly locale?: string | undefined;
    /** Whether the page takes pictures and no files; `source: file` is refused then. Default: `false`. */
    readonly require_live_capture?: boolean | undefined;
    /** Whether the person goes on with a phone. Default: `"allow"`. */
    readonly handoff?: "allow" | "require" | "off" | undefined;
  } | undefined;
}

export interface ListVerificationsQuery {
  /** Entries of a page at most. Default: `20`. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Only those that stand so. What is overdue is listed as `expired` once a sweep, each minute, recorded it. */
  readonly status?: "created" | "in_progress" | "completed" | "expired" | "canceled" | undefined;
  /** Only those that were decided so. */
  readonly decision?: "approved" | "declined" | "review" | undefined;
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref?: string | undefined;
  /** Only those created at this time or later: ISO 8601 with an offset, or a day in UTC. */
  readonly created_after?: string | undefined;
  /** Only those created before this time, likewise. */
  readonly created_before?: string | undefined;
}

export interface ExamineDocumentBody {
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly front: Upload;
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly back?: Upload | undefined;
  /** `cid` is a national identity card; `national_id` and `id_card` are other names for it. Default: `"auto"`. */
  readonly document_type?: "cid" | "passport" | "driving_license" | "residence_permit" | "voter_id" | "other" | "national_id" | "id_card" | "driving_licence" | "drivers_license" | "auto" | undefined;
  /** Where the pictures came from. */
  readonly source?: "camera" | "file" | undefined;
}

export interface GiveConsentBody {
  readonly version: string;
  readonly sha256: string;
  readonly locale: string;
}

export interface ScanDocumentBody {
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image: Upload;
  /** `cid` is a national identity card; `national_id` and `id_card` are other names for it. Default: `"auto"`. */
  readonly document_type?: "cid" | "passport" | "driving_license" | "residence_permit" | "voter_id" | "other" | "national_id" | "id_card" | "driving_licence" | "drivers_license" | "auto" | undefined;
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref?: string | undefined;
}

export interface ReadPictureQuery {
  /** As in the link. */
  readonly expires: string;
  /** As in the link. */
  readonly signature: string;
}

export interface DetectFraudBody {
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image: Upload;
  /** `cid` is a national identity card; `national_id` and `id_card` are other names for it. Default: `"auto"`. */
  readonly document_type?: "cid" | "passport" | "driving_license" | "residence_permit" | "voter_id" | "other" | "national_id" | "id_card" | "driving_licence" | "drivers_license" | "auto" | undefined;
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref?: string | undefined;
}

export interface CheckLivenessBody {
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image_1: Upload;
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image_2?: Upload | undefined;
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image_3?: Upload | undefined;
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image_4?: Upload | undefined;
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image_5?: Upload | undefined;
  /** passive: 1 frame; burst: 3 to 5; challenge: 2 to 5 and a `challenge_token`. */
  readonly mode: "passive" | "burst" | "challenge";
  readonly challenge_token?: string | undefined;
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref?: string | undefined;
}

export interface IssueChallengeBody {
  /** Default: `"random"`. */
  readonly action_hint?: "turn_left" | "turn_right" | "look_up" | "look_down" | "blink" | "smile" | "open_mouth" | "random" | undefined;
}

export interface VerifyFacesBody {
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image_a: Upload;
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image_b: Upload;
}

export interface SearchDuplicatesBody {
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image: Upload;
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly exclude_customer_ref?: string | undefined;
}

export interface RegisterFaceBody {
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image: Upload;
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref: string;
  readonly replace?: "true" | "false" | undefined;
}

export interface ListRegistrationsQuery {
  /** Entries of a page at most. Default: `20`. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref?: string | undefined;
}

export interface VerifyRegistrationBody {
  /** JPEG, PNG or WebP, at most 10485760 bytes. */
  readonly image: Upload;
  /** The caller's own name for the person: printable characters, opaque to the service. */
  readonly customer_ref: string;
}

export interface ListEventsQuery {
  /** Entries of a page at most. Default: `20`. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Only events of this type. */
  readonly type?: "ocr.completed" | "face.verify.completed" | "liveness.check.completed" | "fraud.signal_detected" | "verification.completed" | "verification.reviewed" | "webhook.test" | undefined;
}
