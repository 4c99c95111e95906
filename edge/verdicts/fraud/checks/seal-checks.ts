import { sealOf } from "../../barcode/barcodes.ts";
import type { BarcodeFields } from "../../barcode/licence-fields.ts";
import { judgeSeal } from "../../barcode/seals/judge.ts";
import { inMrz, inPrint, mrzOf, sidesOf } from "./barcode-checks.ts";
import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";

const NONE = "No signed barcode was read.";
const UNKNOWN = "The signer of the signed barcode is not among the trust anchors.";

const sealsOf = ({ reading }: CheckInput) =>
  reading.barcodes.flatMap((barcode) => {
    const seal = sealOf(barcode);
    return seal === null ? [] : [{ seal, ...judgeSeal(seal, barcode.signature) }];
  });

/** Whether the signature of every seal whose signer is trusted is right. */
export function sealSignature(input: CheckInput): CheckResult {
  const seals = sealsOf(input);
  if (seals.length === 0) return notApplicable(NONE);
  const fault = seals.map((each) => each.fault).find((found) => found !== null);
  if (fault !== undefined) return failed(fault);
  return seals.some(({ status }) => status === "valid") ? PASS : notEvaluated(UNKNOWN);
}

/**
 * Compares the data of valid seals with the MRZ and the printed text of both sides: a valid seal of other
 * data was moved here. The MRZ decides first, since its check digits find misreadings.
 */
export function sealConsistency(input: CheckInput): CheckResult {
  const seals = sealsOf(input);
  if (seals.length === 0) return notApplicable(NONE);
  const valid = seals.filter(({ status }) => status === "valid");
  if (valid.length === 0) return notEvaluated("No signed barcode has a valid signature of a trusted signer.");
  const compared = valid.map(({ seal }) => compare(seal.fields, input));
  const differing = compared.map((each) => each.differing).find((found) => found !== null);
  if (differing !== undefined) return failed(`The signed barcode and the document differ in ${differing}.`);
  return compared.some(({ agreed }) => agreed > 0)
    ? PASS
    : notEvaluated("No value of the signed barcode was found on the document.");
}

function compare(fields: BarcodeFields, { reading, otherSide, now }: CheckInput) {
  const machine = mrzOf(reading, otherSide, now);
  const coded = machine === null ? { agreed: 0, differing: null } : inMrz(fields, machine);
  if (coded.differing !== null) return coded;
  const printed = inPrint(fields, sidesOf(reading, otherSide), now);
  return { agreed: coded.agreed + printed.agreed, differing: printed.differing };
}
