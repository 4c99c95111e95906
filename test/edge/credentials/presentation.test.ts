import { describe, expect, it } from "vitest";
import { MalformedCredentialError, NotForRequestError } from "#edge/credentials/errors.ts";
import { decodeCbor } from "#edge/credentials/mdoc/cbor.ts";
import { makeIssuer } from "#test/harness/wallet/issuer.ts";
import { HOLDER, makeWallet, type WalletOptions } from "#test/harness/wallet/wallet.ts";
import { WALLET_PROTOCOLS } from "#vocabulary/credentials.ts";
import { IDENTITY, openRequest } from "./wallet-answers.ts";

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

describe("a request", () => {
  it.each([
    ["of the identity", IDENTITY, true],
    ["of an age alone", { kinds: ["mdl"], names: ["age_over", "portrait"], age: 18 } as const, false],
  ])("%s says truly whether the claims are kept", async (_, needed, isKept) => {
    const { requests } = await openRequest(needed);
    const { credentials } = requests["openid4vp-v1-unsigned"].dcql_query;
    for (const { format, claims } of credentials) {
      const intents = claims.map((claim) => "intent_to_retain" in claim && claim.intent_to_retain);
      expect(new Set(intents)).toEqual(new Set([format === "mso_mdoc" && isKept]));
    }
    const { deviceRequest } = requests["org-iso-mdoc"];
    const request = decodeCbor(Buffer.from(deviceRequest, "base64url")) as Map<unknown, unknown>;
    const [first] = request.get("docRequests") as Map<unknown, { bytes: Uint8Array }>[];
    const items = decodeCbor(first!.get("itemsRequest")!.bytes) as Map<unknown, unknown>;
    const elements = [...(items.get("nameSpaces") as Map<string, Map<string, boolean>>).values()];
    expect(elements.flatMap((each) => [...each.values()])).toEqual(needed.names.map(() => isKept));
  });
});

const flipped = (bytes: Uint8Array, at = bytes.length - 1) =>
  bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
const changedValue = (item: Map<string, unknown>) => {
  if (item.get("elementIdentifier") === "family_name") item.set("elementValue", "Musterfrau");
};
const replaced = (from: string, to: string) => (bytes: Uint8Array) => {
  const text = Buffer.from(bytes).toString("latin1");
  return new Uint8Array(Buffer.from(text.replace(from, to), "latin1"));
};
const SD: WalletOptions = { kind: "pid", format: "dc+sd-jwt" };

const MALFORMED: Readonly<Record<string, WalletOptions>> = {
  "with an algorithm that is not allowed": { mdoc: { algorithm: -47 } },
  "with a duplicate CBOR key": {
    mdoc: { changeResponse: replaced("\xa3\x67version\x631.0", "\xa4\x66status\x00\x67version\x631.0") },
  },
  "with an indefinite length": {
    mdoc: {
      changeResponse: (bytes) => Uint8Array.from([0xbf, ...bytes.subarray(1), 0xff]),
    },
  },
  "with bytes after its end": { mdoc: { changeResponse: (bytes) => Uint8Array.from([...bytes, 0]) } },
  "with another docType than the signed one": {
    mdoc: { changeMso: (mso) => mso.set("docType", "org.iso.23220.photoid.1") },
  },
  "in an SD-JWT with the algorithm none": { ...SD, sdJwt: { algorithm: "none" } },
  "in an SD-JWT with HS256": { ...SD, sdJwt: { algorithm: "HS256" } },
};

const FORGED: Readonly<Record<string, WalletOptions>> = {
  "with a changed claim": { mdoc: { changeItem: changedValue } },
  "with a changed digest": {
    mdoc: {
      changeMso: (mso) => {
        const [digests] = [...(mso.get("valueDigests") as Map<string, Map<number, Uint8Array>>).values()];
        digests!.set(0, flipped(digests!.get(0)!));
      },
    },
  },
  "with a changed date of the issuer": {
    mdoc: {
      changeMso: (mso) => {
        const validity = mso.get("validityInfo") as Map<string, unknown>;
        validity.set("validFrom", validity.get("validUntil"));
      },
    },
  },
  "in an SD-JWT with a changed claim": {
    ...SD,
    sdJwt: {
      changeDisclosure: (each) => {
        if (each[1] === "family_name") each[2] = "Musterfrau";
      },
    },
  },
};

/** The outcome, or the error's name. */
async function outcomeOf(options: WalletOptions, trustedCas = trusted, now = Date.now()) {
  const request = await openRequest(IDENTITY, trustedCas);
  const wallet = makeWallet({ issuer, holder, ...options });
  return request.judged(wallet, undefined, now).catch((error: Error) => error.name);
}

describe("a credential", () => {
  it.each(Object.entries(MALFORMED))("%s has no reading", async (_, options) => {
    expect(await outcomeOf(options)).toBe(MalformedCredentialError.name);
  });

  it.each(Object.entries(FORGED))("%s is not authentic", async (_, options) => {
    expect(await outcomeOf(options)).toBe("not_authentic");
  });

  it.each([
    ["an unknown CA", {}, []],
    ["a CA of the same name with another key", {}, [makeIssuer().ca]],
    [
      "a signer without the key usage of document signers",
      { issuer: makeIssuer({ usages: ["1.3.6.1.5.5.7.3.1"], ca: issuer.ca }) },
      trusted,
    ],
    [
      "a signer whose certificate has expired",
      { issuer: makeIssuer({ signerValidTo: Date.UTC(2021, 0, 1), ca: issuer.ca }) },
      trusted,
    ],
  ])("of %s is of an unknown issuer", async (_, options, cas) => {
    expect(await outcomeOf(options, cas)).toBe("unknown_issuer");
  });

  it("is not authentic if another country's signer signed it", async () => {
    expect(await outcomeOf({ holder: { ...holder, issuing_country: "US" } })).toBe("not_authentic");
  });

  it("is not authentic if it was signed after its signer's certificate ended", async () => {
    const ends = Date.now() + 60_000;
    const late = makeIssuer({ signerValidTo: ends, ca: issuer.ca });
    const signedAt = ends + 3_600_000;
    expect(await outcomeOf({ issuer: late, mdoc: { signedAt } })).toBe("not_authentic");
  });

  it("is expired after the issuer's validity, and not before", async () => {
    const validUntil = Date.now() + 60_000;
    expect(await outcomeOf({ mdoc: { validUntil } }, trusted, validUntil - 1_000)).toBe("authentic");
    expect(await outcomeOf({ mdoc: { validUntil } }, trusted, validUntil + 1_000)).toBe("expired");
    expect(await outcomeOf({ ...SD, sdJwt: { validUntil } }, trusted, validUntil + 1_000)).toBe("expired");
  });

  it("discloses more than was asked for: the surplus is counted and dropped", async () => {
    const request = await openRequest({ kinds: ["mdl"], names: ["age_over"], age: 18 }, trusted);
    const wallet = makeWallet({ issuer, holder, surplus: ["birth_date", "family_name"] });
    const found = await request.presented(wallet);
    expect(found).toMatchObject({ claims: { age_over: true }, unrequested: 2 });
  });
});

const OTHER: Readonly<Record<string, WalletOptions>> = {
  "for another origin": { pretend: { origin: "https://evil.example" } },
  "with another nonce": { pretend: { nonce: "AAAA" } },
  "with another device signature": { mdoc: { changeDeviceSignature: (made) => flipped(made) } },
  "with a MAC": { mdoc: { withMac: true } },
  "in an SD-JWT for another origin": { ...SD, pretend: { origin: "https://evil.example" } },
  "in an SD-JWT with another nonce": { ...SD, pretend: { nonce: "AAAA" } },
  "in an SD-JWT with another device signature": {
    ...SD,
    sdJwt: { changeDeviceSignature: (made) => flipped(made) },
  },
  "in an SD-JWT without key binding": {
    ...SD,
    sdJwt: { changePresentation: (text) => text.slice(0, text.lastIndexOf("~") + 1) },
  },
  "in an SD-JWT with fewer disclosures than were bound": {
    ...SD,
    sdJwt: { changePresentation: (text) => text.replace(/~[^~]+~/, "~") },
  },
  "in an SD-JWT whose binding is an hour old": {
    ...SD,
    sdJwt: { changeBinding: (binding) => Object.assign(binding, { iat: Number(binding.iat) - 3_600 }) },
  },
};

describe("an answer", () => {
  it.each(Object.entries(OTHER))("%s is none to the request", async (_, options) => {
    expect(await outcomeOf(options)).toBe(NotForRequestError.name);
  });

  it.each(WALLET_PROTOCOLS)("by %s to another request is none to this one", async (protocol) => {
    const [mine, other] = [await openRequest(IDENTITY, trusted), await openRequest(IDENTITY, trusted)];
    const wallet = makeWallet({ issuer, holder });
    const answer =
      protocol === "direct_post"
        ? await wallet.answerLink(other.requestObject)
        : await wallet.answer({ protocol, data: other.requests[protocol] }, "https://verify.example");
    await expect(mine.read(protocol, answer)).rejects.toThrow(NotForRequestError);
  });

  it("by org-iso-mdoc for another origin does not decrypt", async () => {
    const request = await openRequest(IDENTITY, trusted);
    const wallet = makeWallet({ issuer, holder, pretend: { origin: "https://evil.example" } });
    await expect(request.presented(wallet, "org-iso-mdoc")).rejects.toThrow(NotForRequestError);
  });
});
