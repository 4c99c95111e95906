import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { AEAD_AES_128_GCM, CipherSuite, KDF_HKDF_SHA256, KEM_DHKEM_P256_HKDF_SHA256 } from "hpke";
import { CompactEncrypt, calculateJwkThumbprint, decodeJwt, importJWK, type JWK } from "jose";
import { decodeCbor, encodeCbor } from "#edge/credentials/mdoc/cbor.ts";
import { jwkOf } from "#edge/credentials/mdoc/cose.ts";
import { browserTranscript, isoTranscript, redirectTranscript } from "#edge/credentials/mdoc/transcripts.ts";
import { type CredentialIssuer, makeIssuer } from "./issuer.ts";
import { deviceResponse, fullDate, type MdocOptions } from "./mdoc.ts";
import { type SdJwtOptions, sdJwt } from "./sd-jwt.ts";

/** A request as a page hands it to `navigator.credentials.get`. */
export interface WalletRequest {
  readonly protocol: string;
  readonly data: unknown;
}

type Kind = "mdl" | "photo_id" | "pid" | "age";

/** What the holder's credential says. Absent elements are not in it. */
interface Holder {
  readonly family_name?: string;
  readonly given_name?: string;
  readonly birth_date?: string;
  readonly document_number?: string;
  readonly expiry_date?: string;
  readonly issuing_country?: string;
  readonly nationality?: string;
  readonly portrait?: Uint8Array;
  readonly age_over_18?: boolean;
}

/** An invented holder. */
export const HOLDER: Holder = {
  family_name: "Mustermann",
  given_name: "Erika",
  birth_date: "1984-01-26",
  document_number: "L01X00T47",
  expiry_date: "2034-08-05",
  issuing_country: "UT",
  nationality: "UT",
  age_over_18: true,
};

export interface WalletOptions {
  readonly kind?: Kind;
  readonly format?: "mso_mdoc" | "dc+sd-jwt";
  readonly issuer?: CredentialIssuer;
  readonly holder?: Holder;
  readonly deviceKey?: KeyObject;
  /** Discloses these besides what was asked. */
  readonly surplus?: readonly string[];
  /** Answers as if the page had this origin, the request this nonce. */
  readonly pretend?: { readonly origin?: string; readonly nonce?: string };
  readonly mdoc?: Partial<MdocOptions>;
  readonly sdJwt?: Partial<SdJwtOptions>;
}

export interface Wallet {
  readonly issuer: CredentialIssuer;
  /** The answer that a browser gives a page of this origin: the `data` of its DigitalCredential. */
  answer(request: WalletRequest, origin: string): Promise<{ readonly response: string }>;
  /** The form that the wallet posts when it is opened by a link, and where to. */
  answerLink(requestObject: string): Promise<{ readonly uri: string; readonly response: string }>;
}

const DOCTYPES = {
  mdl: ["org.iso.18013.5.1.mDL", "org.iso.18013.5.1"],
  photo_id: ["org.iso.23220.photoid.1", "org.iso.23220.1"],
  pid: ["eu.europa.ec.eudi.pid.1", "eu.europa.ec.eudi.pid.1"],
  age: ["eu.europa.ec.av.1", "eu.europa.ec.av.1"],
} as const;
const SD_NAMES: Readonly<Record<string, string>> = {
  birth_date: "birthdate",
  expiry_date: "date_of_expiry",
  nationality: "nationalities",
  portrait: "picture",
};

interface Asked {
  readonly nonce: string;
  readonly client_id?: string;
  readonly response_uri?: string;
  readonly client_metadata: { readonly jwks: { readonly keys: readonly JWK[] } };
  readonly dcql_query: {
    readonly credentials: readonly {
      readonly id: string;
      readonly format: string;
      readonly meta: { readonly doctype_value?: string; readonly vct_values?: readonly string[] };
      readonly claims: readonly { readonly path: readonly string[] }[];
    }[];
  };
}

/** A wallet with one credential. It answers as real ones do: ISO/IEC 18013-5 and 18013-7, OpenID4VP 1.0. */
export function makeWallet(options: WalletOptions = {}): Wallet {
  const { kind = "mdl", format = "mso_mdoc", issuer = makeIssuer(), holder = HOLDER } = options;
  const deviceKey = options.deviceKey ?? generateKeyPairSync("ec", { namedCurve: "prime256v1" }).privateKey;
  const [docType, namespace] = DOCTYPES[kind];
  const { surplus = [], pretend = {} } = options;

  const mdoc = (transcript: Uint8Array, elements: readonly string[]) =>
    deviceResponse(
      { issuer, docType, namespace, elements: elementsOf(kind, holder), deviceKey, ...options.mdoc },
      transcript,
      [...elements, ...surplus],
    );

  async function present(asked: Asked, bound: { readonly origin: string } | "link"): Promise<string> {
    const query = asked.dcql_query.credentials.find((each) =>
      format === "mso_mdoc"
        ? each.meta.doctype_value === docType
        : each.meta.vct_values?.includes("urn:eudi:pid:1"),
    );
    if (query === undefined) throw new Error("The wallet has nothing that was asked for");
    const [key] = asked.client_metadata.jwks.keys as [JWK];
    const nonce = pretend.nonce ?? asked.nonce;
    const origin = bound === "link" ? "" : (pretend.origin ?? bound.origin);
    const names = query.claims.map(({ path }) => path.at(-1)!);
    const presentation =
      format === "mso_mdoc"
        ? Buffer.from(
            mdoc(
              await transcriptOf(asked, { nonce, origin, isLink: bound === "link" }, await thumbprintOf(key)),
              names,
            ),
          ).toString("base64url")
        : sdJwt(
            {
              issuer,
              vct: "urn:eudi:pid:1",
              claims: sdClaimsOf(holder),
              deviceKey,
              ...options.sdJwt,
            },
            { nonce, audience: bound === "link" ? asked.client_id! : `origin:${origin}` },
            [...query.claims.map(({ path }) => path[0]!), ...surplus],
          );
    return encryptFor(key, { vp_token: { [query.id]: [presentation] } });
  }

  return {
    issuer,
    async answer({ protocol, data }, origin) {
      if (protocol === "org-iso-mdoc") {
        return { response: await isoAnswer(data as IsoRequest, pretend.origin ?? origin, docType, mdoc) };
      }
      const asked = protocol === "openid4vp-v1-signed" ? requestOf(data) : (data as Asked);
      return { response: await present(asked, { origin }) };
    },
    async answerLink(requestObject) {
      const asked = decodeJwt(requestObject) as unknown as Asked;
      return { uri: asked.response_uri!, response: await present(asked, "link") };
    },
  };
}

const requestOf = (data: unknown) =>
  decodeJwt((data as { readonly request: string }).request) as unknown as Asked;

const thumbprintOf = async (key: JWK) =>
  new Uint8Array(Buffer.from(await calculateJwkThumbprint(key), "base64url"));

const transcriptOf = (
  { client_id, response_uri }: Asked,
  { nonce, origin, isLink }: { readonly nonce: string; readonly origin: string; readonly isLink: boolean },
  thumbprint: Uint8Array,
) =>
  isLink
    ? redirectTranscript({ clientId: client_id!, nonce, thumbprint, responseUri: response_uri! })
    : browserTranscript({ origin, nonce, thumbprint });

async function encryptFor(key: JWK, content: object): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(JSON.stringify(content)))
    .setProtectedHeader({ alg: "ECDH-ES", enc: "A128GCM", ...(key.kid !== undefined && { kid: key.kid }) })
    .encrypt(await importJWK(key, "ECDH-ES"));
}

interface IsoRequest {
  readonly deviceRequest: string;
  readonly encryptionInfo: string;
}

type CborMap = Map<unknown, unknown>;

async function isoAnswer(
  { deviceRequest, encryptionInfo }: IsoRequest,
  origin: string,
  docType: string,
  respond: (transcript: Uint8Array, elements: readonly string[]) => Uint8Array,
): Promise<string> {
  const [, info] = decodeCbor(Buffer.from(encryptionInfo, "base64url")) as [string, CborMap];
  const request = decodeCbor(Buffer.from(deviceRequest, "base64url")) as CborMap;
  const items = (request.get("docRequests") as CborMap[]).map(
    (each) => decodeCbor((each.get("itemsRequest") as { bytes: Uint8Array }).bytes) as CborMap,
  );
  const asked = items.find((each) => each.get("docType") === docType);
  if (asked === undefined) throw new Error("The wallet has nothing that was asked for");
  const names = [...(asked.get("nameSpaces") as Map<string, Map<string, boolean>>).values()];
  const transcript = await isoTranscript({ encryptionInfo, origin });
  const response = respond(
    transcript,
    names.flatMap((elements) => [...elements.keys()]),
  );
  const suite = new CipherSuite(KEM_DHKEM_P256_HKDF_SHA256, KDF_HKDF_SHA256, AEAD_AES_128_GCM);
  const { x, y, kty, crv } = jwkOf(info.get("recipientPublicKey"), "the key");
  const algorithm = { name: "ECDH", namedCurve: "P-256" };
  const key = { kty, crv, x, y };
  const recipient = await crypto.subtle.importKey("jwk", key, algorithm, true, []);
  const sealed = await suite.Seal(recipient, response, { info: transcript });
  const answer = [
    "dcapi",
    new Map([
      ["enc", sealed.encapsulatedSecret],
      ["cipherText", sealed.ciphertext],
    ]),
  ];
  return Buffer.from(encodeCbor(answer)).toString("base64url");
}

const DATES = ["birth_date", "expiry_date"];

/** The elements of an mdoc. */
function elementsOf(kind: Kind, holder: Holder): Record<string, unknown> {
  const named = Object.entries(holder).filter(([name]) => kind !== "age" || name.startsWith("age_over"));
  return Object.fromEntries(
    named.map(([name, value]) => [
      kind === "photo_id" && /^(family|given)_name$/.test(name) ? `${name}_unicode` : name,
      DATES.includes(name) ? fullDate(value as string) : value,
    ]),
  );
}

function sdClaimsOf(holder: Holder): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(holder).map(([name, value]) => {
      if (name === "portrait") {
        return ["picture", `data:image/jpeg;base64,${Buffer.from(value as Uint8Array).toString("base64")}`];
      }
      if (name === "age_over_18") return ["age_equal_or_over", { "18": value }];
      return [SD_NAMES[name] ?? name, name === "nationality" ? [value] : value];
    }),
  );
}
