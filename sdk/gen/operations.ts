// Written by `npm run generate` from the OpenAPI document. Do not edit.
import type { Upload } from "../platform/upload.ts";
import type {
  ExpectedDetails,
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
  ChipChallenge,
  ChipAnswer,
  ChipResult,
  ChipAnswerForToken,
  VerificationLink,
  WithdrawalReceipt,
  NamedPolicy,
  NamedPolicySummary,
  NamedPolicyVersions,
  PolicyReplay,
  Review,
  ReviewClaim,
  ReviewRuling,
  Dossier,
  Session,
  CredentialRequest,
  CredentialRequestState,
  CredentialAnswer,
  CredentialResult,
  CredentialAnswerForToken,
  LivenessResult,
  LivenessResultForToken,
  Challenge,
  FaceVerifyResult,
  RegistrationVerifyResult,
  DedupeResult,
  FaceStepResult,
  Registration,
  ListItem,
  ErasedEvent,
  WebhookEndpointCreated,
  WebhookEndpoint,
  WebhookTestSent,
  WebhookSecret,
  ErasureReceipt,
  KeySet,
  CapturePage,
  CaptureSession,
  Withdrawn,
  Handoff,
  HandoffContext,
  DeclinedHandoff,
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
      /** Whether there is another page. */
      readonly has_more: boolean;
      /** Send this as `cursor` to get the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
  };
  /** POST /v1/verifications/search: search verifications. */
  readonly searchVerifications: {
    readonly body: SearchVerificationsBody;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly Verification[];
      /** Whether there is another page. */
      readonly has_more: boolean;
      /** Send this as `cursor` to get the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
  };
  /** GET /v1/verifications/{id}: retrieve a verification. */
  readonly readVerification: {
    readonly path: { readonly id: string };
    readonly answer: Verification;
    readonly answerToToken: VerificationForToken;
  };
  /** GET /v1/verifications/{id}/next: retrieve the next action. */
  readonly nextOfVerification: {
    readonly path: { readonly id: string };
    readonly answer: Next;
    readonly answerToToken: Next;
  };
  /** POST /v1/verifications/{id}/document: check a document. */
  readonly examineDocument: {
    readonly path: { readonly id: string };
    readonly body: ExamineDocumentBody;
    readonly answer: ExaminedDocument;
    readonly answerToToken: ExaminedDocumentForToken;
  };
  /** POST /v1/verifications/{id}/chip/challenges: create a chip challenge. */
  readonly issueChipChallengeOfVerification: {
    readonly path: { readonly id: string };
    readonly answer: ChipChallenge;
    readonly answerToToken: ChipChallenge;
  };
  /** POST /v1/verifications/{id}/chip: show a document by its chip. */
  readonly presentChip: {
    readonly path: { readonly id: string };
    readonly body: PresentChipBody;
    readonly answer: ChipAnswer;
    readonly answerToToken: ChipAnswerForToken;
  };
  /** POST /v1/verifications/{id}/links: create a new link. */
  readonly createLink: {
    readonly path: { readonly id: string };
    readonly answer: VerificationLink;
  };
  /** POST /v1/verifications/{id}/consent: record consent. */
  readonly giveConsent: {
    readonly path: { readonly id: string };
    readonly body: GiveConsentBody;
    readonly answer: Consent;
    readonly answerToToken: Consent;
  };
  /** DELETE /v1/verifications/{id}/consent: withdraw consent. */
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
  /** POST /v1/verifications/{id}/checks/{name}: answer an external check. */
  readonly answerCheck: {
    readonly path: { readonly id: string; readonly name: string };
    readonly body: AnswerCheckBody;
    readonly answer: Verification;
  };
  /** POST /v1/policies: create a policy. */
  readonly createPolicy: {
    readonly body: CreatePolicyBody;
    readonly answer: NamedPolicy;
  };
  /** GET /v1/policies: list policies. */
  readonly listPolicies: {
    readonly query: ListPoliciesQuery;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly NamedPolicySummary[];
      /** Whether there is another page. */
      readonly has_more: boolean;
      /** Send this as `cursor` to get the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
  };
  /** GET /v1/policies/{id}: retrieve a policy. */
  readonly readPolicy: {
    readonly path: { readonly id: string };
    readonly answer: NamedPolicyVersions;
  };
  /** POST /v1/policies/{id}/versions: add a version to a policy. */
  readonly createPolicyVersion: {
    readonly path: { readonly id: string };
    readonly body: CreatePolicyVersionBody;
    readonly answer: NamedPolicy;
  };
  /** POST /v1/policies/{id}/archive: archive a policy. */
  readonly archivePolicy: {
    readonly path: { readonly id: string };
    readonly answer: NamedPolicy;
  };
  /** POST /v1/policies/{id}/replay: replay past decisions under a policy. */
  readonly replayPolicy: {
    readonly path: { readonly id: string };
    readonly body: ReplayPolicyBody;
    readonly answer: PolicyReplay;
  };
  /** GET /v1/reviews: list reviews. */
  readonly listReviews: {
    readonly query: ListReviewsQuery;
    readonly answer: {
      /** Contested decisions first, then longest waiting first. */
      readonly data: readonly Review[];
      /** Whether there is another page. */
      readonly has_more: boolean;
      /** Send this as `cursor` to get the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
  };
  /** POST /v1/verifications/{id}/claim: claim a review. */
  readonly claimReview: {
    readonly path: { readonly id: string };
    readonly body: ClaimReviewBody;
    readonly answer: ReviewClaim;
  };
  /** POST /v1/verifications/{id}/review: decide a review. */
  readonly reviewVerification: {
    readonly path: { readonly id: string };
    readonly body: ReviewVerificationBody;
    readonly answer: ReviewRuling;
  };
  /** POST /v1/verifications/{id}/contest: contest a decision. */
  readonly contestVerification: {
    readonly path: { readonly id: string };
    readonly body: ContestVerificationBody;
    readonly answer: Next;
    readonly answerToToken: Next;
  };
  /** GET /v1/verifications/{id}/dossier: retrieve a dossier. */
  readonly readDossier: {
    readonly path: { readonly id: string };
    readonly query: ReadDossierQuery;
    readonly answer: Dossier;
  };
  /** POST /v1/sessions: create a session token. */
  readonly createSession: {
    readonly body: CreateSessionBody;
    readonly answer: Session;
  };
  /** DELETE /v1/sessions/{jti}: revoke a session token. */
  readonly revokeSession: {
    readonly path: { readonly jti: string };
    readonly answer: undefined;
  };
  /** POST /v1/ocr/scan: scan a document. */
  readonly scanDocument: {
    readonly body: ScanDocumentBody;
    readonly answer: OcrResult;
    readonly answerToToken: OcrResultForToken;
  };
  /** GET /v1/ocr/{id}: retrieve an ocr result. */
  readonly readOcrResult: {
    readonly path: { readonly id: string };
    readonly answer: OcrResult;
  };
  /** DELETE /v1/ocr/{id}: delete an ocr result. */
  readonly deleteOcrResult: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** GET /media/{tenant}/{object}: download an image. */
  readonly readPicture: {
    readonly path: { readonly tenant: string; readonly object: string };
    readonly query: ReadPictureQuery;
    readonly answer: Uint8Array;
  };
  /** POST /v1/chip/verify: verify a chip. */
  readonly verifyChip: {
    readonly body: VerifyChipBody;
    readonly answer: ChipResult;
  };
  /** POST /v1/chip/challenges: create a chip challenge. */
  readonly issueChipChallenge: {
    readonly answer: ChipChallenge;
  };
  /** GET /v1/signed-evidence/{id}: retrieve signed evidence. */
  readonly readSignedEvidence: {
    readonly path: { readonly id: string };
    readonly answer: ChipResult;
  };
  /** DELETE /v1/signed-evidence/{id}: delete signed evidence. */
  readonly deleteSignedEvidence: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** POST /v1/verifications/{id}/credentials/requests: request a wallet credential. */
  readonly requestCredential: {
    readonly path: { readonly id: string };
    readonly answer: CredentialRequest;
    readonly answerToToken: CredentialRequest;
  };
  /** GET /v1/verifications/{id}/credentials/requests/{request_id}: retrieve a credential request. */
  readonly readCredentialRequest: {
    readonly path: { readonly id: string; readonly request_id: string };
    readonly answer: CredentialRequestState;
    readonly answerToToken: CredentialRequestState;
  };
  /** POST /v1/verifications/{id}/credentials: check a wallet credential. */
  readonly checkCredential: {
    readonly path: { readonly id: string };
    readonly body: CheckCredentialBody;
    readonly answer: CredentialAnswer;
    readonly answerToToken: CredentialAnswerForToken;
  };
  /** GET /v1/wallet/{request_id}: fetch a request, as a wallet. */
  readonly readWalletRequest: {
    readonly path: { readonly request_id: string };
    readonly answer: Uint8Array;
  };
  /** POST /v1/wallet/{request_id}: answer a request, as a wallet. */
  readonly keepWalletAnswer: {
    readonly path: { readonly request_id: string };
    readonly answer: Uint8Array;
  };
  /** GET /v1/credentials/{id}: retrieve a credential. */
  readonly readCredential: {
    readonly path: { readonly id: string };
    readonly answer: CredentialResult;
  };
  /** DELETE /v1/credentials/{id}: delete a credential. */
  readonly deleteCredential: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** POST /v1/fraud/detect: check a document for fraud. */
  readonly detectFraud: {
    readonly body: DetectFraudBody;
    readonly answer: FraudResult;
    readonly answerToToken: FraudResultForToken;
  };
  /** GET /v1/fraud/{id}: retrieve a fraud result. */
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
  /** POST /v1/liveness/challenges: create a challenge. */
  readonly issueChallenge: {
    readonly body: IssueChallengeBody;
    readonly answer: Challenge;
    readonly answerToToken: Challenge;
  };
  /** GET /v1/liveness/{id}: retrieve a liveness result. */
  readonly readLivenessResult: {
    readonly path: { readonly id: string };
    readonly answer: LivenessResult;
  };
  /** DELETE /v1/liveness/{id}: delete a liveness result. */
  readonly deleteLivenessResult: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** POST /v1/face/verify: compare two faces. */
  readonly verifyFaces: {
    readonly body: VerifyFacesBody;
    readonly answer: FaceVerifyResult;
  };
  /** GET /v1/face/verify/{id}: retrieve a face match. */
  readonly readFaceMatch: {
    readonly path: { readonly id: string };
    readonly answer: FaceVerifyResult | RegistrationVerifyResult | DedupeResult | FaceStepResult;
  };
  /** DELETE /v1/face/verify/{id}: delete a face match. */
  readonly deleteFaceMatch: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** POST /v1/face/dedupe: search registered faces. */
  readonly searchDuplicates: {
    readonly body: SearchDuplicatesBody;
    readonly answer: DedupeResult;
  };
  /** POST /v1/face/registrations: register a face. */
  readonly registerFace: {
    readonly body: RegisterFaceBody;
    readonly answer: Registration;
  };
  /** GET /v1/face/registrations: list registered faces. */
  readonly listRegistrations: {
    readonly query: ListRegistrationsQuery;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly Registration[];
      /** Whether there is another page. */
      readonly has_more: boolean;
      /** Send this as `cursor` to get the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
  };
  /** POST /v1/face/registrations/verify: compare with a registered face. */
  readonly verifyRegistration: {
    readonly body: VerifyRegistrationBody;
    readonly answer: RegistrationVerifyResult;
  };
  /** POST /v1/face/registrations/read: retrieve a registered face. */
  readonly readRegistrationOf: {
    readonly body: ReadRegistrationOfBody;
    readonly answer: Registration;
  };
  /** POST /v1/face/registrations/delete: delete a registered face. */
  readonly removeRegistrationOf: {
    readonly body: RemoveRegistrationOfBody;
    readonly answer: undefined;
  };
  /** GET /v1/face/registrations/{customer_ref}: retrieve a registered face, named in the path. */
  readonly readRegistration: {
    readonly path: { readonly customer_ref: string };
    readonly answer: Registration;
  };
  /** DELETE /v1/face/registrations/{customer_ref}: delete a registered face, named in the path. */
  readonly removeRegistration: {
    readonly path: { readonly customer_ref: string };
    readonly answer: undefined;
  };
  /** POST /v1/lists/{list}/items: add to a list. */
  readonly addListItem: {
    readonly path: { readonly list: string };
    readonly body: AddListItemBody;
    readonly answer: ListItem;
  };
  /** GET /v1/lists/{list}/items: list a list's items. */
  readonly listListItems: {
    readonly path: { readonly list: string };
    readonly query: ListListItemsQuery;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly ListItem[];
      /** Whether there is another page. */
      readonly has_more: boolean;
      /** Send this as `cursor` to get the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
  };
  /** DELETE /v1/lists/{list}/items/{id}: delete from a list. */
  readonly removeListItem: {
    readonly path: { readonly list: string; readonly id: string };
    readonly answer: undefined;
  };
  /** GET /v1/events: list events. */
  readonly listEvents: {
    readonly query: ListEventsQuery;
    readonly answer: {
      /** Newest first. */
      readonly data: readonly (WebhookEvent | ErasedEvent)[];
      /** Whether there is another page. */
      readonly has_more: boolean;
      /** Send this as `cursor` to get the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
  };
  /** GET /v1/events/{id}: retrieve an event. */
  readonly readEvent: {
    readonly path: { readonly id: string };
    readonly answer: WebhookEvent | ErasedEvent;
  };
  /** POST /v1/webhook-endpoints: create a webhook endpoint. */
  readonly createWebhookEndpoint: {
    readonly body: CreateWebhookEndpointBody;
    readonly answer: WebhookEndpointCreated;
  };
  /** GET /v1/webhook-endpoints: list webhook endpoints. */
  readonly listWebhookEndpoints: {
    readonly answer: {
      /** Newest first. */
      readonly data: readonly WebhookEndpoint[];
    };
  };
  /** GET /v1/webhook-endpoints/{id}: retrieve a webhook endpoint. */
  readonly readWebhookEndpoint: {
    readonly path: { readonly id: string };
    readonly answer: WebhookEndpoint;
  };
  /** PATCH /v1/webhook-endpoints/{id}: change a webhook endpoint. */
  readonly changeWebhookEndpoint: {
    readonly path: { readonly id: string };
    readonly body: ChangeWebhookEndpointBody;
    readonly answer: WebhookEndpoint;
  };
  /** DELETE /v1/webhook-endpoints/{id}: delete a webhook endpoint. */
  readonly deleteWebhookEndpoint: {
    readonly path: { readonly id: string };
    readonly answer: undefined;
  };
  /** POST /v1/webhook-endpoints/{id}/test: send a test event. */
  readonly testWebhookEndpoint: {
    readonly path: { readonly id: string };
    readonly answer: WebhookTestSent;
  };
  /** POST /v1/webhook-endpoints/{id}/rotate-secret: rotate a signing secret. */
  readonly rotateWebhookSecret: {
    readonly path: { readonly id: string };
    readonly body: RotateWebhookSecretBody;
    readonly answer: WebhookSecret;
  };
  /** POST /v1/customers/erase: erase an end user. */
  readonly erasePerson: {
    readonly body: ErasePersonBody;
    readonly answer: ErasureReceipt;
  };
  /** DELETE /v1/customers/{customer_ref}: erase an end user, named in the path. */
  readonly eraseCustomer: {
    readonly path: { readonly customer_ref: string };
    readonly answer: ErasureReceipt;
  };
  /** GET /.well-known/jwks.json: retrieve the public keys. */
  readonly readPublicKeys: {
    readonly answer: KeySet;
  };
  /** GET /health: check that the service is ready. */
  readonly readHealth: {
    readonly answer: {
      /** Always true. */
      readonly ready: true;
    };
  };
  /** GET /v1/capture/page: retrieve the capture page. */
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
  /** POST /v1/capture/withdrawals: retrieve a withdrawal receipt. */
  readonly readWithdrawal: {
    readonly body: ReadWithdrawalBody;
    readonly answer: Withdrawn;
  };
  /** POST /v1/handoffs: start a handoff. */
  readonly beginHandoff: {
    readonly answer: Handoff;
    readonly answerToToken: Handoff;
  };
  /** GET /v1/handoffs/{id}: retrieve a handoff. */
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
  /** POST /v1/handoffs/confirm: confirm a handoff. */
  readonly confirmHandoff: {
    readonly body: ConfirmHandoffBody;
    readonly answer: CaptureSession;
  };
  /** POST /v1/handoffs/decline: decline a handoff. */
  readonly declineHandoff: {
    readonly body: DeclineHandoffBody;
    readonly answer: DeclinedHandoff;
  };
}

/** Every operation's name. */
export type OperationName = "createVerification" | "listVerifications" | "searchVerifications" | "readVerification" | "nextOfVerification" | "examineDocument" | "issueChipChallengeOfVerification" | "presentChip" | "createLink" | "giveConsent" | "withdrawConsent" | "cancelVerification" | "answerCheck" | "createPolicy" | "listPolicies" | "readPolicy" | "createPolicyVersion" | "archivePolicy" | "replayPolicy" | "listReviews" | "claimReview" | "reviewVerification" | "contestVerification" | "readDossier" | "createSession" | "revokeSession" | "scanDocument" | "readOcrResult" | "deleteOcrResult" | "readPicture" | "verifyChip" | "issueChipChallenge" | "readSignedEvidence" | "deleteSignedEvidence" | "requestCredential" | "readCredentialRequest" | "checkCredential" | "readWalletRequest" | "keepWalletAnswer" | "readCredential" | "deleteCredential" | "detectFraud" | "readFraudResult" | "deleteFraudResult" | "checkLiveness" | "issueChallenge" | "readLivenessResult" | "deleteLivenessResult" | "verifyFaces" | "readFaceMatch" | "deleteFaceMatch" | "searchDuplicates" | "registerFace" | "listRegistrations" | "verifyRegistration" | "readRegistrationOf" | "removeRegistrationOf" | "readRegistration" | "removeRegistration" | "addListItem" | "listListItems" | "removeListItem" | "listEvents" | "readEvent" | "createWebhookEndpoint" | "listWebhookEndpoints" | "readWebhookEndpoint" | "changeWebhookEndpoint" | "deleteWebhookEndpoint" | "testWebhookEndpoint" | "rotateWebhookSecret" | "erasePerson" | "eraseCustomer" | "readPublicKeys" | "readHealth" | "readCapturePage" | "openLink" | "readWithdrawal" | "beginHandoff" | "readHandoff" | "endHandoff" | "claimHandoff" | "confirmHandoff" | "declineHandoff";

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

export const createVerification: OperationRow<"createVerification"> = ["createVerification", "POST", "/v1/verifications", "json"];
export const listVerifications: OperationRow<"listVerifications"> = ["listVerifications", "GET", "/v1/verifications"];
export const searchVerifications: OperationRow<"searchVerifications"> = ["searchVerifications", "POST", "/v1/verifications/search", "json"];
export const readVerification: OperationRow<"readVerification"> = ["readVerification", "GET", "/v1/verifications/{id}"];
export const nextOfVerification: OperationRow<"nextOfVerification"> = ["nextOfVerification", "GET", "/v1/verifications/{id}/next"];
export const examineDocument: OperationRow<"examineDocument"> = ["examineDocument", "POST", "/v1/verifications/{id}/document", "form"];
export const issueChipChallengeOfVerification: OperationRow<"issueChipChallengeOfVerification"> = ["issueChipChallengeOfVerification", "POST", "/v1/verifications/{id}/chip/challenges"];
export const presentChip: OperationRow<"presentChip"> = ["presentChip", "POST", "/v1/verifications/{id}/chip", "form"];
export const createLink: OperationRow<"createLink"> = ["createLink", "POST", "/v1/verifications/{id}/links"];
export const giveConsent: OperationRow<"giveConsent"> = ["giveConsent", "POST", "/v1/verifications/{id}/consent", "json"];
export const withdrawConsent: OperationRow<"withdrawConsent"> = ["withdrawConsent", "DELETE", "/v1/verifications/{id}/consent"];
export const cancelVerification: OperationRow<"cancelVerification"> = ["cancelVerification", "POST", "/v1/verifications/{id}/cancel"];
export const answerCheck: OperationRow<"answerCheck"> = ["answerCheck", "POST", "/v1/verifications/{id}/checks/{name}", "json"];
export const createPolicy: OperationRow<"createPolicy"> = ["createPolicy", "POST", "/v1/policies", "json"];
export const listPolicies: OperationRow<"listPolicies"> = ["listPolicies", "GET", "/v1/policies"];
export const readPolicy: OperationRow<"readPolicy"> = ["readPolicy", "GET", "/v1/policies/{id}"];
export const createPolicyVersion: OperationRow<"createPolicyVersion"> = ["createPolicyVersion", "POST", "/v1/policies/{id}/versions", "json"];
export const archivePolicy: OperationRow<"archivePolicy"> = ["archivePolicy", "POST", "/v1/policies/{id}/archive"];
export const replayPolicy: OperationRow<"replayPolicy"> = ["replayPolicy", "POST", "/v1/policies/{id}/replay", "json"];
export const listReviews: OperationRow<"listReviews"> = ["listReviews", "GET", "/v1/reviews"];
export const claimReview: OperationRow<"claimReview"> = ["claimReview", "POST", "/v1/verifications/{id}/claim", "json"];
export const reviewVerification: OperationRow<"reviewVerification"> = ["reviewVerification", "POST", "/v1/verifications/{id}/review", "json"];
export const contestVerification: OperationRow<"contestVerification"> = ["contestVerification", "POST", "/v1/verifications/{id}/contest", "json"];
export const readDossier: OperationRow<"readDossier"> = ["readDossier", "GET", "/v1/verifications/{id}/dossier"];
export const createSession: OperationRow<"createSession"> = ["createSession", "POST", "/v1/sessions", "json"];
export const revokeSession: OperationRow<"revokeSession"> = ["revokeSession", "DELETE", "/v1/sessions/{jti}", undefined, "none"];
export const scanDocument: OperationRow<"scanDocument"> = ["scanDocument", "POST", "/v1/ocr/scan", "form"];
export const readOcrResult: OperationRow<"readOcrResult"> = ["readOcrResult", "GET", "/v1/ocr/{id}"];
export const deleteOcrResult: OperationRow<"deleteOcrResult"> = ["deleteOcrResult", "DELETE", "/v1/ocr/{id}", undefined, "none"];
export const readPicture: OperationRow<"readPicture"> = ["readPicture", "GET", "/media/{tenant}/{object}", undefined, "bytes", "open"];
export const verifyChip: OperationRow<"verifyChip"> = ["verifyChip", "POST", "/v1/chip/verify", "form"];
export const issueChipChallenge: OperationRow<"issueChipChallenge"> = ["issueChipChallenge", "POST", "/v1/chip/challenges"];
export const readSignedEvidence: OperationRow<"readSignedEvidence"> = ["readSignedEvidence", "GET", "/v1/signed-evidence/{id}"];
export const deleteSignedEvidence: OperationRow<"deleteSignedEvidence"> = ["deleteSignedEvidence", "DELETE", "/v1/signed-evidence/{id}", undefined, "none"];
export const requestCredential: OperationRow<"requestCredential"> = ["requestCredential", "POST", "/v1/verifications/{id}/credentials/requests"];
export const readCredentialRequest: OperationRow<"readCredentialRequest"> = ["readCredentialRequest", "GET", "/v1/verifications/{id}/credentials/requests/{request_id}"];
export const checkCredential: OperationRow<"checkCredential"> = ["checkCredential", "POST", "/v1/verifications/{id}/credentials", "form"];
export const readWalletRequest: OperationRow<"readWalletRequest"> = ["readWalletRequest", "GET", "/v1/wallet/{request_id}", undefined, "bytes", "open"];
export const keepWalletAnswer: OperationRow<"keepWalletAnswer"> = ["keepWalletAnswer", "POST", "/v1/wallet/{request_id}", undefined, "bytes", "open"];
export const readCredential: OperationRow<"readCredential"> = ["readCredential", "GET", "/v1/credentials/{id}"];
export const deleteCredential: OperationRow<"deleteCredential"> = ["deleteCredential", "DELETE", "/v1/credentials/{id}", undefined, "none"];
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
export const addListItem: OperationRow<"addListItem"> = ["addListItem", "POST", "/v1/lists/{list}/items", "json"];
export const listListItems: OperationRow<"listListItems"> = ["listListItems", "GET", "/v1/lists/{list}/items"];
export const removeListItem: OperationRow<"removeListItem"> = ["removeListItem", "DELETE", "/v1/lists/{list}/items/{id}", undefined, "none"];
export const listEvents: OperationRow<"listEvents"> = ["listEvents", "GET", "/v1/events"];
export const readEvent: OperationRow<"readEvent"> = ["readEvent", "GET", "/v1/events/{id}"];
export const createWebhookEndpoint: OperationRow<"createWebhookEndpoint"> = ["createWebhookEndpoint", "POST", "/v1/webhook-endpoints", "json"];
export const listWebhookEndpoints: OperationRow<"listWebhookEndpoints"> = ["listWebhookEndpoints", "GET", "/v1/webhook-endpoints"];
export const readWebhookEndpoint: OperationRow<"readWebhookEndpoint"> = ["readWebhookEndpoint", "GET", "/v1/webhook-endpoints/{id}"];
export const changeWebhookEndpoint: OperationRow<"changeWebhookEndpoint"> = ["changeWebhookEndpoint", "PATCH", "/v1/webhook-endpoints/{id}", "json"];
export const deleteWebhookEndpoint: OperationRow<"deleteWebhookEndpoint"> = ["deleteWebhookEndpoint", "DELETE", "/v1/webhook-endpoints/{id}", undefined, "none"];
export const testWebhookEndpoint: OperationRow<"testWebhookEndpoint"> = ["testWebhookEndpoint", "POST", "/v1/webhook-endpoints/{id}/test"];
export const rotateWebhookSecret: OperationRow<"rotateWebhookSecret"> = ["rotateWebhookSecret", "POST", "/v1/webhook-endpoints/{id}/rotate-secret", "json"];
export const erasePerson: OperationRow<"erasePerson"> = ["erasePerson", "POST", "/v1/customers/erase", "json"];
export const eraseCustomer: OperationRow<"eraseCustomer"> = ["eraseCustomer", "DELETE", "/v1/customers/{customer_ref}"];
export const readPublicKeys: OperationRow<"readPublicKeys"> = ["readPublicKeys", "GET", "/.well-known/jwks.json", undefined, undefined, "open"];
export const readHealth: OperationRow<"readHealth"> = ["readHealth", "GET", "/health", undefined, undefined, "open"];
export const readCapturePage: OperationRow<"readCapturePage"> = ["readCapturePage", "GET", "/v1/capture/page"];
export const openLink: OperationRow<"openLink"> = ["openLink", "POST", "/v1/capture/sessions", "json"];
export const readWithdrawal: OperationRow<"readWithdrawal"> = ["readWithdrawal", "POST", "/v1/capture/withdrawals", "json"];
export const beginHandoff: OperationRow<"beginHandoff"> = ["beginHandoff", "POST", "/v1/handoffs"];
export const readHandoff: OperationRow<"readHandoff"> = ["readHandoff", "GET", "/v1/handoffs/{id}"];
export const endHandoff: OperationRow<"endHandoff"> = ["endHandoff", "DELETE", "/v1/handoffs/{id}", undefined, "none"];
export const claimHandoff: OperationRow<"claimHandoff"> = ["claimHandoff", "POST", "/v1/handoffs/claim", "json"];
export const confirmHandoff: OperationRow<"confirmHandoff"> = ["confirmHandoff", "POST", "/v1/handoffs/confirm", "json"];
export const declineHandoff: OperationRow<"declineHandoff"> = ["declineHandoff", "POST", "/v1/handoffs/decline", "json"];

export interface CreateVerificationBody {
  /** Your own name for the end user: 1 to 255 printable characters, without a space at either end, and not `.` or `..`. */
  readonly customer_ref: string;
  /** What the end user has to pass. Every field has a default. */
  readonly policy?: {
    /** The steps to run. `document`: read a document and check it for fraud. `liveness`: check a selfie. Default: `["document","liveness"]`. */
    readonly steps?: readonly ("document" | "liveness")[] | undefined;
    /** The weakest liveness check that counts. `passive`: one selfie. `burst`: 3 to 5 selfies of a moving head. `challenge`: 2 to 5 selfies with a requested movement. An inconclusive check always requires a challenge. Default: `"passive"`. */
    readonly liveness_mode?: LivenessMode | undefined;
    /** The accepted document types. `cid`: a national identity card. `voter_id`: a voter card. `other`: any other document. The other names of an upload are accepted, too: `id_card` is stored as `cid`. */
    readonly document_types?: readonly (DocumentType | "national_id" | "id_card" | "driving_licence" | "drivers_license")[] | undefined;
    /** Whether the selfie is compared with the portrait on the document. It needs both steps. By default it is true if both steps run, except with `match_registered`. */
    readonly require_face_match?: boolean | undefined;
    /** The strictness of the liveness check. `standard` is the only level. Default: `"standard"`. */
    readonly liveness_level?: "standard" | undefined;
    /** The false match rate (FMR) of the face comparison. `fmr_1e-2`: 1 in 100. `fmr_1e-3`: 1 in 1,000. `fmr_1e-4`: 1 in 10,000. A stricter level rejects more genuine people. Default: `"fmr_1e-3"`. */
    readonly face_match_level?: "fmr_1e-2" | "fmr_1e-3" | "fmr_1e-4" | undefined;
    /** The attempts for each step. The step fails after the last one. Default: `3`. */
    readonly max_attempts?: number | undefined;
    /** What follows from a suspicious document. `review`: the verification goes to review. `decline`: it is declined. Default: `"review"`. */
    readonly on_fraud_suspicious?: "review" | "decline" | undefined;
    /** Whether the selfie is searched among the tenant's registered faces, and again before an approval by a later call. It needs the liveness step. `off`: no search. `review`: a match goes to review. `decline`: a match is declined if the gallery is small enough for the search's error rate, otherwise it goes to review. Default: `"off"`. */
    readonly dedupe?: "off" | "review" | "decline" | undefined;
    /** The minimum age in years, or null for none. A younger end user is declined. If the birth date could not be read, the verification goes to review. It needs the document step. Default: `null`. */
    readonly min_age?: number | null | undefined;
    /** The seconds after which an open verification expires. Default: `86400`. */
    readonly expires_in_seconds?: number | undefined;
    /** What follows if the document shows other details than `expected`. `review`, the default: the verification goes to review. `decline`: a certain mismatch is declined, and the rest goes to review. `report`: nothing. Without `expected`, nothing is compared. */
    readonly on_expected_mismatch?: "review" | "decline" | "report" | undefined;
    /** How an expected name is compared. `tolerant`, the default: another spelling of the MRZ, another order and a missing middle name match. `exact`: they need a review. */
    readonly expected_name_match?: "tolerant" | "exact" | undefined;
    /** Whether the selfie is compared with the registered face of the `customer_ref`, in place of a document's portrait. `off`, the default: no. `require`: with any registration. `approval_only`: only with a face that was registered by an approval. It needs the liveness step, cannot be combined with `require_face_match: true`, and makes `liveness_mode` a challenge. */
    readonly match_registered?: "off" | "require" | "approval_only" | undefined;
    /** Whether an approval registers the selfie, if the person agreed to it. `off`, the default: no. `create`: unless a face is registered. `replace`: in place of the registered face. It needs `require_face_match`, or `match_registered: approval_only`, and makes `liveness_mode` a challenge. */
    readonly register_on_approval?: "off" | "create" | "replace" | undefined;
    /** Checks of your own before the decision, at most 3. Selfsame requests them with the event `verification.check_requested`, when no step has failed and none is open. Default: none. */
    readonly external_checks?: readonly {
      /** Your name for the check, such as `watchlist`. It is part of the path of the answer. */
      readonly name: string;
      /** The seconds within which your server answers. Default: `3600`. */
      readonly deadline_seconds?: number | undefined;
      /** What follows without an answer. `review`: the verification goes to review. `decline`: it is declined. Default: `"review"`. */
      readonly on_deadline?: "review" | "decline" | undefined;
      /** The fields of the document that `verification.check_requested` has for this check. Default: `[]`. */
      readonly fields?: readonly ("full_name" | "first_name" | "last_name" | "date_of_birth" | "document_number" | "personal_number" | "nationality" | "issuing_country" | "date_of_expiry" | "address")[] | undefined;
    }[] | undefined;
    /** What follows if the document was shown under another `customer_ref`. `off`, the default: nothing. `review`: the verification goes to review. `decline`: it is declined. It needs the document step. */
    readonly repeat?: "off" | "review" | "decline" | undefined;
    /** What follows if the document is on your block list, or the face that `dedupe` found. `off`, the default: nothing. `review`: the verification goes to review. `decline`: it is declined. */
    readonly block_list?: "off" | "review" | "decline" | undefined;
    /** How the document may be shown. `picture`, the default: photos of it. `chip`: the files of its chip (ICAO Doc 9303), which an app has read. `chip` needs `require_face_match` and `liveness_mode: challenge`: signed files can be copied, so that who presents them is proven by the live face. `credential`: a wallet credential of a kind that `credential.accept` lists. */
    readonly document_evidence?: readonly ("picture" | "chip" | "credential")[] | undefined;
    /** The credentials of wallets that count. It needs `credential` in `document_evidence`. Default: `mdl`, `photo_id` and `pid`. */
    readonly credential?: {
      /** The kinds of credentials. `mdl`: a mobile driving licence (ISO/IEC 18013-5). `photo_id`: ISO/IEC 23220. `pid`: EU person identification data. `age`: an EU age attestation, which needs `purpose: age`. */
      readonly accept: readonly ("mdl" | "photo_id" | "pid" | "age")[];
    } | undefined;
    /** The weakest algorithms of a chip's signer that count, in bits of security (NIST SP 800-57). `80`, the default: all, such as RSA with 1,024 bits and SHA-1. `112`: RSA from 2,048 bits, curves from 224 bits and SHA-224. `128`: RSA from 3,072 bits, curves and SHA from 256 bits. A weaker chip does not count. It needs `chip` in `document_evidence`. */
    readonly chip_min_strength?: 80 | 112 | 128 | undefined;
    /** Whether a person whom the service has declined may ask for a decision by a human. `off`, the default. `on`: for 14 days, once, on the hosted page or with a session token. The images that a review needs are kept for that time. */
    readonly contest?: "off" | "on" | undefined;
    /** What the verification is for. `identity`, the default. `age`: only whether the person has reached `min_age`. Nothing that was read from the document or the face is kept, so that no person can review it: it is approved or declined. `on_fraud_suspicious` is then `decline`, and `expires_in_seconds` at most 900, which are its defaults. */
    readonly purpose?: "identity" | "age" | undefined;
    /** The images that are stored, encrypted, after the decision. Until then reviewers see every image that they need. `none`: no image. `portrait`: the portrait of the document. `evidence`: also the document images and the best selfie frame. `true` means `portrait`, and `false` means `none`. */
    readonly store_media?: "none" | "portrait" | "evidence" | boolean | undefined;
  } | undefined;
  /** A named policy, in place of `policy`: send one of them. */
  readonly policy_id?: string | undefined;
  /** The version of the named policy. Default: the last one at the time of the call. */
  readonly policy_version?: number | undefined;
  /** What you know of the person. [Compare with a name or birth date](/docs#about-compare-with-a-name-or-birth-date-that-you-know) has an example. `on_expected_mismatch` of the policy says what follows. */
  readonly expected?: ExpectedDetails | undefined;
  /** Your own labels: up to 20 keys of 40 characters, values of up to 500. Returned as sent, here and in the events `verification.*`. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Where the hosted page sends the end user afterwards. Its origin must be on your list of return URLs. */
  readonly return_url?: string | undefined;
  /** Settings of the hosted page. */
  readonly capture?: {
    /** Language of the hosted page: `en`, `de`, `fr`, `es`, `pt` or `ar`, with an optional region such as `pt-BR`. The page is in English for another language, with your own consent text in that language if you have one. Default: the browser's. */
    readonly locale?: string | undefined;
    /** Whether the page accepts camera images only, no files. Default: `false`. */
    readonly require_live_capture?: boolean | undefined;
    /** Whether the end user may (`allow`), must (`require`) or cannot (`off`) continue on a phone. Default: `"allow"`. */
    readonly handoff?: "allow" | "require" | "off" | undefined;
  } | undefined;
}

export interface ListVerificationsQuery {
  /** Entries of a page at most. Default: `20`. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | undefined;
  /** Only verifications with this status. An overdue one becomes `expired` within a minute. */
  readonly status?: VerificationStatus | undefined;
  /** Only those that were decided so. */
  readonly decision?: Decision | undefined;
  /** Your own name for the end user: 1 to 255 printable characters, without a space at either end, and not `.` or `..`. */
  readonly customer_ref?: string | undefined;
  /** Only those created at this time or later: ISO 8601 with an offset, or a day in UTC. */
  readonly created_after?: string | undefined;
  /** Only those created before this time, likewise. */
  readonly created_before?: string | undefined;
}

export interface SearchVerificationsBody extends Omit<ListVerificationsQuery, "cursor"> {
  /** `next_cursor` of the page before. */
  readonly cursor?: string | null | undefined;
  /** Whole words of the name on the document, in any order, with or without accents. The key needs `personal:read`. */
  readonly name?: string | undefined;
  /** The number of the document, or the personal number on it. The key needs `personal:read`. */
  readonly document_number?: string | undefined;
}

export interface ExamineDocumentBody {
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly front: Upload;
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly back?: Upload | undefined;
  /** The expected type, or `auto`. `cid` is a national identity card; `national_id` and `id_card` are other names for it. Default: `"auto"`. */
  readonly document_type?: DocumentType | "national_id" | "id_card" | "driving_licence" | "drivers_license" | "auto" | undefined;
  /** Where the images came from: the camera, or a file. */
  readonly source?: "camera" | "file" | undefined;
}

export interface PresentChipBody {
  /** A file of the chip, or its answer, as the chip has it. All together at most 512 KiB. */
  readonly sod: Upload;
  /** A file of the chip, or its answer, as the chip has it. All together at most 512 KiB. */
  readonly dg1: Upload;
  /** A file of the chip, or its answer, as the chip has it. All together at most 512 KiB. */
  readonly dg2: Upload;
  /** A file of the chip, or its answer, as the chip has it. All together at most 512 KiB. */
  readonly dg11?: Upload | undefined;
  /** A file of the chip, or its answer, as the chip has it. All together at most 512 KiB. */
  readonly dg14?: Upload | undefined;
  /** A file of the chip, or its answer, as the chip has it. All together at most 512 KiB. */
  readonly dg15?: Upload | undefined;
  /** A file of the chip, or its answer, as the chip has it. All together at most 512 KiB. */
  readonly aa_signature?: Upload | undefined;
  /** The `chip_challenge_id` of the challenge that the chip signed. Only with `aa_signature`. */
  readonly chip_challenge_id?: string | undefined;
}

export interface GiveConsentBody {
  /** Version of the text that the page showed. */
  readonly version: string;
  /** SHA-256 of the text that the page showed. */
  readonly sha256: string;
  /** Language of the text that the page showed. */
  readonly locale: string;
  /** What the end user agreed to: `verify`, and `return` if they also want to be recognised later. `return` needs `recognition_sha256`, and a policy with `register_on_approval`. */
  readonly purposes?: readonly ("verify" | "return")[] | undefined;
  /** SHA-256 of the `recognition_text` that the page showed. Only with `return`. */
  readonly recognition_sha256?: string | undefined;
}

export interface AnswerCheckBody {
  /** `passed`: nothing was found. `review`: a reviewer has to decide. `failed`: the verification is declined. */
  readonly outcome: "passed" | "review" | "failed";
  /** Your own name for the case. */
  readonly reference?: string | undefined;
  /** Why, for your staff. */
  readonly reason?: string | undefined;
}

export interface CreatePolicyBody extends Pick<CreateVerificationBody, "policy"> {
  /** Your own name for the policy, 1 to 100 characters. */
  readonly name: string;
}

export interface ListPoliciesQuery extends Pick<ListVerificationsQuery, "limit" | "cursor"> {
}

export interface CreatePolicyVersionBody {
  /** What the end user has to pass. Every field has a default. */
  readonly policy: {
    /** The steps to run. `document`: read a document and check it for fraud. `liveness`: check a selfie. Default: `["document","liveness"]`. */
    readonly steps?: readonly ("document" | "liveness")[] | undefined;
    /** The weakest liveness check that counts. `passive`: one selfie. `burst`: 3 to 5 selfies of a moving head. `challenge`: 2 to 5 selfies with a requested movement. An inconclusive check always requires a challenge. Default: `"passive"`. */
    readonly liveness_mode?: LivenessMode | undefined;
    /** The accepted document types. `cid`: a national identity card. `voter_id`: a voter card. `other`: any other document. The other names of an upload are accepted, too: `id_card` is stored as `cid`. */
    readonly document_types?: readonly (DocumentType | "national_id" | "id_card" | "driving_licence" | "drivers_license")[] | undefined;
    /** Whether the selfie is compared with the portrait on the document. It needs both steps. By default it is true if both steps run, except with `match_registered`. */
    readonly require_face_match?: boolean | undefined;
    /** The strictness of the liveness check. `standard` is the only level. Default: `"standard"`. */
    readonly liveness_level?: "standard" | undefined;
    /** The false match rate (FMR) of the face comparison. `fmr_1e-2`: 1 in 100. `fmr_1e-3`: 1 in 1,000. `fmr_1e-4`: 1 in 10,000. A stricter level rejects more genuine people. Default: `"fmr_1e-3"`. */
    readonly face_match_level?: "fmr_1e-2" | "fmr_1e-3" | "fmr_1e-4" | undefined;
    /** The attempts for each step. The step fails after the last one. Default: `3`. */
    readonly max_attempts?: number | undefined;
    /** What follows from a suspicious document. `review`: the verification goes to review. `decline`: it is declined. Default: `"review"`. */
    readonly on_fraud_suspicious?: "review" | "decline" | undefined;
    /** Whether the selfie is searched among the tenant's registered faces, and again before an approval by a later call. It needs the liveness step. `off`: no search. `review`: a match goes to review. `decline`: a match is declined if the gallery is small enough for the search's error rate, otherwise it goes to review. Default: `"off"`. */
    readonly dedupe?: "off" | "review" | "decline" | undefined;
    /** The minimum age in years, or null for none. A younger end user is declined. If the birth date could not be read, the verification goes to review. It needs the document step. Default: `null`. */
    readonly min_age?: number | null | undefined;
    /** The seconds after which an open verification expires. Default: `86400`. */
    readonly expires_in_seconds?: number | undefined;
    /** What follows if the document shows other details than `expected`. `review`, the default: the verification goes to review. `decline`: a certain mismatch is declined, and the rest goes to review. `report`: nothing. Without `expected`, nothing is compared. */
    readonly on_expected_mismatch?: "review" | "decline" | "report" | undefined;
    /** How an expected name is compared. `tolerant`, the default: another spelling of the MRZ, another order and a missing middle name match. `exact`: they need a review. */
    readonly expected_name_match?: "tolerant" | "exact" | undefined;
    /** Whether the selfie is compared with the registered face of the `customer_ref`, in place of a document's portrait. `off`, the default: no. `require`: with any registration. `approval_only`: only with a face that was registered by an approval. It needs the liveness step, cannot be combined with `require_face_match: true`, and makes `liveness_mode` a challenge. */
    readonly match_registered?: "off" | "require" | "approval_only" | undefined;
    /** Whether an approval registers the selfie, if the person agreed to it. `off`, the default: no. `create`: unless a face is registered. `replace`: in place of the registered face. It needs `require_face_match`, or `match_registered: approval_only`, and makes `liveness_mode` a challenge. */
    readonly register_on_approval?: "off" | "create" | "replace" | undefined;
    /** Checks of your own before the decision, at most 3. Selfsame requests them with the event `verification.check_requested`, when no step has failed and none is open. Default: none. */
    readonly external_checks?: readonly {
      /** Your name for the check, such as `watchlist`. It is part of the path of the answer. */
      readonly name: string;
      /** The seconds within which your server answers. Default: `3600`. */
      readonly deadline_seconds?: number | undefined;
      /** What follows without an answer. `review`: the verification goes to review. `decline`: it is declined. Default: `"review"`. */
      readonly on_deadline?: "review" | "decline" | undefined;
      /** The fields of the document that `verification.check_requested` has for this check. Default: `[]`. */
      readonly fields?: readonly ("full_name" | "first_name" | "last_name" | "date_of_birth" | "document_number" | "personal_number" | "nationality" | "issuing_country" | "date_of_expiry" | "address")[] | undefined;
    }[] | undefined;
    /** What follows if the document was shown under another `customer_ref`. `off`, the default: nothing. `review`: the verification goes to review. `decline`: it is declined. It needs the document step. */
    readonly repeat?: "off" | "review" | "decline" | undefined;
    /** What follows if the document is on your block list, or the face that `dedupe` found. `off`, the default: nothing. `review`: the verification goes to review. `decline`: it is declined. */
    readonly block_list?: "off" | "review" | "decline" | undefined;
    /** How the document may be shown. `picture`, the default: photos of it. `chip`: the files of its chip (ICAO Doc 9303), which an app has read. `chip` needs `require_face_match` and `liveness_mode: challenge`: signed files can be copied, so that who presents them is proven by the live face. `credential`: a wallet credential of a kind that `credential.accept` lists. */
    readonly document_evidence?: readonly ("picture" | "chip" | "credential")[] | undefined;
    /** The credentials of wallets that count. It needs `credential` in `document_evidence`. Default: `mdl`, `photo_id` and `pid`. */
    readonly credential?: {
      /** The kinds of credentials. `mdl`: a mobile driving licence (ISO/IEC 18013-5). `photo_id`: ISO/IEC 23220. `pid`: EU person identification data. `age`: an EU age attestation, which needs `purpose: age`. */
      readonly accept: readonly ("mdl" | "photo_id" | "pid" | "age")[];
    } | undefined;
    /** The weakest algorithms of a chip's signer that count, in bits of security (NIST SP 800-57). `80`, the default: all, such as RSA with 1,024 bits and SHA-1. `112`: RSA from 2,048 bits, curves from 224 bits and SHA-224. `128`: RSA from 3,072 bits, curves and SHA from 256 bits. A weaker chip does not count. It needs `chip` in `document_evidence`. */
    readonly chip_min_strength?: 80 | 112 | 128 | undefined;
    /** Whether a person whom the service has declined may ask for a decision by a human. `off`, the default. `on`: for 14 days, once, on the hosted page or with a session token. The images that a review needs are kept for that time. */
    readonly contest?: "off" | "on" | undefined;
    /** What the verification is for. `identity`, the default. `age`: only whether the person has reached `min_age`. Nothing that was read from the document or the face is kept, so that no person can review it: it is approved or declined. `on_fraud_suspicious` is then `decline`, and `expires_in_seconds` at most 900, which are its defaults. */
    readonly purpose?: "identity" | "age" | undefined;
    /** The images that are stored, encrypted, after the decision. Until then reviewers see every image that they need. `none`: no image. `portrait`: the portrait of the document. `evidence`: also the document images and the best selfie frame. `true` means `portrait`, and `false` means `none`. */
    readonly store_media?: "none" | "portrait" | "evidence" | boolean | undefined;
  };
}

export interface ReplayPolicyBody extends Omit<CreatePolicyBody, "name"> {
  /** Decisions to look at, newest first. After five seconds fewer are looked at. Default: `1000`. */
  readonly limit?: number | undefined;
  /** `next_cursor` of the page before. */
  readonly cursor?: string | null | undefined;
  /** The version to replay, if `policy` has no draft. Default: the last one. */
  readonly version?: number | undefined;
  /** `this_policy`: decisions under any version of this policy. `any_policy`: all decisions, also under inline policies. Default: `"this_policy"`. */
  readonly made_with?: "this_policy" | "any_policy" | undefined;
  /** Only verifications created at this time or later: ISO 8601 with an offset, or a day in UTC. Default: 30 days before `created_before`. */
  readonly created_after?: string | undefined;
  /** Only those created before this time, likewise. Default: now. */
  readonly created_before?: string | undefined;
}

export interface ListReviewsQuery extends ListPoliciesQuery {
  /** Only those with this code in `decision_reasons`. */
  readonly reason?: string | undefined;
  /** Only those that wait since before this time: ISO 8601 with an offset, or a day in UTC. */
  readonly completed_before?: string | undefined;
  /** Only those with a document of this type. */
  readonly document_type?: DocumentType | undefined;
  /** Only those of end users with this language, such as `pt` or `pt-BR`. */
  readonly locale?: string | undefined;
}

export interface ClaimReviewBody {
  /** Your own name for the reviewer, 1 to 100 characters. It is in the audit log, which no erasure changes. Case and outer spaces do not matter. The email address of a member stands for that member. */
  readonly acting_as: string;
}

export interface ReviewVerificationBody extends ClaimReviewBody {
  /** The decision. It is final. */
  readonly ruling: "approved" | "declined";
  /** Why. Each ruling has its own reasons. */
  readonly reason: "identity_confirmed" | "document_genuine" | "not_a_duplicate" | "own_check_cleared" | "document_forged" | "document_mismatch" | "presentation_attack" | "face_mismatch" | "duplicate_person" | "own_check_confirmed" | "insufficient_evidence";
  /** A note for other reviewers. It is encrypted, and returned by no call. */
  readonly note?: string | undefined;
}

export interface ContestVerificationBody {
  /** What the end user wants the reviewer to know, in at most 500 characters. It is encrypted, and only reviewers see it. Default: `""`. */
  readonly statement?: string | undefined;
}

export interface ReadDossierQuery {
  /** `1` adds the images that the policy keeps, at most 12 MiB in all. While a human has to decide, it also adds those that are kept for the review. */
  readonly images?: "1" | undefined;
}

export interface CreateSessionBody extends Pick<ListVerificationsQuery, "customer_ref"> {
  /** A verification that is open, or that may be contested. Without it, the call creates one. */
  readonly verification_id?: string | undefined;
  /** Lifetime of the token in seconds. Default: 1800. */
  readonly ttl_seconds?: number | undefined;
}

export interface ScanDocumentBody extends Pick<ExamineDocumentBody, "document_type"> {
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly image: Upload;
  /** Your own name for the end user: 1 to 255 printable characters, without a space at either end, and not `.` or `..`. */
  readonly customer_ref?: string | undefined;
}

export interface ReadPictureQuery {
  /** As in the link. */
  readonly expires: string;
  /** As in the link. */
  readonly signature: string;
}

export interface VerifyChipBody extends PresentChipBody {
  /** Your own name for the end user: 1 to 255 printable characters, without a space at either end, and not `.` or `..`. */
  readonly customer_ref?: string | undefined;
}

export interface CheckCredentialBody {
  /** The browser's `data.response`, as text: at most 512 KiB. Not with `direct_post`. */
  readonly response?: Upload | undefined;
  /** The request's id, `cr_…`. It is a secret: with it the request can be fetched as a wallet does. */
  readonly request_id: string;
  /** The protocol that the wallet chose: `protocol` of the browser's credential. `direct_post`: the wallet was opened by `wallet_url` and has sent its answer itself. */
  readonly protocol: "openid4vp-v1-signed" | "openid4vp-v1-unsigned" | "org-iso-mdoc" | "direct_post";
}

export interface DetectFraudBody extends ScanDocumentBody {
}

export interface CheckLivenessBody extends Pick<VerifyChipBody, "customer_ref"> {
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly image_1: Upload;
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly image_2?: Upload | undefined;
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly image_3?: Upload | undefined;
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly image_4?: Upload | undefined;
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly image_5?: Upload | undefined;
  /** `passive`: 1 frame. `burst`: 3 to 5 frames while the head turns a little. `challenge`: 2 to 5 frames of a requested movement, and a `challenge_token`. */
  readonly mode: LivenessMode;
  /** For `challenge` only, and required then: the token of the challenge. */
  readonly challenge_token?: string | undefined;
}

export interface IssueChallengeBody {
  /** The movement that you prefer. The service may pick another one. Default: `"random"`. */
  readonly action_hint?: ChallengeAction | "random" | undefined;
}

export interface VerifyFacesBody {
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly image_a: Upload;
  /** JPEG, PNG or WebP, not animated. At most 10 MiB, 40 megapixels and 10,000 pixels a side; at least 200 pixels on the short side. */
  readonly image_b: Upload;
}

export interface SearchDuplicatesBody extends Pick<DetectFraudBody, "image"> {
  /** Whose registered face is left out. An end user without one may be named. */
  readonly exclude_customer_ref?: string | undefined;
}

export interface RegisterFaceBody extends Pick<DetectFraudBody, "image"> {
  /** Your own name for the end user: 1 to 255 printable characters, without a space at either end, and not `.` or `..`. */
  readonly customer_ref: string;
  /** Whether to replace an existing registration of this `customer_ref`. */
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

export interface AddListItemBody {
  /** `document`, or `face`: a registered face, on the block list only. */
  readonly kind: "document" | "face";
  /** Of a document: its issuing state, ISO 3166-1 alpha-3. */
  readonly issuing_country?: string | undefined;
  /** Of a document: its number. Only an HMAC of it is stored. */
  readonly document_number?: string | undefined;
  /** Of a face: the id of its registration. */
  readonly registration_id?: string | undefined;
  /** Why, for your staff. */
  readonly reason?: string | undefined;
  /** When the item ends: ISO 8601 with an offset. Default: never. */
  readonly expires_at?: string | undefined;
}

export interface ListListItemsQuery extends ListPoliciesQuery {
}

export interface ListEventsQuery extends ListPoliciesQuery {
  /** Only events of this type. */
  readonly type?: EventType | undefined;
}

export interface CreateWebhookEndpointBody {
  /** HTTPS only, at a public address, without a fragment. */
  readonly url: string;
  /** The types of events that are sent to it. */
  readonly events: readonly ("ocr.completed" | "face.verify.completed" | "liveness.check.completed" | "fraud.signal_detected" | "chip.completed" | "credential.completed" | "verification.completed" | "verification.check_requested" | "verification.review_required" | "verification.reviewed" | "verification.contested" | "verification.recalled")[];
}

export interface ChangeWebhookEndpointBody {
  /** HTTPS only, at a public address, without a fragment. */
  readonly url?: string | undefined;
  /** The types of events that are sent to it. */
  readonly events?: readonly ("ocr.completed" | "face.verify.completed" | "liveness.check.completed" | "fraud.signal_detected" | "chip.completed" | "credential.completed" | "verification.completed" | "verification.check_requested" | "verification.review_required" | "verification.reviewed" | "verification.contested" | "verification.recalled")[] | undefined;
  /** `false` stops sending at once, and pending deliveries become dead letters. */
  readonly enabled?: boolean | undefined;
}

export interface RotateWebhookSecretBody {
  /** Hours in which the old secret signs beside the new one. Default: `0`. */
  readonly overlap_hours?: number | undefined;
}

export interface ErasePersonBody extends ReadRegistrationOfBody {
}

export interface ReadCapturePageQuery {
  /** The reader's language, such as `en` or `pt-BR`. By default it is the verification's `capture.locale`, else English. */
  readonly locale?: string | undefined;
}

export interface OpenLinkBody {
  /** The device's public key (RFC 7517). The private key stays on the device. */
  readonly public_key: {
    /** Key type. */
    readonly kty: "EC";
    /** Curve. */
    readonly crv: "P-256";
    /** First coordinate, 32 bytes in base64url. */
    readonly x: string;
    /** Second coordinate, 32 bytes in base64url. */
    readonly y: string;
  };
  /** The device's time, in milliseconds since the epoch. */
  readonly signed_at: number;
  /** ECDSA with SHA-256, r and s in base64url, over four lines joined by a line feed: `selfsame-capture-v1`, the service's origin, the SHA-256 of the link's secret or of the code in hexadecimal, and `signed_at`. */
  readonly signature: string;
  /** Takes over from the device that opened the link, if nothing has been captured. Default: `false`. */
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
