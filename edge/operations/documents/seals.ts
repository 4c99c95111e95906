import { ApiError } from "../../core/errors.ts";
import type { Barcode, SealSignature } from "../../inference/barcode.ts";
import { instance } from "../../platform/figures.ts";
import { isUnmet, type Statement } from "../../store/batch.ts";
import { type AnchorRow, areTrusted, findSigners, onlyIfTrusted } from "../../store/trust-anchors.ts";
import { insertUses } from "../../store/trust-uses.ts";
import { sealOf } from "../../verdicts/barcode/barcodes.ts";
import { judgeSeal } from "../../verdicts/barcode/seals/judge.ts";
import { anchorName, type Seal } from "../../verdicts/barcode/seals/seal.ts";
import { type Check, commitCheck, type Findings } from "../checks.ts";
import type { Answer } from "../commit/pending-call.ts";

type WithBarcodes = { readonly barcodes: readonly Barcode[] };

/** A seal on one of the readings, and the trust anchors that may have signed it. */
interface Found {
  readonly barcode: Barcode;
  readonly seal: Seal;
  readonly signers: readonly AnchorRow[];
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
  { services: { db }, scope: { mode } }: Pick<Check, "services" | "scope">,
  readings: readonly WithBarcodes[],
): Promise<Found[]> {
  const seals = readings
    .flatMap(({ barcodes }) => barcodes)
    .flatMap((barcode) => {
      const seal = sealOf(barcode);
      return seal === null ? [] : [{ barcode, seal }];
    });
  return Promise.all(
    seals.map(async ({ barcode, seal }) => {
      const signer = anchorName(seal);
      return { barcode, seal, signers: await findSigners(db, { mode, kind: seal.anchorKind, signer }) };
    }),
  );
}

async function verify(
  { services: { inference }, call }: Pick<Check, "services" | "call">,
  found: readonly Found[],
): Promise<Map<Barcode, SealSignature>> {
  const named = found.filter(({ signers }) => signers.length > 0);
  const seals = named.map(({ seal: { signedBytes, signature }, signers }) => ({
    signedBytes,
    signature,
    certificates: signers.map(({ certificate }) => certificate),
  }));
  const made = seals.length === 0 ? [] : await inference.verifySeals(seals, call.inferenceUse);
  const indexes = new Map(named.map(({ barcode }, i) => [barcode, made[i]!]));
  return new Map(
    found.map(({ barcode, seal, signers }) => {
      const signature = signatureOf(signers, indexes.get(barcode) ?? null);
      instance.figures.sealed(seal.kind, judgeSeal(seal, signature).status);
      return [barcode, signature];
    }),
  );
}

/** A signature that none of the signers of its name has made is wrong; it then rests on the first of them. */
function signatureOf(signers: readonly AnchorRow[], made: number | null): SealSignature {
  const anchor = signers[made ?? 0];
  if (anchor === undefined) return { isValid: false, anchor: null };
  const { sha256, country, validFrom, validTo, signedBy } = anchor;
  return {
    isValid: made !== null,
    anchor: { sha256, country, validFrom, validTo, isChained: signedBy !== null },
  };
}

interface Resting {
  readonly readings: readonly WithBarcodes[];
  /** The result that a recall lists. */
  readonly resultId: string;
}

/**
 * Commits a check's findings, with the trust anchors that its readings rest on, for a recall. Nothing is
 * written if an anchor was removed or recalled meanwhile: 503 `service_unavailable`.
 */
export async function commitResting<Body>(
  check: Check<Body>,
  { readings, resultId }: Resting,
  findings: Findings<Body>,
): Promise<Answer> {
  const anchors = anchorsOf(readings);
  const { statements = [] } = findings;
  const all = { ...findings, statements: [...statements, ...usesOf(check, resultId, anchors)] };
  return commitCheck(check, all).catch(refuseIfRecalled(check, anchors));
}

/** The trust anchors that readings rest on. */
const anchorsOf = (readings: readonly WithBarcodes[]): string[] => [
  ...new Set(
    readings.flatMap(({ barcodes }) => barcodes.flatMap(({ signature }) => signature?.anchor?.sha256 ?? [])),
  ),
];

/**
 * The rows of a result that rests on trust anchors, for a recall; none are written if an anchor has gone
 * meanwhile.
 */
const usesOf = (
  { services: { db }, scope, verification, now }: Check,
  resultId: string,
  anchors: readonly string[],
): Statement[] =>
  anchors.length === 0
    ? []
    : [
        insertUses(db, scope, { anchors, resultId, verificationId: verification?.id ?? null, at: now }),
        onlyIfTrusted(db, scope.mode, anchors),
      ];

/**
 * For the `catch` of a commit that rests on trust anchors: 503 if one of them was removed or recalled
 * meanwhile.
 */
const refuseIfRecalled =
  ({ services: { db }, scope }: Pick<Check, "services" | "scope">, anchors: readonly string[]) =>
  async (error: unknown): Promise<never> => {
    if (anchors.length > 0 && isUnmet(error) && !(await areTrusted(db, scope.mode, anchors))) {
      const message = "The trust store has changed during the call. Send the call again.";
      throw new ApiError("service_unavailable", message, { retryAfter: 1, cause: error });
    }
    throw error;
  };
