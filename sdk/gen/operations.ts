// Written by `npm run generate` from the OpenAPI document. Do not edit.
import type { Upload } from "../platform/upload.ts";
import type {
  Session,
  CapturePage,
  CaptureSession,
  Withdrawn,
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
  ErasedEvent,
  ErasureReceipt,
  KeySet,
  WebhookEvent,
  EventType,
  VerificationStatus,
  Decision,
  DocumentType,
  LivenessMode,
  ChallengeAction,
} from "./schemas.ts";

/** Input and answer of each operation. */
export interface Operations {
  /** POST /v1/sessions: mint a session token. */
  readonly createSession: {
    readonly body: CreateSessionBody;
    readonly answer: Session;
  };
  /** DELETE /v1/sessions/{jti}: revoke a session token. */
  readonly revokeSession: {
    readonly path: { readonly jti: string };
    readonly answer: undefined;
  };
  /** GET /v1/capture/page: read what the page shows. */
  readonly readCapturePage: {
    readonly query: ReadCapturePageQuery;
    readonly answer: CapturePage;
    readonly answerToToken: CapturePage;
  };
  /** POST /v1/capture/sessions: open a link on a device. */
  readonly openLink: {
    readonly body: OpenLinkBody;
    readonly answer: CaptureSession;
  };
  /** POST /v1/capture/withdrawals: read a withdrawal's receipt again. */
  readonly readWithdrawal: {
    readonly body: ReadWithdrawalBody;
    readonly answer: Withdrawn;
  };
  /** POST /v1/handoffs: begin a handoff. */
  readonly beginHandoff: {
    readonly answer: Handoff;
    readonly answerToToken: Handoff;
  };
  /** GET /v1/handoffs/{id}: read a handoff. */
  readonly readHandoff: {
    readonly path: { readonly id: string };
    readonly answer: Handoff;
    readonly answerToToken: Handoff;
  };
  /** DELETE /v1/handoffs/{id}: end a handoff. */
  readonly endHandoff: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
    readonly answerToToken: undefined;
  };
  /** POST /v1/handoffs/claim: claim a handoff on a phone. */
  readonly claimHandoff: {
    readonly body: ClaimHandoffBody;
    readonly answer: HandoffContext;
  };
  /** POST /v1/handoffs/confirm: go on with this phone. */
  readonly confirmHandoff: {
    readonly body: ConfirmHandoffBody;
    readonly answer: CaptureSession;
  };
  /** POST /v1/handoffs/decline: decline a handoff. */
  readonly declineHandoff: {
    readonly body: DeclineHandoffBody;
    readonly answer: DeclinedHandoff;
  };
  /** POST /v1/verifications: create a verification. */
  readonly createVerification: {
    readonly body: CreateVerificationBody;
    readonly answer: VerificationCreated;
  };
  /** GET /v1/verifications: list verifications. */
  readonly listVerifications: {
    readonly query: ListVerificationsQuery;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly Verification[];
      readonly has_more: boolean;
      /** The `cursor` of the next page. */
      readonly next_cursor: string | null;
    };
  };
  /** POST /v1/verifications/search: list a customer's verifications. */
  readonly searchVerifications: {
    readonly body: SearchVerificationsBody;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly Verification[];
      readonly has_more: boolean;
      /** The `cursor` of the next page. */
      readonly next_cursor: string | null;
    };
  };
  /** GET /v1/verifications/{id}: read a verification. */
  readonly readVerification: {
    readonly path: { readonly id: string };
    readonly answer: Verification;
    readonly answerToToken: VerificationForToken;
  };
  /** GET /v1/verifications/{id}/next: read what the person does next. */
  readonly nextOfVerification: {
    readonly path: { readonly id: string };
    readonly answer: Next;
    readonly answerToToken: Next;
  };
  /** POST /v1/verifications/{id}/document: examine a document. */
  readonly examineDocument: {
    readonly path: { readonly id: string };
    readonly body: ExamineDocumentBody;
    readonly answer: ExaminedDocument;
    readonly answerToToken: ExaminedDocumentForToken;
  };
  /** POST /v1/verifications/{id}/links: make a new link. */
  readonly createLink: {
    readonly path: { readonly id: string };
    readonly answer: VerificationLink;
  };
  /** POST /v1/verifications/{id}/consent: record the person's consent. */
  readonly giveConsent: {
    readonly path: { readonly id: string };
    readonly body: GiveConsentBody;
    readonly answer: Consent;
    readonly answerToToken: Consent;
  };
  /** DELETE /v1/verifications/{id}/consent: withdraw the consent. */
  readonly withdrawConsent: {
    readonly path: { readonly id: string };
    readonly answer: WithdrawalReceipt;
    readonly answerToToken: WithdrawalReceipt;
  };
  /** POST /v1/verifications/{id}/cancel: cancel a verification. */
  readonly cancelVerification: {
    readonly path: { readonly id: string };
    readonly answer: Verification;
  };
  /** POST /v1/ocr/scan: scan a document. */
  readonly scanDocument: {
    readonly body: ScanDocumentBody;
    readonly answer: OcrResult;
    readonly answerToToken: OcrResultForToken;
  };
  /** GET /v1/ocr/{id}: read an ocr result. */
  readonly readOcrResult: {
    readonly path: { readonly id: string };
    readonly answer: OcrResult;
  };
  /** DELETE /v1/ocr/{id}: delete an ocr result. */
  readonly deleteOcrResult: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** GET /media/{tenant}/{object}: load an image. */
  readonly readPicture: {
    readonly path: { readonly tenant: string; readonly object: string };
    readonly query: ReadPictureQuery;
    readonly answer: Uint8Array;
  };
  /** POST /v1/fraud/detect: detect document fraud. */
  readonly detectFraud: {
    readonly body: DetectFraudBody;
    readonly answer: FraudResult;
    readonly answerToToken: FraudResultForToken;
  };
  /** GET /v1/fraud/{id}: read a fraud result. */
  readonly readFraudResult: {
    readonly path: { readonly id: string };
    readonly answer: FraudResult;
  };
  /** DELETE /v1/fraud/{id}: delete a fraud result. */
  readonly deleteFraudResult: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** POST /v1/liveness/check: check liveness. */
  readonly checkLiveness: {
    readonly body: CheckLivenessBody;
    readonly answer: LivenessResult;
    readonly answerToToken: LivenessResultForToken;
  };
  /** POST /v1/liveness/challenges: issue a challenge. */
  readonly issueChallenge: {
    readonly body: IssueChallengeBody;
    readonly answer: Challenge;
    readonly answerToToken: Challenge;
  };
  /** GET /v1/liveness/{id}: read a liveness result. */
  readonly readLivenessResult: {
    readonly path: { readonly id: string };
    readonly answer: LivenessResult;
  };
  /** DELETE /v1/liveness/{id}: delete a liveness result. */
  readonly deleteLivenessResult: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** POST /v1/face/verify: compare two images. */
  readonly verifyFaces: {
    readonly body: VerifyFacesBody;
    readonly answer: FaceVerifyResult;
  };
  /** GET /v1/face/verify/{id}: read a face match. */
  readonly readFaceMatch: {
    readonly path: { readonly id: string };
    readonly answer: FaceVerifyResult | RegistrationVerifyResult | DedupeResult | FaceStepResult;
  };
  /** DELETE /v1/face/verify/{id}: delete a face match. */
  readonly deleteFaceMatch: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** POST /v1/face/dedupe: search the gallery. */
  readonly searchDuplicates: {
    readonly body: SearchDuplicatesBody;
    readonly answer: DedupeResult;
  };
  /** POST /v1/face/registrations: register a face. */
  readonly registerFace: {
    readonly body: RegisterFaceBody;
    readonly answer: Registration;
  };
  /** GET /v1/face/registrations: list registrations. */
  readonly listRegistrations: {
    readonly query: ListRegistrationsQuery;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly Registration[];
      readonly has_more: boolean;
      /** The `cursor` of the next page. */
      readonly next_cursor: string | null;
    };
  };
  /** POST /v1/face/registrations/verify: compare with a registration. */
  readonly verifyRegistration: {
    readonly body: VerifyRegistrationBody;
    readonly answer: RegistrationVerifyResult;
  };
  /** POST /v1/face/registrations/read: read a registration, the person named in the body. */
  readonly readRegistrationOf: {
    readonly body: ReadRegistrationOfBody;
    readonly answer: Registration;
  };
  /** POST /v1/face/registrations/delete: delete a registration, the person named in the body. */
  readonly removeRegistrationOf: {
    readonly body: RemoveRegistrationOfBody;
    readonly answer: undefined;
  };
  /** GET /v1/face/registrations/{customer_ref}: read a registration. */
  readonly readRegistration: {
    readonly path: { readonly customer_ref: string };
    readonly answer: Registration;
  };
  /** DELETE /v1/face/registrations/{customer_ref}: delete a registration. */
  readonly removeRegistration: {
    readonly path: { readonly customer_ref: string };
    readonly answer: undefined;
  };
  /** GET /v1/events: list events. */
  readonly listEvents: {
    readonly query: ListEventsQuery;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly (WebhookEvent | ErasedEvent)[];
      readonly has_more: boolean;
      /** The `cursor` of the next page. */
      readonly next_cursor: string | null;
    };
  };
  /** GET /v1/events/{id}: read an event. */
  readonly readEvent: {
    readonly path: { readonly id: string };
    readonly answer: WebhookEvent | ErasedEvent;
  };
  /** POST /v1/customers/erase: erase a customer, named in the body. */
  readonly erasePerson: {
    readonly body: ErasePersonBody;
    readonly answer: ErasureReceipt;
  };
  /** DELETE /v1/customers/{customer_ref}: erase a customer. */
  readonly eraseCustomer: {
    readonly path: { readonly customer_ref: string };
    readonly answer: ErasureReceipt;
  };
  /** GET /.well-known/jwks.json: read the public keys. */
  readonly readPublicKeys: {
    readonly answer: KeySet;
  };
  /** GET /health: ask whether the service is ready. */
  readonly readHealth: {
    readonly answer: {
      readonly ready: true;
    };
  };
}

/** Every operation's name. */
export type OperationName = "createSession" | "revokeSession" | "readCapturePage" | "openLink" | "readWithdrawal" | "beginHandoff" | "readHandoff" | "endHandoff" | "claimHandoff" | "confirmHandoff" | "declineHandoff" | "createVerification" | "listVerifications" | "searchVerifications" | "readVerification" | "nextOfVerification" | "examineDocument" | "createLink" | "giveConsent" | "withdrawConsent" | "cancelVerification" | "scanDocument" | "readOcrResult" | "deleteOcrResult" | "readPicture" | "detectFraud" | "readFraudResult" | "deleteFraudResult" | "checkLiveness" | "issueChallenge" | "readLivenessResult" | "deleteLivenessResult" | "verifyFaces" | "readFaceMatch" | "deleteFaceMatch" | "searchDuplicates" | "registerFace" | "listRegistrations" | "verifyRegistration" | "readRegistrationOf" | "removeRegistrationOf" | "readRegistration" | "removeRegistration" | "listEvents" | "readEvent" | "erasePerson" | "eraseCustomer" | "readPublicKeys" | "readHealth";

/** Method and path of an operation, and the forms of its body and answer. */
export type OperationRow<Name extends OperationName = OperationName> = readonly [
  name: Name,
  method: string,
  path: string,
  /** Default: no body. */
  body?: "json" | "form" | undefined,
  /** Default: JSON. */
  answer?: "none" | "bytes" | undefined,
  /** "open": the operation needs no credential. */
  open?: "open",
];

export const createSession: OperationRow<"createSession"> = ["createSession", "POST", "/v1/sessions", "json"];
export const revokeSession: OperationRow<"revokeSession"> = ["revokeSession", "DELETE", "/v1/sessions/{jti}", undefined, "none"];
export const readCapturePage: OperationRow<"readCapturePage"> = ["readCapturePage", "GET", "/v1/capture/page"];
export const openLink: OperationRow<"openLink"> = ["openLink", "POST", "/v1/capture/sessions", "json"];
export const readWithdrawal: OperationRow<"readWithdrawal"> = ["readWithdrawal", "POST", "/v1/capture/withdrawals", "json"];
export const beginHandoff: OperationRow<"beginHandoff"> = ["beginHandoff", "POST", "/v1/handoffs"];
export const readHandoff: OperationRow<"readHandoff"> = ["readHandoff", "GET", "/v1/handoffs/{id}"];
export const endHandoff: OperationRow<"endHandoff"> = ["endHandoff", "DELETE", "/v1/handoffs/{id}", undefined, "none"];
export const claimHandoff: OperationRow<"claimHandoff"> = ["claimHandoff", "POST", "/v1/handoffs/claim", "json"];
export const confirmHandoff: OperationRow<"confirmHandoff"> = ["confirmHandoff", "POST", "/v1/handoffs/confirm", "json"];
export const declineHandoff: OperationRow<"declineHandoff"> = ["declineHandoff", "POST", "/v1/handoffs/decline", "json"];
export const createVerification: OperationRow<"createVerification"> = ["createVerification", "POST", "/v1/verifications", "json"];
export const listVerifications: OperationRow<"listVerifications"> = ["listVerifications", "GET", "/v1/verifications"];
export const searchVerifications: OperationRow<"searchVerifications"> = ["searchVerifications", "POST", "/v1/verifications/search", "json"];
export const readVerification: OperationRow<"readVerification"> = ["readVerification", "GET", "/v1/verifications/{id}"];
export const nextOfVerification: OperationRow<"nextOfVerification"> = ["nextOfVerification", "GET", "/v1/verifications/{id}/next"];
export const examineDocument: OperationRow<"examineDocument"> = ["examineDocument", "POST", "/v1/verifications/{id}/document", "form"];
export const createLink: OperationRow<"createLink"> = ["createLink", "POST", "/v1/verifications/{id}/links"];
export const giveConsent: OperationRow<"giveConsent"> = ["giveConsent", "POST", "/v1/verifications/{id}/consent", "json"];
export const withdrawConsent: OperationRow<"withdrawConsent"> = ["withdrawConsent", "DELETE", "/v1/verifications/{id}/consent"];
export const cancelVerification: OperationRow<"cancelVerification"> = ["cancelVerification", "POST", "/v1/verifications/{id}/cancel"];
export const scanDocument: OperationRow<"scanDocument"> = ["scanDocument", "POST", "/v1/ocr/scan", "form"];
export const readOcrResult: OperationRow<"readOcrResult"> = ["readOcrResult", "GET", "/v1/ocr/{id}"];
export const deleteOcrResult: OperationRow<"deleteOcrResult"> = ["deleteOcrResult", "DELETE", "/v1/ocr/{id}", undefined, "none"];
export const readPicture: OperationRow<"readPicture"> = ["readPicture", "GET", "/media/{tenant}/{object}", undefined, "bytes", "open"];
export const detectFraud: OperationRow<"detectFraud"> = ["detectFraud", "POST", "/v1/fraud/detect", "form"];
export const readFraudResult: OperationRow<"readFraudResult"> = ["readFraudResult", "GET", "/v1/fraud/{id}"];
export const deleteFraudResult: OperationRow<"deleteFraudResult"> = ["deleteFraudResult", "DELETE", "/v1/fraud/{id}", undefined, "none"];
export const checkLiveness: OperationRow<"checkLiveness"> = ["checkLiveness", "POST", "/v1/liveness/check", "form"];
export const issueChallenge: OperationRow<"issueChallenge"> = ["issueChallenge", "POST", "/v1/liveness/challenges", "json"];
export const readLivenessResult: OperationRow<"readLivenessResult"> = ["readLivenessResult", "GET", "/v1/liveness/{id}"];
export const deleteLivenessResult: OperationRow<"deleteLivenessResult"> = ["deleteLivenessResult", "DELETE", "/v1/liveness/{id}", undefined, "none"];
export const verifyFaces: OperationRow<"verifyFaces"> = ["verifyFaces", "POST", "/v1/face/verify", "form"];
export const readFaceMatch: OperationRow<"readFaceMatch"> = ["readFaceMatch", "GET", "/v1/face/verify/{id}"];
export const deleteFaceMatch: OperationRow<"deleteFaceMatch"> = ["deleteFaceMatch", "DELETE", "/v1/face/verify/{id}", undefined, "none"];
export const searchDuplicates: OperationRow<"searchDuplicates"> = ["searchDuplicates", "POST", "/v1/face/dedupe", "form"];
export const registerFace: OperationRow<"registerFace"> = ["registerFace", "POST", "/v1/face/registrations", "form"];
export const listRegistrations: OperationRow<"listRegistrations"> = ["listRegistrations", "GET", "/v1/face/registrations"];
export const verifyRegistration: OperationRow<"verifyRegistration"> = ["verifyRegistration", "POST", "/v1/face/registrations/verify", "form"];
export const readRegistrationOf: OperationRow<"readRegistrationOf"> = ["readRegistrationOf", "POST", "/v1/face/registrations/read", "json"];
export const removeRegistrationOf: OperationRow<"removeRegistrationOf"> = ["removeRegistrationOf", "POST", "/v1/face/registrations/delete", "json", "none"];
export const readRegistration: OperationRow<"readRegistration"> = ["readRegistration", "GET", "/v1/face/registrations/{customer_ref}"];
export const removeRegistration: OperationRow<"removeRegistration"> = ["removeRegistration", "DELETE", "/v1/face/registrations/{customer_ref}", undefined, "none"];
export const listEvents: OperationRow<"listEvents"> = ["listEvents", "GET", "/v1/events"];
export const readEvent: OperationRow<"readEvent"> = ["readEvent", "GET", "/v1/events/{id}"];
export const erasePerson: OperationRow<"erasePerson"> = ["erasePerson", "POST", "/v1/customers/erase", "json"];
export const eraseCustomer: OperationRow<"eraseCustomer"> = ["eraseCustomer", "DELETE", "/v1/customers/{customer_ref}"];
export const readPublicKeys: OperationRow<"readPublicKeys"> = ["readPublicKeys", "GET", "/.well-known/jwks.json", undefined, undefined, "open"];
export const readHealth: OperationRow<"readHealth"> = ["readHealth", "GET", "/health", undefined, undefined, "open"];

export interface CreateSessionBody {
  /** The caller's own name for the person: printable characters, and neither `.` nor `..`. */
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

export interface ReadWithdrawalBody extends Omit<OpenLinkBody, "take_over"> {
}

export interface ClaimHandoffBody extends ReadWithdrawalBody {
}

export interface ConfirmHandoffBody extends ClaimHandoffBody {
  /** The number that the computer shows. */
  readonly number: string;
}

export interface DeclineHandoffBody extends ClaimHandoffBody {
}

export interface CreateVerificationBody {
  /** The caller's own name for the person: printable characters, and neither `.` nor `..`. */
  readonly customer_ref: string;
  /** Default: `{}`. */
  readonly policy?: {
    /** Default: `["document","liveness"]`. */
    readonly steps?: readonly ("document" | "liveness")[] | undefined;
    /** Default: `"passive"`. */
    readonly liveness_mode?: LivenessMode | undefined;
    /** Default: `["cid","passport","driving_license","residence_permit"]`. */
    readonly document_types?: readonly DocumentType[] | undefined;
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
    /** Whether the page takes images and no files; `source: file` is refused then. Default: `false`. */
    readonly require_live_capture?: boolean | undefined;
    /** Whether the person goes on with a phone. Default: `"allow"`. */
    readonly handoff?: "allow" | "require" | "off" | undefined;
  } | undefined;
}

export interface ListVerificationsQuery extends Pick<CreateSessionBody, "customer_ref"> {
  /** Entries of a page at most. Default: `20`. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Only those that stand so. What is overdue is listed as `expired` once a sweep, each minute, recorded it. */
  readonly status?: VerificationStatus | undefined;
  /** Only those that were decided so. */
  readonly decision?: Decision | undefined;
  /** Only those created at this time or later: ISO 8601 with an offset, or a day in UTC. */
  readonly created_after?: string | undefined;
  /** Only those created before this time, likewise. */
  readonly created_before?: string | undefined;
}

export interface SearchVerificationsBody extends Omit<ListVerificationsQuery, "cursor" | "customer_ref"> {
  /** `next_cursor` of the page before. */
  readonly cursor?: string | null | undefined;
  /** The caller's own name for the person: printable characters, and neither `.` nor `..`. */
  readonly customer_ref: string;
}

export interface ExamineDocumentBody {
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly front: Upload;
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly back?: Upload | undefined;
  /** `cid` is a national identity card; `national_id` and `id_card` are other names for it. Default: `"auto"`. */
  readonly document_type?: DocumentType | "national_id" | "id_card" | "driving_licence" | "drivers_license" | "auto" | undefined;
  /** Where the images came from. */
  readonly source?: "camera" | "file" | undefined;
}

export interface GiveConsentBody {
  readonly version: string;
  readonly sha256: string;
  readonly locale: string;
}

export interface ScanDocumentBody extends Pick<ExamineDocumentBody, "document_type"> {
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image: Upload;
  /** The caller's own name for the person: printable characters, and neither `.` nor `..`. */
  readonly customer_ref?: string | undefined;
}

export interface ReadPictureQuery {
  /** As in the link. */
  readonly expires: string;
  /** As in the link. */
  readonly signature: string;
}

export interface DetectFraudBody extends ScanDocumentBody {
}

export interface CheckLivenessBody extends Pick<DetectFraudBody, "customer_ref"> {
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image_1: Upload;
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image_2?: Upload | undefined;
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image_3?: Upload | undefined;
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image_4?: Upload | undefined;
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image_5?: Upload | undefined;
  /** passive: 1 frame; burst: 3 to 5; challenge: 2 to 5 and a `challenge_token`. */
  readonly mode: LivenessMode;
  readonly challenge_token?: string | undefined;
}

export interface IssueChallengeBody {
  /** Default: `"random"`. */
  readonly action_hint?: ChallengeAction | "random" | undefined;
}

export interface VerifyFacesBody {
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image_a: Upload;
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image_b: Upload;
}

export interface SearchDuplicatesBody extends Pick<DetectFraudBody, "image"> {
  /** The caller's own name for the person: printable characters, and neither `.` nor `..`. */
  readonly exclude_customer_ref?: string | undefined;
}

export interface RegisterFaceBody extends Pick<CreateVerificationBody, "customer_ref"> {
  /** JPEG, PNG or WebP, at most 10 MiB. */
  readonly image: Upload;
  readonly replace?: "true" | "false" | undefined;
}

export interface ListRegistrationsQuery extends Pick<ListVerificationsQuery, "limit" | "cursor" | "customer_ref"> {
}

export interface VerifyRegistrationBody extends Omit<RegisterFaceBody, "replace"> {
}

export interface ReadRegistrationOfBody extends Omit<VerifyRegistrationBody, "image"> {
}

export interface RemoveRegistrationOfBody extends ReadRegistrationOfBody {
}

export interface ListEventsQuery extends Omit<ListRegistrationsQuery, "customer_ref"> {
  /** Only events of this type. */
  readonly type?: EventType | undefined;
}

export interface ErasePersonBody extends ReadRegistrationOfBody {
}
