import { ApiError } from "./errors.ts";
import { ID_PREFIXES, isId } from "./ids.ts";
import type { Mode } from "./scope.ts";

/** What the ids of the API name. */
const NAMES = {
  verification: "verification",
  liveness: "liveness result",
  fraud: "fraud result",
  ocr: "OCR result",
  faceMatch: "face match",
  signed: "signed evidence",
  credential: "credential",
  handoff: "handoff",
  event: "event",
  endpoint: "webhook endpoint",
  token: "session token",
  registration: "registration",
  listItem: "list item",
  policy: "policy",
  media: "image",
  challenge: "challenge",
  chipChallenge: "chip challenge",
  credentialRequest: "credential request",
  receipt: "receipt",
  request: "request",
  tenant: "tenant",
  apiKey: "key",
  user: "user",
  invitation: "invitation",
} as const satisfies Partial<Record<keyof typeof ID_PREFIXES, string>>;

const KINDS = Object.keys(NAMES) as (keyof typeof NAMES)[];

const OTHER = { live: "test", test: "live" } as const satisfies Record<Mode, Mode>;

/**
 * 404 `not_found` for an id that this tenant and mode does not have. The message depends on the id's form
 * and the caller's mode alone: it does not say whether the id exists elsewhere (contract §1.2).
 */
export function unknownId(
  kind: keyof typeof NAMES,
  id: string,
  mode: Mode,
  options: { readonly param?: string } = {},
): ApiError {
  const name = NAMES[kind];
  const message = isId(kind, id)
    ? `No ${name} of this tenant has this id in ${mode} mode. An id from ${OTHER[mode]} mode needs a ${OTHER[mode]} key.`
    : `This is not a valid ${name} id: it has to be ${ID_PREFIXES[kind]} followed by 26 digits and capital letters.${formText(kind, id)}`;
  return new ApiError("not_found", message, options);
}

/** A variable without a value, as languages write it, and a placeholder of a template. */
const NO_VALUE = /^(undefined|null|none|nil|nan|\[object object\])$/i;
const PLACEHOLDER = /^([:$].*|\{.*\}|<.*>)$/;

/** What a text is that is not an id of this kind, with a space before it. */
function formText(kind: keyof typeof NAMES, id: string): string {
  const other = KINDS.find((each) => each !== kind && isId(each, id));
  if (other !== undefined) return ` This one is of the kind ${NAMES[other]}.`;
  const prefix = ID_PREFIXES[kind];
  const isCased = id.toLowerCase().startsWith(prefix);
  if (isCased && isId(kind, prefix + id.slice(prefix.length).toUpperCase()))
    return " Ids are case-sensitive: send it as you received it.";
  if (id.startsWith("svc_")) return " This is a secret. Send the id that came with it: addresses are logged.";
  if (NO_VALUE.test(id)) return " This is a variable without a value. Check the one that you put there.";
  if (PLACEHOLDER.test(id)) return " This is a placeholder. Put the id in its place.";
  return id === id.trim() ? "" : " This one has a space or a line break at an end.";
}
