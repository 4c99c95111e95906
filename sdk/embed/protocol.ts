/**
 * Messages between a tenant's page and the service's page in its frame. Two messages go from window to
 * window, to an exact origin: the frame's `hello`, and `connect` with a port. All others go through that
 * port. No message holds a decision, a name or an image; a token goes one way, from the tenant's page.
 */
const PROTOCOL = "selfsame/1";

/** The credential of the service's page; `POST /v1/verifications` returns both parts. */
export interface Grant {
  readonly token: string;
  readonly verificationId: string;
}

/** Why a token is requested: for the first call, or because the service rejected the last one as expired. */
export type TokenReason = "first" | "token_expired";

/** From the frame. */
export type FromFrame =
  | { readonly type: "ready" | "canceled" }
  /** Pixels of its content. */
  | { readonly type: "resize"; readonly height: number }
  | { readonly type: "step"; readonly step: string }
  | { readonly type: "finished"; readonly verification_id: string }
  | { readonly type: "error"; readonly code: string }
  | { readonly type: "token_wanted"; readonly why: TokenReason };

/** From the tenant's page. */
export type FromParent =
  | { readonly type: "token"; readonly token: string; readonly verification_id: string }
  | { readonly type: "token_refused" };

type Check = (value: unknown) => boolean;
/** The fields of each message: these and no others. */
type Shapes = Readonly<Record<string, Readonly<Record<string, Check>>>>;

const matching =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);

const word = matching(/^[a-z][a-z0-9_]{0,63}$/);
const id = matching(/^vf_[0-9A-Z]{26}$/);
const token = matching(/^svc_tok_(test|live)_[\x21-\x7e]{1,4096}$/);

const FROM_FRAME: Shapes = {
  ready: {},
  canceled: {},
  resize: { height: (value) => typeof value === "number" && value >= 0 && value <= 20_000 },
  step: { step: word },
  finished: { verification_id: id },
  error: { code: word },
  token_wanted: { why: matching(/^(first|token_expired)$/) },
};

const FROM_PARENT: Shapes = {
  token: { token, verification_id: id },
  token_refused: {},
};

const TO_WINDOW: Shapes = { hello: {}, connect: {} };

/** Parses a message of the port; undefined for anything but a message of this version. */
export const fromFrame = (data: unknown) => read(FROM_FRAME, data) as FromFrame | undefined;
export const fromParent = (data: unknown) => read(FROM_PARENT, data) as FromParent | undefined;

export const isHello = (data: unknown): boolean => read(TO_WINDOW, data)?.type === "hello";
export const isConnect = (data: unknown): boolean => read(TO_WINDOW, data)?.type === "connect";

/** A message as it is sent. */
export const written = (message: FromFrame | FromParent | { readonly type: "hello" | "connect" }) => ({
  protocol: PROTOCOL,
  ...message,
});

function read(shapes: Shapes, data: unknown): { readonly type: string } | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { protocol, type, ...fields } = data as Record<string, unknown>;
  if (protocol !== PROTOCOL || typeof type !== "string" || !Object.hasOwn(shapes, type)) return undefined;
  const shape = Object.entries(shapes[type]!);
  const isWhole = Object.keys(fields).length === shape.length;
  return isWhole && shape.every(([name, isRight]) => isRight(fields[name])) ? { type, ...fields } : undefined;
}
