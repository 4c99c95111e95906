import { compactDecrypt, importJWK, type JWK } from "jose";
import { type NeededClaims, queriesOf } from "#edge/credentials/claims.ts";
import type { EcKey } from "#edge/credentials/ec-key.ts";
import { readPresentation, type StoredRequest } from "#edge/credentials/presentation.ts";
import { isoRequest } from "#edge/credentials/requests/iso-mdoc.ts";
import { newRequestSecrets } from "#edge/credentials/requests/keys.ts";
import { browserRequest, linkRequest, signedBrowserRequest } from "#edge/credentials/requests/openid4vp.ts";
import { clientIdOf, signRequest } from "#edge/credentials/requests/reader.ts";
import { selfSignedReader } from "#edge/credentials/requests/self-signed.ts";
import { judgeCredential } from "#edge/verdicts/credential/judge.ts";
import type { Identity } from "#test/harness/trust/certificates.ts";
import type { Wallet } from "#test/harness/wallet/wallet.ts";
import type { WalletProtocol } from "#vocabulary/credentials.ts";

/** The one presentation of an encrypted answer. */
export async function decryptAnswer(response: string, key: EcKey): Promise<string> {
  const { plaintext } = await compactDecrypt(response, await importJWK(key as JWK, "ECDH-ES"));
  const { vp_token } = JSON.parse(new TextDecoder().decode(plaintext));
  return (Object.values(vp_token) as [string][])[0]![0];
}

export const ORIGIN = "https://verify.example";

export const IDENTITY: NeededClaims = {
  kinds: ["mdl", "photo_id", "pid"],
  names: [
    ...(["family_name", "given_name", "birth_date", "document_number"] as const),
    ...(["expiry_date", "issuing_country", "portrait"] as const),
  ],
  age: null,
};

/** A request of the service for these claims, in all protocols, and how it reads an answer. */
export async function openRequest(needed: NeededClaims = IDENTITY, trusted: readonly Identity[] = []) {
  const queries = queriesOf(needed);
  const secrets = await newRequestSecrets();
  const reader = await selfSignedReader(Date.now());
  const clientId = await clientIdOf(reader);
  const link = { clientId, responseUri: "https://verify.example/v1/wallet/cr_1" };
  const stored: StoredRequest = { secrets, queries, origin: ORIGIN, link };
  const signed = signedBrowserRequest(queries, secrets, { clientId, origins: [ORIGIN] });
  const requests = {
    "openid4vp-v1-unsigned": browserRequest(queries, secrets),
    "openid4vp-v1-signed": { request: await signRequest(reader, signed) },
    "org-iso-mdoc": await isoRequest(queries, secrets, { origin: ORIGIN, reader }),
  };
  const requestObject = await signRequest(reader, linkRequest(queries, secrets, { ...link, state: "1" }));
  const anchors = trusted.map(({ certificate, sha256, name }) => ({
    ...{ certificate, sha256, country: name.country, subjectKeyId: null },
    ...{ validFrom: Date.UTC(2020, 0, 1), validTo: Date.UTC(2035, 0, 1) },
  }));
  const read = (protocol: WalletProtocol, data: unknown, now = Date.now()) =>
    readPresentation(protocol, data, stored, { anchors: async () => anchors, now });
  return {
    stored,
    anchors,
    requests,
    requestObject,
    reader,
    read,
    /** What the service finds in the wallet's answer. */
    async presented(wallet: Wallet, protocol: WalletProtocol = "openid4vp-v1-unsigned", now?: number) {
      if (protocol === "direct_post") return read(protocol, await wallet.answerLink(requestObject), now);
      return read(protocol, await wallet.answer({ protocol, data: requests[protocol] }, ORIGIN), now);
    },
    async judged(wallet: Wallet, protocol?: WalletProtocol, now = Date.now()) {
      return judgeCredential(await this.presented(wallet, protocol, now), now, "unchecked").outcome;
    },
  };
}
