import { HOLDER, type WalletOptions } from "#test/harness/wallet/wallet.ts";

/** Who holds the wallets of the acceptance tests, with bytes in place of a portrait. */
export const holder = { ...HOLDER, portrait: Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) };

const changedValue = (item: Map<string, unknown>) => {
  if (item.get("elementIdentifier") === "family_name") item.set("elementValue", "Musterfrau");
};
const lastFlipped = (bytes: Uint8Array) => bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte));

/** Answers that are not for the request. */
export const MISMATCHED: Readonly<Record<string, WalletOptions>> = {
  "for another origin": { pretend: { origin: "https://evil.example" } },
  "with another nonce": { pretend: { nonce: "AAAA" } },
  "that its device did not sign": { mdoc: { changeDeviceSignature: lastFlipped } },
  "with a MAC in place of a signature": { mdoc: { withMac: true } },
};

const replaced = (from: string, to: string) => (bytes: Uint8Array) =>
  new Uint8Array(Buffer.from(Buffer.from(bytes).toString("latin1").replace(from, to), "latin1"));

/** Credentials that are not as their issuer signed them. */
export const FORGED: Readonly<Record<string, WalletOptions>> = {
  "a changed claim": { mdoc: { changeItem: changedValue } },
  "a changed date of its issuer": {
    mdoc: {
      changeMso: (mso) => {
        const validity = mso.get("validityInfo") as Map<string, unknown>;
        validity.set("validFrom", validity.get("signed"));
        validity.set("signed", validity.get("validUntil"));
      },
    },
  },
  "a duplicate CBOR key": {
    mdoc: { changeResponse: replaced("\xa3\x67version\x631.0", "\xa4\x66status\x00\x67version\x631.0") },
  },
  "an indefinite length": {
    mdoc: { changeResponse: (bytes) => Uint8Array.from([0xbf, ...bytes.subarray(1), 0xff]) },
  },
  "an algorithm that is not allowed": { mdoc: { algorithm: -47 } },
  "another country's signer": { holder: { ...holder, issuing_country: "US" } },
};
