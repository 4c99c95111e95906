import type { z } from "zod";
import { DOCUMENT_TYPES, factsOf } from "../../vocabulary/document-types.ts";
import { mistypedName, plainName as plain } from "../../vocabulary/edit-distance.ts";

/** Longer names are compared with none: the work grows with the length. */
const LONGEST_COMPARED = 100;
/** Shorter names begin or end too many others. */
const SHORTEST_PART = 3;

/** Names that other services use, or used before, for ours: without case and separators. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  "/v1/face/compare": ["/v1/face/verify"],
  "/v1/faces": ["/v1/face/registrations"],
  "/v1/lists": ["/v1/lists/:list/items"],
  "/v1/webhooks": ["/v1/webhook-endpoints"],
  accept: ["approved"],
  accepted: ["approved"],
  approve: ["approved"],
  active: ["enabled"],
  after: ["cursor", "created_after"],
  applicantid: ["customer_ref"],
  before: ["created_before"],
  birthday: ["date_of_birth"],
  birthdate: ["date_of_birth"],
  backimage: ["back"],
  callback: ["url"],
  callbackurl: ["url"],
  clientreferenceid: ["customer_ref"],
  country: ["issuing_country"],
  customerid: ["customer_ref"],
  decision: ["ruling"],
  decline: ["declined"],
  denied: ["declined"],
  deny: ["declined"],
  dl: ["driving_license"],
  dob: ["date_of_birth"],
  done: ["completed"],
  driverlicence: ["driving_license"],
  driverlicense: ["driving_license"],
  driverslicence: ["driving_license"],
  count: ["limit"],
  document: ["front", "image", "image_a"],
  documents: ["document_types"],
  endpoint: ["url"],
  eventtypes: ["events"],
  externalid: ["customer_ref"],
  externaluserid: ["customer_ref"],
  failed: ["declined"],
  file: ["image", "front"],
  firstname: ["first_name"],
  face: ["liveness"],
  facematch: ["require_face_match"],
  frame: ["image_1"],
  frames: ["image_1"],
  from: ["created_after"],
  front: ["image"],
  frontimage: ["front"],
  givennames: ["first_name"],
  id: ["cid", "document"],
  identitycard: ["cid"],
  image: ["front", "image_1", "image_a"],
  image1: ["image_a", "image", "front"],
  image2: ["image_b", "back"],
  img: ["image", "image_1", "image_a", "front"],
  images: ["image_1", "front", "image"],
  language: ["locale"],
  licence: ["driving_license"],
  license: ["driving_license"],
  maxtries: ["max_attempts"],
  nationalidcard: ["cid"],
  nationalidentitycard: ["cid"],
  nextcursor: ["cursor"],
  offset: ["cursor"],
  page: ["cursor"],
  pagesize: ["limit"],
  pagetoken: ["cursor"],
  passed: ["approved"],
  pending: ["in_progress", "review"],
  perpage: ["limit"],
  photo: ["image", "image_1", "front"],
  picture: ["image", "image_1", "front"],
  processing: ["in_progress"],
  redirecturi: ["return_url"],
  redirecturl: ["return_url"],
  reference: ["customer_ref"],
  reject: ["declined"],
  rejected: ["declined"],
  residencecard: ["residence_permit"],
  reviewer: ["acting_as"],
  rules: ["policy"],
  selfie: ["image_1", "image_b", "image", "liveness"],
  since: ["created_after"],
  sourceimage: ["image_a"],
  startingafter: ["cursor"],
  successurl: ["return_url"],
  surname: ["last_name"],
  targetimage: ["image_b"],
  to: ["created_before"],
  ttl: ["ttl_seconds", "expires_in_seconds"],
  until: ["created_before"],
  userid: ["customer_ref"],
  vendordata: ["customer_ref"],
  verified: ["approved"],
  webhookurl: ["url"],
  ...Object.fromEntries(
    DOCUMENT_TYPES.flatMap((type) =>
      (factsOf(type).aliases ?? []).map((alias) => [plain(alias), [type]] as const),
    ),
  ),
};

/**
 * The name that was probably meant: the same in another spelling, the one of another service, a near one, or
 * one that begins or ends with it; undefined if there is none.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > LONGEST_COMPARED) return undefined;
  const given = plain(name);
  const same = known.find((each) => plain(each) === given);
  const ours = Object.hasOwn(OTHER_NAMES, given) ? OTHER_NAMES[given]! : [];
  const meant = same ?? ours.find((each) => known.includes(each));
  return meant ?? mistypedName(given, known) ?? shortened(given, known);
}

/** The first name with this word at its beginning or end, or the only one with these letters there. */
function shortened(given: string, known: readonly string[]): string | undefined {
  if (given.length < SHORTEST_PART) return undefined;
  const longer = known.filter((each) => plain(each).startsWith(given) || plain(each).endsWith(given));
  if (longer.length === 1) return longer[0];
  if (!/^\w+$/.test(given)) return undefined;
  const word = new RegExp(`^${given}[_-]|[_-]${given}$`);
  return longer.find((each) => word.test(each));
}

/**
 * A text that may be shown to its sender: it looks like one of our names, so it is neither personal data nor
 * a secret.
 */
const NAME = /^[a-z][a-z0-9_.-]{0,31}$/;
/** A name of ours in another spelling. */
const SPELLING = /^[A-Za-z0-9_. -]{1,32}$/;
const WHOLE_OR_DECIMAL = /^-?\d{1,15}(\.\d{1,10})?$/;

/** The name in a sentence, or other words for it if it may not be shown. */
export const shownName = (name: string, otherwise: string): string => (NAME.test(name) ? name : otherwise);

/** A field's place in a body, such as `policy.steps[0]`. */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    return text === "" ? String(key) : `${text}.${String(key)}`;
  }, "");

/** What was received instead, such as `, not 11`; empty if the value may not or need not be shown. */
export function receivedText(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === "" && ["invalid_value", "invalid_format", "invalid_union"].includes(issue.code ?? ""))
    return ". It is empty";
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int" && typeof value === "number"
        ? `, not ${value}`
        : `, not ${typeOf(value)}${isJsonText(issue, value) ? ". It is JSON within a string: encode it once" : ""}`;
    case "too_small":
    case "too_big": {
      const isEmpty = issue.code === "too_small" && issue.origin !== "number" && issue.minimum === 1;
      const size = isEmpty ? undefined : sizeOf(value, issue.origin);
      return size === undefined ? "" : `, not ${size}`;
    }
    case "invalid_value": {
      const isOfTheirType = typeof value === typeof issue.values[0];
      if (typeof value === "string" && isOfTheirType) return ofNames(value, issue.values.map(String));
      return `, not ${isOfTheirType ? value : typeOf(value)}${switched(value, issue.values)}`;
    }
    case "invalid_union":
      return typeof value === "string" ? ofNames(value, []) : `, not ${typeOf(value)}`;
    case "invalid_format":
      return issue.format === "regex" && typeof value === "string" ? numberText(value) : "";
    default:
      return "";
  }
}

/** The word for true or false in a list of words that has one, as a question. */
function switched(value: unknown, words: readonly unknown[]): string {
  const meant = value === true ? ["on"] : value === false ? ["off", "none"] : [];
  const word = meant.find((each) => words.includes(each));
  return word === undefined ? "" : `. Did you mean \`${word}\`?`;
}

const isJsonText = ({ expected, path }: z.core.$ZodIssueInvalidType, value: unknown) =>
  expected === "object" && path.length === 0 && typeof value === "string" && /^\s*\{/.test(value);

const numberText = (value: string) => (WHOLE_OR_DECIMAL.test(value) ? `, not ${value}` : "");

/** Words that stand for no entry of a list, by a word that the list has. */
const NO_ENTRIES: readonly (readonly [given: RegExp, among: string, advice: string])[] = [
  [
    /^face(match|comparison|compare|verification)$/,
    "liveness",
    ". face_match is not listed: it runs if policy.require_face_match is true",
  ],
  [/^(all|any|(\w+\.)*\*)$/, "verification.completed", ". There is no word for all of them: list each"],
];

function ofNames(value: string, known: readonly string[]): string {
  const advice = NO_ENTRIES.find(([form, among]) => form.test(plain(value)) && known.includes(among))?.[2];
  if (advice !== undefined) return advice;
  const each = value.split(",");
  if (each.length > 1 && each.every((word) => known.includes(word.trim()))) return ". Send one of them alone";
  const meant = nearestName(value, known);
  const isSpelling = meant !== undefined && SPELLING.test(value) && plain(meant) === plain(value);
  const shown = NAME.test(value) || isSpelling ? `, not \`${value}\`` : "";
  return `${shown}${meant === undefined ? "" : `. Did you mean \`${meant}\`?`}`;
}

/** The number itself, also in a query; the length of a text or list. */
function sizeOf(value: unknown, origin: string): number | undefined {
  if (origin === "number" || origin === "int")
    return Number.isFinite(Number(value)) ? Number(value) : undefined;
  return typeof value === "string" || Array.isArray(value) ? value.length : undefined;
}

/** The value's type as JSON has it. */
function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  return typeof value === "object"
    ? "an object"
    : typeof value === "boolean"
      ? String(value)
      : `a ${typeof value}`;
}
