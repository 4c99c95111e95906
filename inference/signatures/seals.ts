import { verify, X509Certificate } from "node:crypto";

/** An ECDSA signature over bytes, and the certificates that may have made it. */
interface SignedSeal {
  readonly signedBytes: Uint8Array;
  /** r and s, each as long as the curve's order. */
  readonly signature: Uint8Array;
  /** X.509, DER. */
  readonly certificates: readonly Uint8Array[];
  /** The digest that the seal names; null if the length of the signature decides. */
  readonly digest: SealDigest | null;
}

export type SealDigest = "sha256" | "sha384" | "sha512";

/**
 * The digest for a curve's order, by its bytes: ICAO Doc 9303-13, section 2.4, and the specification of
 * 2D-Doc. The signature is twice as long.
 */
const DIGESTS: Readonly<Record<number, string>> = {
  28: "sha224",
  32: "sha256",
  40: "sha384",
  48: "sha384",
  64: "sha512",
  66: "sha512",
};

/**
 * The index of the first certificate whose key made the signature; undefined if none did. A certificate that
 * cannot be read is an `Error`: the caller sends certificates that were read before.
 */
export function signerOf({ signedBytes, signature, certificates, ...seal }: SignedSeal): number | undefined {
  const usual = DIGESTS[signature.length / 2];
  if (usual === undefined) return undefined;
  const digest = seal.digest ?? usual;
  const keys = certificates.map((der) => new X509Certificate(der).publicKey);
  const at = keys.findIndex(
    (key) =>
      key.asymmetricKeyType === "ec" &&
      verify(digest, signedBytes, { key, dsaEncoding: "ieee-p1363" }, signature),
  );
  return at === -1 ? undefined : at;
}
