import type { SecurityObject, SignatureAlgorithm } from "../../inference/chip.ts";

/** Bits of security, and the least bits of a key that have them (NIST SP 800-57, part 1, table 2). */
const RSA: readonly (readonly [bits: number, from: number])[] = [
  [128, 3_072],
  [112, 2_048],
  [80, 1_024],
];
const CURVE: typeof RSA = [
  [128, 256],
  [112, 224],
  [80, 160],
];
const DIGESTS: Readonly<Record<string, number>> = {
  sha1: 80,
  sha224: 112,
  sha256: 128,
  sha384: 128,
  sha512: 128,
};

const bitsOf = (levels: typeof RSA, keyBits: number): number =>
  levels.find(([, from]) => keyBits >= from)?.[0] ?? 0;

const ofAlgorithm = ({ scheme, digest, keyBits }: SignatureAlgorithm): number =>
  Math.min(bitsOf(scheme === "ecdsa" ? CURVE : RSA, keyBits), DIGESTS[digest] ?? 0);

/** Below this, an algorithm is weak: NIST has disallowed it for signatures since 2014. */
export const WEAK_BELOW = 112;

/** Of the weakest algorithm by which a chip's data were signed, in bits of security: 0, 80, 112 or 128. */
export const strengthOf = ({ digest, algorithm }: SecurityObject): number =>
  Math.min(ofAlgorithm(algorithm), DIGESTS[digest] ?? 0);
