/** The kinds of things that an id may name. */
export type Kind =
  | "verification"
  | "token"
  | "customer"
  | "ocr"
  | "signed"
  | "credential"
  | "fraud"
  | "liveness"
  | "faceMatch"
  | "registration"
  | "challenge"
  | "handoff"
  | "event"
  | "endpoint"
  | "listItem"
  | "policy"
  | "portrait";

/** The body of a call; bytes in a form are files. */
export interface Sent {
  readonly path: string;
  readonly json?: object;
  readonly form?: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;
}

/** One way in which a route takes an id, or that it takes none. Answers are "status" or "status code". */
export interface Call {
  /** The kind of the id; null: the call takes no id. */
  readonly takes: Kind | null;
  readonly send: (id: string) => Sent;
  /** The answer to the owner of the id. */
  readonly owner: string;
  /** The response to a secret key for an unknown id, and hence for another tenant's. */
  readonly stranger: string;
  /** The same for a secret key of live mode, if it differs. */
  readonly strangerLive?: string;
  /** The same for a session token, if the route accepts one. */
  readonly strangerToken?: string;
  /** The owner's credential, if it is not the secret key. */
  readonly ownedBy?: "session_token" | "link" | "code";
}

/** How to call a route. */
export interface Row {
  /** The other credentials that may call. */
  readonly admits?: "session_token" | "anyone";
  readonly calls: readonly Call[];
}

export const NOT_FOUND = "404 not_found";
export const NOT_A_KEY = "403 token_scope_insufficient";

/** The object that a call takes; null: none. */
export type Takes = Kind | null;

/** The id's place if it is not in the path, and the rest of the request. */
interface How {
  readonly path?: (id: string) => string;
  readonly query?: (id: string) => string;
  readonly json?: (id: string) => object;
  readonly form?: (id: string) => NonNullable<Sent["form"]>;
}

/** A call of the route's path; the responses to the owner, and to others with a key or a token. */
export const calling = (
  takes: Takes,
  { path, query, json, form }: How,
  owner: string,
  stranger: string,
  strangerToken = stranger,
): Call => ({
  ...{ takes, owner, stranger, strangerToken },
  send: (id) => ({
    path: path?.(id) ?? query?.(id) ?? "",
    ...(json !== undefined && { json: json(id) }),
    ...(form !== undefined && { form: form(id) }),
  }),
});

/** A call that takes one id, in its path or as `how` says. */
export const taking = (
  takes: Kind,
  how: How = {},
  owner = "200",
  stranger = NOT_FOUND,
  strangerToken = stranger,
): Call => calling(takes, how, owner, stranger, strangerToken);

/** A call without an id: every valid credential gets the same response. */
export const plain = (answer: string, how: How = {}): Call => calling(null, how, answer, answer);
