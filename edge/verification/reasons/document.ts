import type { ReasonText } from "../types.ts";

/** The reasons of the document step: its capture, its data, and its two sides. */
export const DOCUMENT_TEXTS = {
  resolution_too_low: {
    finding: "The document is too small in the image",
    cause: "The long side of the document has too few pixels.",
    support: "Ask the person to move closer, or to use a camera of higher resolution.",
  },
  image_too_dark: {
    finding: "The document image is too dark",
    cause: "The mean brightness of the image is below the limit.",
    support: "Ask the person to find more light.",
  },
  image_too_bright: {
    finding: "The document image is overexposed",
    cause: "The mean brightness of the image is above the limit.",
    support: "Ask the person to move out of direct light.",
  },
  image_too_blurry: {
    finding: "The document image is blurred",
    cause: "The sharpness (variance of the Laplacian) is below the limit.",
    support: "Ask the person to hold the camera still and to wipe the lens.",
  },
  glare: {
    finding: "Glare hides a part of the document",
    cause: "Too many pixels are saturated, and the text is hard to read.",
    support: "Ask the person to tilt the document, or to move away from the lamp.",
  },
  too_much_text: {
    finding: "The image shows more text than a document has",
    cause: "The image has more lines of text, or longer ones, than the service reads.",
    support: "Ask the person to photograph the document alone.",
  },
  no_document_found: {
    finding: "No identity document was found in the image",
    cause: "The image has no MRZ, and fewer than two marks of an identity document.",
    support: "Ask the person to photograph an identity document.",
  },
  document_not_isolated: {
    finding: "The edges of the document cannot be found",
    cause: "Nothing in the image shows where the card or the data page ends.",
    support: "Ask the person to put the document alone on a plain surface of another colour.",
  },
  document_cut_off: {
    finding: "A part of the document is outside the image",
    cause: "The outline of the document reaches over the edge of the image.",
    support: "Ask the person to photograph the whole document.",
  },
  unsupported_document_type: {
    finding: "The document is of a type that the policy does not accept",
    cause: "The type is not in the policy's `document_types`.",
    support: "Ask the person for a document of an accepted type.",
    source: "tenant",
  },
  document_type_mismatch: {
    finding: "The document is not of the declared type",
    cause: "The MRZ or the title of the document excludes the declared `document_type`.",
    support: "Ask the person to choose the type of the document that they show.",
  },
  low_text_confidence: {
    finding: "The text of the document could not be read with confidence",
    cause: "The text or the MRZ was read too uncertainly, or without a name and a number.",
    support: "Ask the person for a sharp photo in even light, or check whether the script is supported.",
  },
  document_expired: {
    finding: "The document has expired",
    cause: "The date of expiry is before today (UTC).",
    support: "Ask the person for a valid document.",
  },
  portrait_not_found: {
    finding: "No portrait was found on the document",
    cause: "The policy matches faces, and no face was found inside the outline of the document.",
    support: "Ask the person to photograph the side with the portrait.",
  },
  mrz_not_found: {
    finding: "The MRZ of the document was not found",
    cause: "The type always has an MRZ, and none was read.",
    support: "Ask the person to photograph the side or page with the MRZ, whole and sharp.",
  },
  front_missing: {
    finding: "The front of the document is missing",
    cause: "The side that was sent is a card's back without a portrait.",
    support: "Ask the person to photograph the front, too.",
  },
  back_missing: {
    finding: "The back of the document is missing",
    cause: "The issuing state prints the MRZ or a barcode on the back, and only the front was sent.",
    support: "Ask the person to photograph the back, too.",
  },
  barcode_not_read: {
    finding: "The barcode of the licence could not be read",
    cause: "Licences of the United States and Canada have a PDF417 barcode on the back, and none was read.",
    support:
      "Ask the person for a sharp photo of the back, flat and close. A few old licences have no barcode.",
  },
  document_changed: {
    finding: "The document was read and checked on different images",
    cause:
      "`ocr/scan` and `fraud/detect` were called with different images, so neither result counts for the other.",
    support: "Send the same image to both calls, or use `POST /v1/verifications/:id/document`.",
  },
  not_processed: {
    finding: "The image could not be processed",
    cause: "The call failed after the inference service had begun to work on the image.",
    support: "Ask the person for another photo. If it happens again, look up the request in the log.",
  },
  age_not_read: {
    finding: "The age could not be determined",
    cause: "The policy has `min_age`, and the date of birth was not read, or its century is unknown.",
    support: "Read the date of birth on the document.",
    source: "tenant",
  },
  under_min_age: {
    finding: "The person is younger than the minimum age",
    cause: "The date of birth on the document is less than `min_age` years ago.",
    support:
      "Do not retry. Explain what your product requires of everybody; do not confirm the age of the person.",
    source: "tenant",
  },
  details_mismatch: {
    finding: "The document shows other details than expected",
    cause: "A detail of `expected` differs from the document's. `details` names it.",
    support: "Compare the details that you have with the document. Names can differ after a marriage.",
    source: "tenant",
  },
  details_not_confirmed: {
    finding: "The document does not confirm every expected detail",
    cause: "A detail of `expected` was not read, or a name is nearly the expected one. `details` names it.",
    support: "Compare the details that you have with the document.",
    source: "tenant",
  },
  expiry_not_read: {
    finding: "The date of expiry could not be determined",
    cause: "The document is otherwise usable, and no date of expiry was read.",
    support: "Read the date of expiry on the document.",
  },
  sides_not_linked: {
    finding: "The front and the back could not be linked to one document",
    cause: "No document number, birth date or whole name was found on both sides.",
    support: "Compare the two images, or ask the person for both sides of one document.",
  },
  sides_contradict: {
    finding: "The front and the back contradict each other",
    cause: "A value or a portrait on one side differs from the other side.",
    support: "Compare the two images. Treat them as two documents until the difference is explained.",
  },
  unknown_issuer: {
    finding: "The issuer of the signed data is unknown",
    cause: "No trust anchor of the mode has issued the certificate of the chip's or credential's signer.",
    support:
      "Ask the operator to import the state's CSCA certificates, or the issuer's of the credential. A photo of the document still counts.",
  },
  unsupported_algorithm: {
    finding: "The issuer's signature is of a kind that is not verified",
    cause: "The signer's key, or the wallet's, is on a curve other than P-256, P-384 and P-521.",
    support: "Ask the person for a photo of the document, or for another credential.",
  },
  chip_read_incomplete: {
    finding: "The chip was not read completely",
    cause: "EF.SOD, DG1 or the face of DG2 is missing, or could not be read.",
    support: "Ask the person to read the chip again, without moving the phone.",
  },
  credential_revoked: {
    finding: "The issuer has revoked or suspended the credential",
    cause:
      "The status list that the credential names says so. The service fetches such lists with `STATUS_LISTS=fetch`.",
    support: "Ask the person for a credential that is valid, or for a photo of the document.",
  },
  credential_expired: {
    finding: "The issuer's signature of the credential is no longer valid",
    cause: "The validity that the issuer set for the credential has ended, or has not begun.",
    support: "Ask the person to update the credential in the wallet, which renews it by itself.",
  },
  credential_incomplete: {
    finding: "The credential lacks data that the verification needs",
    cause:
      "The wallet did not disclose a name, the date of birth, the date of expiry or the issuing country.",
    support: "Ask the person to share everything that the wallet asks for.",
  },
  chip_too_weak: {
    finding: "The chip was signed with an algorithm that is too weak",
    cause: "The signer's algorithms are below the policy's `chip_min_strength`.",
    support: "Ask the person for a newer document, or for photos of this one if the policy accepts them.",
    source: "tenant",
  },
  chip_contradicts: {
    finding: "The chip and the photo of the document contradict each other",
    cause: "The chip's MRZ or face is not that of the photo which counts in this verification.",
    support: "Compare the chip's data and face with the photo of the document.",
  },
  fraud_suspicious: {
    finding: "Possible tampering with the document",
    cause: "The forensic signals together reach the suspicious threshold, or a major check failed.",
    support: "Look at the marked places in the fraud result and compare them with a genuine document.",
  },
  fraud_fraudulent: {
    finding: "The document is likely forged",
    cause: "A critical check failed, or the forensic signals together reach the fraudulent threshold.",
    support: "Do not retry. Read the fraud result and follow your fraud procedure.",
  },
  fraud_inconclusive: {
    finding: "The image does not allow a fraud check",
    cause: "The image failed the quality gate, or a required check could not be evaluated.",
    support: "Ask the person for a sharp photo of the whole document in even light.",
  },
  authenticity_not_checked: {
    finding: "Nothing on the document could be checked for authenticity",
    cause: "The document has no MRZ, and no national number whose check digit is known.",
    support: "Compare the document with a specimen, or ask the person for a passport or a card with an MRZ.",
  },
} as const satisfies Readonly<Record<string, ReasonText>>;
