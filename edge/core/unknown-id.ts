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
} as const satisfies Partial<Record<keyof typeof ID_PREFIXES, string>>;

const KINDS = Object.keys(NAMES) as (keyof typeof NAMES)[];

const OTHER = { live: "test", test: "live" } as const satisfies Record<Mode, Mode>;

/**
 * 404 `not_found` for an id that this tenant and mode does not have. The message depends on the id's form
 * and the caller's mode alone: it does not say whether the id exists elsewhere (contract §1.2).
 */
export function unknownId(kind: keyof typeof NAMES, id: string, mode: Mode): ApiError {
  const name = NAMES[kind];
  const other = KINDS.find((each) => each !== kind && isId(each, id));
  const prefix = ID_PREFIXES[kind];
  const isLower = isId(kind, prefix + id.slice(prefix.length).toUpperCase());
  const meant = isLower
    ? " Ids are case-sensitive: send it as you received it."
    : other === undefined
      ? ""
      : ` This one is of the kind ${NAMES[other]}.`;
  const message = isId(kind, id)
    ? `No ${name} of this tenant has this id in ${mode} mode. An id from ${OTHER[mode]} mode needs a ${OTHER[mode]} key.`
    : `This is not a valid ${name} id: it has to be ${ID_PREFIXES[kind]} followed by 26 digits and capital letters.${meant}`;
  return new ApiError("not_found", message);
}
