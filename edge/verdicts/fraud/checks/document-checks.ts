import { isIcaoCountry } from "../../text/country-names.ts";
import { CONFIDENT } from "../../text/letters.ts";
import { type CheckInput, type CheckResult, failed, notApplicable, notEvaluated, PASS } from "./check.ts";
import { withoutMrz } from "./mrz-checksums.ts";

/** Whether the MRZ's issuing state and nationality are ICAO codes. */
export function issuingCountryValid({ reading, mrzExpected }: CheckInput): CheckResult {
  const { mrz } = reading;
  if (mrz === null) return withoutMrz(reading, mrzExpected);
  const states = mrz.fields.filter(({ name }) => name === "issuing_state" || name === "nationality");
  if (states.length === 0) return notEvaluated("No issuing state was read.");
  const unknown = states.filter(({ value }) => !isIcaoCountry(value));
  if (unknown.some(({ confidence }) => confidence >= CONFIDENT)) {
    return failed("The MRZ has a state code that ICAO does not list.");
  }
  return unknown.length === 0 ? PASS : notEvaluated("The state's code was not read with confidence.");
}

/**
 * Fails if another face in the image is not the portrait's person, as when a photo is laid beside a stolen
 * card. A second, smaller print of the holder on the card passes, and so does a holder who shows the card
 * beside their own face.
 */
export function singleHolder({ sameHolder }: CheckInput): CheckResult {
  if (sameHolder.length === 0) return notApplicable("The image shows no other face of that size.");
  if (sameHolder.includes(false)) return failed("Another face in the image is of another person.");
  return sameHolder.includes(null) ? notEvaluated("Another face is too small or blurred to compare.") : PASS;
}

/**
 * Largest Hamming distance of two perceptual hashes, in bits, at which two images count as the same.
 * Measured: copies that were resaved, shrunk or brightened differed in at most 34 bits; flat scans of one
 * template, issued to different persons, in at least 65.
 */
export const NEAR_DUPLICATE_BITS = 48;

/** Whether two images at this distance count as the same. */
export const isSameImage = (distance: number) => distance <= NEAR_DUPLICATE_BITS;

/**
 * Fails if another end user of the tenant and mode has sent the same or nearly the same image. Test mode
 * reports such an image without failing: developers send one card under many references.
 */
export function duplicateOfKnownImage({ knownImageDistance: distance, mode }: CheckInput): CheckResult {
  if (distance === null)
    return notEvaluated("Without a customer_ref, images of other end users cannot be distinguished.");
  if (!isSameImage(distance)) return PASS;
  const found = "Another end user has sent the same image or a near-duplicate.";
  return mode === "live" ? failed(found) : notApplicable(`${found} This counts in live mode only.`);
}
