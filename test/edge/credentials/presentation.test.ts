import { describe, expect, it } from "vitest";
import { MalformedCredentialError, NotForRequestError } from "#edge/credentials/errors.ts";
import { makeIssuer } from "#test/harness/wallet/issuer.ts";
import { HOLDER, makeWallet, type WalletOptions } from "#test/harness/wallet/wallet.ts";
import { WALLET_PROTOCOLS } from "#vocabulary/credentials.ts";
import { openRequest, IDENTITY } from "./wallet-answers.ts";

const issuer = makeIssuer();
const trusted = [issuer.ca];
const PORTRAIT = Uint8Array.from([0xff, 0xd8, 0xff, 1, 2, 3]);
const holder = { ...HOLDER, portrait: PORTRAIT };
const HOLDERS_CLAIMS = {
  family_name: "Mustermann",
  given_name: "Erika",
  birth_date: "1984-01-26",
  document_number: "L01X00T47",
  expiry_date: "2034-08-05",
  issuing_country: "UT",
  portrait: PORTRAIT,
};

const KINDS: WalletOptions[] = [
  { kind: "mdl" },
  { kind: "photo_id" },
  { kind: "pid" },
  { kind: "pid", format: "dc+sd-jwt" },
];

describe("a wallet's answer", () => {
  it.each(KINDS.flatMap((kind) => WALLET_PROTOCOLS.map((protocol) => [kind, protocol] as const)))(
    "of %o by %s is read with exactly the claims that were asked for",
    async (kind, protocol) => {
      if (kind.format === "dc+sd-jwt" && protocol === "org-iso-mdoc") return;
      const request = await openRequest(IDENTITY, trusted);
      const found = await request.presented(makeWallet({ ...kind, issuer, holder }), protocol);
      expect(found.claims).toEqual(HOLDERS_CLAIMS);
      expect(found).toMatchObject({ kind: kind.kind, isSignatureValid: true, areDigestsValid: true });
      expect(found.issuer).toMatchObject({ country: "UT", anchor: { sha256: issuer.ca.sha256 } });
      expect(await request.judged(makeWallet({ ...kind, issuer, holder }), protocol)).toBe("authentic");
    },
  );
});
