import type { JWK } from "jose";
import { z } from "zod";
import { toBase64Url } from "../crypto/encoding.ts";
import { sameText, sha256 } from "../crypto/hashing.ts";
import { type CredentialQuery, claimsOf } from "./claims.ts";
import { type ClaimName, type PresentedCredential, referenceTo, type StatusReference } from "./credential.ts";
import { disclose, parseJson, readDisclosures } from "./disclosures.ts";
import { assertForm, NotForRequestError } from "./errors.ts";
import { readIssuer, type Trust } from "./issuer.ts";
import { assertAlgorithm, certificateOf, isSigned, schemaOf, seconds, signerHeader } from "./jws.ts";

/** What a presentation is verified against. */
interface SdJwtContext extends Trust {
  readonly queries: readonly CredentialQuery[];
  readonly nonce: string;
  /** `origin:` and the page's origin, or the client identifier. */
  readonly audience: string;
}

/** A wallet's clock may differ by this much, in milliseconds, and the person may take this long. */
const BINDING_AGE_MS = 10 * 60_000;

const statusReference = z.object({ uri: z.string(), idx: z.number() });
const payloadSchema = z.looseObject({
  vct: z.string(),
  iat: seconds.optional(),
  nbf: seconds.optional(),
  exp: seconds.optional(),
  cnf: z.object({ jwk: z.looseObject({ kty: z.literal("EC"), crv: z.string() }) }),
  status: z.looseObject({ status_list: statusReference.optional() }).optional(),
  _sd_alg: z.literal("sha-256").optional(),
});
const bindingSchema = z.object({
  nonce: z.string(),
  aud: z.string(),
  iat: seconds,
  sd_hash: z.string(),
});

/**
 * The credential of an SD-JWT VC with key binding (RFC 9901). Throws `NotForRequestError` if the holder's key
 * did not sign this nonce and audience, and `MalformedCredentialError` for what has more than one reading.
 */
export async function readSdJwt(presentation: string, context: SdJwtContext): Promise<PresentedCredential> {
  const parts = presentation.split("~");
  const [issuerJwt, keyBinding] = [parts[0]!, parts.at(-1)!];
  assertForm(parts.length >= 2 && parts.length <= 200, "the SD-JWT has not its parts");
  const header = schemaOf(signerHeader, parseJson(issuerJwt.split(".")[0]!), "the SD-JWT's header");
  assertForm(["dc+sd-jwt", "vc+sd-jwt"].includes(header.typ), "the SD-JWT is of another type");
  assertAlgorithm(header.alg, "the SD-JWT's algorithm is not allowed");
  const payload = schemaOf(payloadSchema, parseJson(issuerJwt.split(".")[1] ?? ""), "the SD-JWT's payload");
  const query = context.queries.find(({ format, type }) => format === "dc+sd-jwt" && type === payload.vct);
  assertForm(query !== undefined, "the vct was not requested");
  const disclosed = presentation.slice(0, presentation.length - keyBinding.length);
  await assertKeyBinding(keyBinding, payload.cnf.jwk as JWK, disclosed, context);

  const { kind } = query;
  const issuer = await readIssuer(header.x5c.map(certificateOf), { kind }, context);
  const disclosures = await readDisclosures(parts.slice(1, -1));
  const found = disclose(payload, disclosures);
  return {
    kind,
    format: "dc+sd-jwt",
    type: query.type,
    issuer,
    isSignatureValid: await isSigned(issuerJwt, issuer.key as JWK, header.alg),
    areDigestsValid: found.areAllUsed,
    signedAt: millis(payload.iat),
    validFrom: millis(payload.nbf),
    validUntil: millis(payload.exp),
    status: statusOf(payload.status?.status_list),
    ...requested(found.claims, disclosures, query),
  };
}

const millis = (time: number | undefined) => (time === undefined ? null : time * 1000);

const statusOf = (found: z.output<typeof statusReference> | undefined): StatusReference | null =>
  found === undefined ? null : referenceTo(found.uri, found.idx);

async function assertKeyBinding(
  jwt: string,
  key: JWK,
  disclosed: string,
  { nonce, audience, now }: SdJwtContext,
): Promise<void> {
  const [head, body] = jwt.split(".");
  if (body === undefined) throw new NotForRequestError("the SD-JWT has no key binding");
  const { alg, typ } = schemaOf(
    z.object({ alg: z.string(), typ: z.string() }),
    parseJson(head!),
    "the key binding's header",
  );
  assertForm(typ === "kb+jwt", "the key binding is of another type");
  assertAlgorithm(alg, "the key binding's algorithm is not allowed");
  const binding = schemaOf(bindingSchema, parseJson(body), "the key binding");
  const isForRequest =
    sameText(binding.nonce, nonce) &&
    binding.aud === audience &&
    Math.abs(binding.iat * 1000 - now) <= BINDING_AGE_MS &&
    binding.sd_hash === toBase64Url(await sha256(disclosed)) &&
    (await isSigned(jwt, key, alg));
  if (!isForRequest) throw new NotForRequestError("the key binding is not for this request");
}

/** The requested claims. What else was disclosed is counted, and dropped. */
function requested(
  claims: Readonly<Record<string, unknown>>,
  disclosures: ReadonlyMap<string, { readonly name: string | null }>,
  query: CredentialQuery,
) {
  const values = new Map<ClaimName, unknown>();
  for (const { name, path } of query.claims) {
    const value = path.reduce<unknown>((at, part) => memberOf(at, part), claims);
    if (value !== undefined) values.set(name, value);
  }
  const asked = new Set(query.claims.flatMap(({ path }) => path));
  const named = [...disclosures.values()].filter(({ name }) => name !== null);
  return {
    claims: claimsOf(values),
    unrequested: named.filter(({ name }) => !asked.has(name!)).length,
  };
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
