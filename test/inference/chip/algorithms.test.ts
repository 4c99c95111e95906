import { describe, expect, it } from "vitest";
import { verifyActiveAuthentication } from "#inference/chip/active-authentication.ts";
import { readChip } from "#inference/chip/read-chip.ts";
import { issuerOf } from "#inference/signatures/certificate.ts";
import { newIdentity } from "#test/harness/trust/certificates.ts";
import { type ChipOptions, iso9796, makeChip } from "#test/harness/trust/chips.ts";
import type { Digest, Signing } from "#test/harness/trust/signing.ts";

const CHALLENGE = Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]);
const image = Uint8Array.of(0xff);
const CURVES = [
  ...["brainpoolP224r1", "brainpoolP256r1", "brainpoolP320r1", "brainpoolP384r1", "brainpoolP512r1"],
  ...["secp224r1", "prime256v1", "secp384r1", "secp521r1"],
];
const DIGESTS: readonly Digest[] = ["sha1", "sha224", "sha256", "sha384", "sha512"];

/** Keys of 1,536 bits: the shortest for RSA-PSS with SHA-512 has 1,040. */
const RSA = newIdentity({ country: "DE", commonName: "keys", curve: "rsa", bits: 1_536 });

/** The facts of a chip whose CSCA and document signer have keys of one kind. */
async function factsOf(kind: object, signing: Signing, options: ChipOptions = {}) {
  const csca = newIdentity({ country: "DE", commonName: "csca", ...kind });
  const signer = newIdentity({ country: "DE", commonName: "ds", issuer: csca, signing, ...kind });
  const digest = signing.digest ?? "sha256";
  const made = await makeChip({
    image,
    csca,
    signer,
    signing,
    digest,
    activeAuthentication: null,
    ...options,
  });
  const dataGroups = [...made.dataGroups].map(([number, file]) => ({ number, file }));
  const { securityObject, ...rest } = readChip({ sod: made.sod, dataGroups });
  const issuer = issuerOf(securityObject.value!.signer.certificate, [csca.certificate]);
  return { ...securityObject.value!, ...rest, issuer };
}

describe("a signature holds, and so does that of its issuer", () => {
  it.each(CURVES.flatMap((curve) => [false, true].map((isExplicit) => ({ curve, isExplicit }))))(
    "of ECDSA on $curve, explicit parameters: $isExplicit",
    async (kind) => {
      const { signatureValid, issuer, algorithm } = await factsOf(kind, {});
      expect({ signatureValid, issuer }).toEqual({ signatureValid: true, issuer: 0 });
      expect(algorithm).toMatchObject({ scheme: "ECDSA", curve: kind.curve });
      expect(kind.curve).toContain(String(algorithm.keyBits));
    },
  );

  it.each(DIGESTS)("with %s, of ECDSA, PKCS #1 version 1.5 and RSA-PSS", async (digest) => {
    const rsa = { keysOf: RSA };
    const found = await Promise.all([
      factsOf({ curve: "prime256v1" }, { digest }),
      factsOf(rsa, { digest }),
      factsOf(rsa, { digest, isPss: true }),
      factsOf(rsa, { digest, isPss: true, salt: 8 }),
    ]);
    expect(found.map(({ signatureValid, issuer }) => [signatureValid, issuer])).toEqual(
      Array(4).fill([true, 0]),
    );
    const schemes = ["ECDSA", "RSASSA_PKCS1_V1_5", "RSASSA_PSS", "RSASSA_PSS"];
    expect(found.map(({ algorithm }) => algorithm.scheme)).toEqual(schemes);
    for (const each of found) expect([each.digest, each.algorithm.digest]).toEqual([digest, digest]);
  });

  it("of a weak RSA key, whose bits are reported", async () => {
    const { signatureValid, algorithm } = await factsOf({ keysOf: RSA }, { digest: "sha1" });
    expect(signatureValid).toBe(true);
    expect(algorithm).toEqual({ scheme: "RSASSA_PKCS1_V1_5", digest: "sha1", keyBits: 1_536, curve: "" });
  });

  it("of a point of P-224 in a certificate that names brainpoolP224r1, as Lithuania issued them", async () => {
    const csca = newIdentity({ country: "LT", commonName: "csca" });
    const right = newIdentity({ country: "LT", commonName: "ds", curve: "secp224r1" });
    const stated = right.publicKey.export({ type: "spki", format: "der" }).toString("hex");
    const named = stated.replace("304e3010", "30523014").replace("06052b81040021", "06092b2403030208010105");
    const statedKey = Buffer.from(named, "hex");
    const { certificate } = newIdentity({ country: "LT", commonName: "ds", issuer: csca, statedKey });
    const signer = { ...right, certificate };
    const { signatureValid, algorithm, issuer } = await factsOf({}, {}, { csca, signer });
    expect({ signatureValid, curve: algorithm.curve }).toEqual({ signatureValid: true, curve: "secp224r1" });
    expect(issuer).toBeUndefined();
  });
});

describe("active authentication", () => {
  const rsa = newIdentity({ country: "DE", commonName: "chip", curve: "rsa", bits: 1_024 });
  const status = (signature: Uint8Array, key = rsa.publicKey) =>
    verifyActiveAuthentication(key, { challenge: CHALLENGE, signature }).status;

  it.each(DIGESTS)("by RSA holds with the trailer of %s", (digest) => {
    const signature = iso9796(rsa.privateKey, CHALLENGE, digest);
    const reading = verifyActiveAuthentication(rsa.publicKey, { challenge: CHALLENGE, signature });
    expect(reading).toEqual({
      status: "VALID",
      algorithm: { scheme: "ISO_9796_2", digest, keyBits: 1_024, curve: "" },
    });
  });

  it("by RSA does not hold for another challenge, key, header or length", () => {
    const other = newIdentity({ country: "DE", commonName: "chip", curve: "rsa", bits: 1_024 });
    const right = iso9796(rsa.privateKey, CHALLENGE, "sha256");
    expect(status(right)).toBe("VALID");
    expect(status(iso9796(rsa.privateKey, CHALLENGE.toReversed(), "sha256"))).toBe("INVALID");
    expect(status(right, other.publicKey)).toBe("INVALID");
    expect(status(iso9796(rsa.privateKey, CHALLENGE, "sha256", 0x4a))).toBe("INVALID");
    for (const length of [1, 127]) expect(status(right.subarray(0, length))).toBe("INVALID");
    expect(status(new Uint8Array(1_024).fill(255))).toBe("INVALID");
  });

  it.each(["brainpoolP320r1", "secp521r1"])(
    "by ECDSA holds on %s, and for its challenge alone",
    async (curve) => {
      const chip = await makeChip({ image, activeAuthentication: curve });
      const dataGroups = [...chip.dataGroups].map(([number, file]) => ({ number, file }));
      const answered = (challenge: Uint8Array) =>
        readChip({
          ...{ sod: chip.sod, dataGroups },
          activeAuthentication: { challenge, signature: chip.answer(CHALLENGE) },
        }).activeAuthentication;
      expect(answered(CHALLENGE)).toMatchObject({ status: "VALID", algorithm: { curve } });
      expect(answered(CHALLENGE.toReversed()).status).toBe("INVALID");
      expect(readChip({ sod: chip.sod, dataGroups }).activeAuthentication.status).toBe("NOT_TRIED");
    },
  );
});
