import type { Barcode, SealSignature } from "../../inference/barcode.ts";
import { instance } from "../../platform/figures.ts";
import { findSigners } from "../../store/trust-anchors.ts";
import { sealOf } from "../../verdicts/barcode/barcodes.ts";
import { judgeSeal } from "../../verdicts/barcode/seals/judge.ts";
import { anchorName, type Seal } from "../../verdicts/barcode/seals/seal.ts";
import type { Check } from "../checks.ts";
import { embeddedSigner, type Signer } from "./embedded-signer.ts";

type WithBarcodes = { readonly barcodes: readonly Barcode[] };

/** A seal on one of the readings, and the trusted signers that may have signed it. */
interface Found {
  readonly barcode: Barcode;
  readonly seal: Seal;
  readonly signers: readonly Signer[];
}

/**
 * The readings, with what the trust store says of their seals. The trust anchors are sent with the call that
 * verifies the signatures: inference has none of its own, so both sides judge by the same set. Throws 503
 * `service_unavailable` if the signatures cannot be verified.
 */
export async function withSignatures<Reading extends WithBarcodes>(
  check: Pick<Check, "services" | "scope" | "call">,
  readings: readonly Reading[],
): Promise<Reading[]> {
  const found = await sealsOn(check, readings);
  if (found.length === 0) return [...readings];
  const signatures = await verify(check, found);
  return readings.map((reading) => ({
    ...reading,
    barcodes: reading.barcodes.map((barcode) => {
      const signature = signatures.get(barcode);
      return signature === undefined ? barcode : { ...barcode, signature };
    }),
  }));
}

function sealsOn(
  check: Pick<Check, "services" | "scope" | "call">,
  readings: readonly WithBarcodes[],
): Promise<Found[]> {
  const seals = readings
    .flatMap(({ barcodes }) => barcodes)
    .flatMap((barcode) => {
      const seal = sealOf(barcode);
      return seal === null ? [] : [{ barcode, seal }];
    });
  return Promise.all(
    seals.map(async ({ barcode, seal }) => ({ barcode, seal, signers: await signersOf(check, seal) })),
  );
}

/** The trust anchors that the seal names, or else the signer in the seal if it rests on one. */
async function signersOf(
  check: Pick<Check, "services" | "scope" | "call">,
  seal: Seal,
): Promise<readonly Signer[]> {
  const of = { mode: check.scope.mode, kind: seal.anchorKind, ...anchorName(seal) };
  const named = await findSigners(check.services.db, of);
  if (named.length > 0) return named.map((row) => ({ ...row, isChained: row.signedBy !== null }));
  const embedded = await embeddedSigner(check, seal);
  return embedded === null ? [] : [embedded];
}

/** What inference verifies at most; no genuine seal has more. */
const MOST_BYTES = { signed: 3 * 1024, signature: 132 } as const;

const isVerifiable = ({ seal: { signedBytes, signature }, signers }: Found): boolean =>
  signers.length > 0 && signedBytes.length <= MOST_BYTES.signed && signature.length <= MOST_BYTES.signature;

async function verify(
  { services: { inference }, call }: Pick<Check, "services" | "call">,
  found: readonly Found[],
): Promise<Map<Barcode, SealSignature>> {
  const verifiable = found.filter(isVerifiable);
  const seals = verifiable.map(({ seal: { signedBytes, signature, digest }, signers }) => ({
    ...{ signedBytes, signature, digest },
    certificates: signers.map(({ certificate }) => certificate),
  }));
  const made = seals.length === 0 ? [] : await inference.verifySeals(seals, call.inferenceUse);
  const indexes = new Map(verifiable.map(({ barcode }, i) => [barcode, made[i]!]));
  return new Map(
    found.map(({ barcode, seal, signers }) => {
      const signature = signatureOf(signers, indexes.get(barcode) ?? null);
      instance.figures.sealed(seal.kind, judgeSeal(seal, signature).status);
      return [barcode, signature];
    }),
  );
}

/** A signature that none of the signers of its name has made is wrong; it then rests on the first of them. */
function signatureOf(signers: readonly Signer[], made: number | null): SealSignature {
  const anchor = signers[made ?? 0];
  if (anchor === undefined) return { isValid: false, anchor: null };
  const { sha256, country, validFrom, validTo, isChained } = anchor;
  return { isValid: made !== null, anchor: { sha256, country, validFrom, validTo, isChained } };
}

/** The trust anchors that readings rest on. */
export const anchorsOf = (readings: readonly WithBarcodes[]): string[] => [
  ...new Set(
    readings.flatMap(({ barcodes }) => barcodes.flatMap(({ signature }) => signature?.anchor?.sha256 ?? [])),
  ),
];
