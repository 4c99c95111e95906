import { queriesOf } from "#edge/credentials/claims.ts";
import type { ClaimName, Claims, PresentedCredential, ReadCredential } from "#edge/credentials/credential.ts";
import { TYPES_OF_KIND } from "#edge/verdicts/credential/fields.ts";
import type { Field } from "#edge/verdicts/ocr/field.ts";
import { expiryRejections } from "#edge/verdicts/ocr/gates.ts";
import { type Policy, policySchema } from "#edge/verification/policy.ts";
import { pick, type Random } from "#lab/material/random.ts";
import { CREDENTIAL_KINDS, type CredentialKind } from "#vocabulary/credentials.ts";
import type { DocumentEvidence } from "#vocabulary/signed-evidence.ts";
import { drawChip } from "./chips.ts";
import {
  type Call,
  type Command,
  type CredentialShown,
  FAULTS,
  SIGNED_WHEN,
  VALIDITIES,
} from "./commands.ts";
import type { CredentialRules } from "./rules.ts";

const CLAIMS = [
  ...["family_name", "given_name", "birth_date", "issuing_country", "expiry_date"],
  ...["document_number", "age_over", "portrait", "portrait", "portrait"],
] as readonly ClaimName[];

/** The credentials of a sequence, and what the policy accepts of them; null: as without wallets. */
export interface Wallet {
  readonly evidence: readonly DocumentEvidence[] | null;
  readonly accept: readonly CredentialKind[] | undefined;
  readonly facesMatched: boolean;
  /** What takes the place of each upload of a document; null: nothing. */
  readonly shown: readonly (CredentialShown | null)[];
  /** A suspicious photo before all else, and signed data after it; in most sequences none. */
  readonly suspicion: readonly Call[];
}

const EVIDENCE: readonly (readonly DocumentEvidence[])[] = [
  ["credential"],
  ["picture", "credential"],
  ["credential", "picture"],
  ["picture", "chip", "credential"],
  ["chip", "credential"],
];
const ACCEPTED: readonly (readonly CredentialKind[] | undefined)[] = [
  undefined,
  ["mdl"],
  ["pid", "photo_id"],
  ["age"],
  ["age", "mdl"],
];
const MOST = 30;

/** Drawn apart from the sequence, so that it stays the same. */
export function drawWallet(random: Random): Wallet {
  const often = random() < 0.5 ? 0.6 : 0.2;
  const odd = pick(random, [0.02, 0.02, 0.15, 0.8]);
  return {
    evidence: random() < 0.5 ? null : pick(random, EVIDENCE),
    accept: pick(random, ACCEPTED),
    facesMatched: random() < 0.8,
    shown: Array.from({ length: MOST }, () => (random() < often ? drawCredential(random, odd) : null)),
    suspicion: random() < 0.85 ? [] : drawSuspicion(random),
  };
}

function drawSuspicion(random: Random): readonly Call[] {
  const document = pick(random, ["A", "A", "A, another image", "A's MRZ, other pixels"] as const);
  const seen = { kind: "document", document, details: "expected", known: "new" } as const;
  const signed = random() < 0.5 ? { chip: drawChip(random) } : { credential: drawCredential(random, 0.05) };
  return [
    { ...seen, looks: { ocr: "passed", fraud: "adverse" }, ofPixels: random() < 0.7 },
    { ...seen, looks: {}, ...signed },
  ];
}

function drawCredential(random: Random, odd: number): CredentialShown {
  const rarely = <const T>(usual: T, others: readonly T[]) => (random() < odd ? pick(random, others) : usual);
  return {
    kind: pick(random, CREDENTIAL_KINDS),
    document: random() < 0.75 ? "A" : "B",
    issuer: rarely("trusted", ["unknown", "unknown", "other_curve"]),
    fault: rarely(null, FAULTS),
    signed: rarely("within", SIGNED_WHEN),
    validity: rarely("now", VALIDITIES),
    standing: rarely("valid", ["revoked", "none", "unchecked"]),
    lacks: random() < 0.2 ? pick(random, CLAIMS) : null,
    holder: rarely("valid", ["expired", "young"]),
    spelled: rarely("DE", ["de"]),
  };
}

/** What a sequence's policy accepts of wallets. */
export type Accepting = Pick<Wallet, "evidence" | "accept" | "facesMatched">;

/** The policy with these credentials, unless it may not accept them; or the fault of whether it may. */
export function withWallet(
  rules: CredentialRules,
  policy: Policy,
  { evidence, accept, facesMatched }: Accepting,
): { readonly policy: Policy } | { readonly fault: string } {
  const credential = accept && { accept };
  const given = {
    ...policy,
    ...(evidence && { document_evidence: evidence }),
    ...(credential && { credential }),
  };
  const mayAccept =
    accept === undefined ||
    (given.document_evidence?.includes("credential") === true &&
      (!accept.includes("age") || policy.purpose === "age"));
  const accepts = rules.credentialFaults(given).length === 0;
  if (accepts !== mayAccept) return { fault: `${accepts ? "accepts" : "rejects"} ${JSON.stringify(given)}` };
  if (evidence === null) return { policy };
  const { credential: _, ...others } = given;
  const wanted = mayAccept ? given : others;
  const parsed = policySchema.safeParse(facesMatched ? wanted : { ...wanted, require_face_match: false });
  return { policy: parsed.success ? parsed.data : policy };
}

/** The credential's call in place of each upload of a document that it replaces. */
export function withCredentials(
  commands: readonly Command[],
  { evidence, shown, suspicion }: Wallet,
): Command[] {
  let at = 0;
  const changed = (call: Call): Call => {
    if (call.kind !== "document") return call;
    const credential = shown[at++];
    if (evidence === null || credential == null) return call;
    const { chip: _, ...others } = call;
    return { ...others, credential };
  };
  const first = suspicion.map((call): Command => ({ kind: "calls", calls: [call], grey: false }));
  const rest = commands.map((command) =>
    command.kind === "calls" ? { ...command, calls: command.calls.map(changed) } : command,
  );
  return [...first, ...rest];
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** The claims that a request of the policy asks of a kind; undefined if it asks for no such credential. */
export const askedOf = (rules: CredentialRules, policy: Policy, kind: CredentialKind) =>
  queriesOf(rules.neededClaims(policy))
    .find((query) => query.kind === kind)
    ?.claims.map(({ name }) => name);

/** What the service reads of the credential that the request has asked for these claims. */
export function presented(
  { kind, document, issuer, fault, signed, validity, lacks, holder, spelled }: CredentialShown,
  asked: readonly ClaimName[],
  now: number,
): ReadCredential {
  if (fault === "unread") return null;
  if (issuer === "other_curve") return { unsupported: "brainpoolP256r1" };
  const [validFrom, validTo] = [now - YEAR_MS, now + YEAR_MS];
  const times = {
    ...{ within: now - 1, first: validFrom, last: validTo, unknown: null },
    ...{ before: validFrom - 1, after: validTo + 1 },
  };
  const limits = {
    now: { validFrom: now, validUntil: now + 1 },
    open: { validFrom: null, validUntil: null },
    ahead: { validFrom: now + 60_000, validUntil: null },
    too_early: { validFrom: now + 60_001, validUntil: null },
    over: { validFrom: null, validUntil: now },
  };
  const says: Required<Claims> = {
    ...{ family_name: "Doe", given_name: "Jo", nationality: "DE", document_number: document },
    birth_date: holder === "young" ? "2020-01-01" : "1974-08-12",
    expiry_date: holder === "expired" ? "2020-01-01" : "2034-08-05",
    issuing_country: fault === "country" ? "FR" : spelled,
    ...{ portrait: new Uint8Array(), age_over: holder !== "young" },
  };
  return {
    ...{
      kind,
      format: "mso_mdoc",
      type: kind,
      unrequested: 0,
      signedAt: times[signed],
      ...limits[validity],
      status: null,
    },
    issuer: {
      ...{ country: "DE", commonName: null, validFrom, validTo },
      key: {} as PresentedCredential["issuer"]["key"],
      anchor: issuer === "unknown" ? null : ({} as PresentedCredential["issuer"]["anchor"]),
    },
    isSignatureValid: fault !== "signature",
    areDigestsValid: fault !== "digests",
    claims: Object.fromEntries(
      Object.entries(says).filter(([name]) => asked.includes(name as ClaimName) && name !== lacks),
    ),
  };
}

/** The MRZ of a photo of the document, as the service has read it. */
export const zoneSide = (zone: string) => ({
  mrz: { valid: true },
  fields: Object.fromEntries(
    Object.entries({
      ...{ document_number: zone, date_of_birth: "1974-08-12" },
      ...{ date_of_expiry: "2034-08-05", issuing_country: "DEU" },
    }).map(([key, value]): [string, Field] => [key, { value, confidence: 1, source: "mrz", bbox: null }]),
  ),
});

/** As `readingOf` does: the record of an authentic credential as a reading. */
export function readingOf(
  rules: CredentialRules,
  id: string,
  { kind, claims }: PresentedCredential,
  now: number,
) {
  const fields = rules.credentialFields(claims);
  const hasPortrait = claims.portrait !== undefined;
  const [documentType] = TYPES_OF_KIND[kind] as [(typeof TYPES_OF_KIND)[CredentialKind][number]];
  return {
    resultIds: [id],
    sides: [{ documentType, rejected: [...expiryRejections(fields, now)], hasMrz: false, hasPortrait }],
    types: [...TYPES_OF_KIND[kind]],
    issuingState: null,
    fields: Object.fromEntries(Object.entries(fields).map(([key, { source }]) => [key, source])),
    birthDate: fields.date_of_birth?.value ?? null,
    portrait: hasPortrait ? 0 : null,
    ...{ lacksBarcode: false, link: "linked" as const, missing: null, details: null },
    known: { isReused: false, isBlocked: false },
  };
}
