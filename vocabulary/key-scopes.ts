/**
 * The rights of a restricted key, each with the calls that it allows. An operation needs the scope that its
 * route declares.
 */
const OPERATION_SCOPES = {
  "verifications:write": "Create, continue and cancel verifications; make links and session tokens.",
  "verifications:read": "Read and list verifications.",
  "verifications:dossier": "Get signed dossiers of decisions, with all personal data in them.",
  "verifications:review": "List and claim reviews, and decide them.",
  "policies:read": "Read named policies.",
  "policies:write": "Create, change and archive named policies.",
  "checks:write": "Check documents, faces and liveness outside a verification.",
  "results:read": "Read results of documents, fraud, liveness and face matches.",
  "results:delete": "Delete these results.",
  "lists:write": "Add items to the block list and the allow list, and delete them.",
  "lists:read": "List these items.",
  "faces:write": "Register faces and delete registrations.",
  "faces:read": "Read registrations; compare with and search registered faces.",
  "customers:erase": "Erase an end user.",
  "events:read": "Read and list events.",
  "webhooks:write": "Read, create, change and delete webhook endpoints.",
} as const;

/** The rights to members of answers: without its scope a member is left out (`x-scope` in the reference). */
const MEMBER_SCOPES = {
  "personal:read": "See personal data in answers and events: fields, MRZ and text of documents.",
  "media:read": "See links to portraits.",
} as const;

/** What each scope allows. */
export const SCOPE_TEXTS = { ...OPERATION_SCOPES, ...MEMBER_SCOPES } as const;

const namesOf = <T extends object>(table: T) => Object.keys(table) as [keyof T, ...(keyof T)[]];

export type OperationScope = keyof typeof OPERATION_SCOPES;
export type MemberScope = keyof typeof MEMBER_SCOPES;
export type KeyScope = OperationScope | MemberScope;

export const KEY_SCOPES = namesOf(SCOPE_TEXTS);
/** Those of members. */
export const MEMBER_SCOPE_NAMES = namesOf(MEMBER_SCOPES);
