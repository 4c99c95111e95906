import type { CredentialFormat, CredentialKind } from "../../vocabulary/credentials.ts";
import { fromBase64 } from "../crypto/encoding.ts";
import type { ClaimName, Claims } from "./credential.ts";

/** A claim's place in a credential: namespace and element of an mdoc, or the path of an SD-JWT. */
type ClaimPath = readonly string[];

/** How a kind is named and where its claims are, in one format. */
interface Profile {
  /** The docType or `vct`. */
  readonly type: string;
  /** `NN` in a path stands for the age. */
  readonly paths: Readonly<Partial<Record<ClaimName, ClaimPath>>>;
}

const mdoc = (namespace: string, names: Readonly<Partial<Record<ClaimName, string>>>) =>
  Object.fromEntries(Object.entries(names).map(([claim, name]) => [claim, [namespace, name]]));

const COMMON = {
  family_name: "family_name",
  given_name: "given_name",
  birth_date: "birth_date",
  document_number: "document_number",
  expiry_date: "expiry_date",
  issuing_country: "issuing_country",
  portrait: "portrait",
  age_over: "age_over_NN",
} as const;

const PID = "eu.europa.ec.eudi.pid.1";
const AV = "eu.europa.ec.av.1";

/** ISO/IEC 18013-5 (7.2.1), ISO/IEC 23220-4 (photo ID), the EU's PID rulebook and age profile. */
const PROFILES: Readonly<Record<CredentialKind, Partial<Record<CredentialFormat, Profile>>>> = {
  mdl: {
    mso_mdoc: { type: "org.iso.18013.5.1.mDL", paths: mdoc("org.iso.18013.5.1", COMMON) },
  },
  photo_id: {
    mso_mdoc: {
      type: "org.iso.23220.photoid.1",
      paths: mdoc("org.iso.23220.1", {
        ...COMMON,
        family_name: "family_name_unicode",
        given_name: "given_name_unicode",
      }),
    },
  },
  pid: {
    mso_mdoc: { type: PID, paths: mdoc(PID, { ...COMMON, nationality: "nationality" }) },
    "dc+sd-jwt": {
      type: "urn:eudi:pid:1",
      paths: {
        family_name: ["family_name"],
        given_name: ["given_name"],
        birth_date: ["birthdate"],
        document_number: ["document_number"],
        expiry_date: ["date_of_expiry"],
        issuing_country: ["issuing_country"],
        nationality: ["nationalities"],
        portrait: ["picture"],
        age_over: ["age_equal_or_over", "NN"],
      },
    },
  },
  age: { mso_mdoc: { type: AV, paths: mdoc(AV, { age_over: "age_over_NN" }) } },
};

/** What a request asks of credentials of one kind and format. */
export interface CredentialQuery {
  /** Names the query in request and answer. */
  readonly id: string;
  readonly kind: CredentialKind;
  readonly format: CredentialFormat;
  readonly type: string;
  readonly claims: readonly { readonly name: ClaimName; readonly path: ClaimPath }[];
  /** Whether the claims are kept longer than the verification needs them, as a wallet says to its owner. */
  readonly isRetained: boolean;
}

/** The claims that a verification needs. */
export interface NeededClaims {
  readonly kinds: readonly CredentialKind[];
  readonly names: readonly ClaimName[];
  /** The age of `age_over`; null if that is not asked for. */
  readonly age: number | null;
}

/** The queries of a request: each kind in each of its formats, with exactly the claims that are needed. */
export const queriesOf = ({ kinds, names, age }: NeededClaims): CredentialQuery[] =>
  kinds.flatMap((kind) =>
    Object.entries(PROFILES[kind]).map(([format, { type, paths }]) => ({
      id: `${kind}_${format === "mso_mdoc" ? "mdoc" : "sd_jwt"}`,
      kind,
      format: format as CredentialFormat,
      type,
      claims: names.flatMap((name) => {
        const path = paths[name]?.map((part) => part.replace("NN", String(age)));
        return path === undefined ? [] : [{ name, path }];
      }),
      isRetained: age === null,
    })),
  );

const DATES: readonly ClaimName[] = ["birth_date", "expiry_date"];
const MAX_TEXT = 200;

/**
 * The claims of values by name. A value of another form than its claim's is left out, as if it were not
 * disclosed: the reading then lacks it.
 */
export function claimsOf(values: ReadonlyMap<ClaimName, unknown>): Claims {
  const claims = Array.from(values, ([name, value]) => [name, claimOf(name, value)] as const);
  return Object.fromEntries(claims.filter(([, value]) => value !== undefined));
}

function claimOf(name: ClaimName, value: unknown): unknown {
  if (name === "age_over") return typeof value === "boolean" ? value : undefined;
  if (name === "portrait") return portraitOf(value);
  if (name === "nationality" && Array.isArray(value)) return claimOf(name, value[0]);
  if (typeof value !== "string" || value.length > MAX_TEXT) return undefined;
  if (DATES.includes(name)) return dateOf(value);
  return value.trim() === "" ? undefined : value.trim();
}

/** The date of a full-date or of a date and time. */
function dateOf(value: string): string | undefined {
  const date = /^(\d{4}-\d{2}-\d{2})(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d))?$/.exec(value)?.[1];
  if (date === undefined) return undefined;
  const time = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined;
}

const DATA_URL = /^data:image\/(?:jpeg|jp2|jpx);base64,([A-Za-z0-9+/]+={0,2})$/;

/** Bytes of an mdoc, or the data URL of an SD-JWT. */
function portraitOf(value: unknown): Uint8Array | undefined {
  if (value instanceof Uint8Array) return value;
  const encoded = typeof value === "string" ? DATA_URL.exec(value)?.[1] : undefined;
  if (encoded === undefined) return undefined;
  try {
    return fromBase64(encoded);
  } catch {
    return undefined;
  }
}
