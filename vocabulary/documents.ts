/** Keys of a document's fields (contract §7), in the order of the API's answers. */
export const FIELD_KEYS = [
  "full_name",
  "first_name",
  "last_name",
  "document_number",
  "personal_number",
  "date_of_birth",
  "date_of_issue",
  "date_of_expiry",
  "sex",
  "nationality",
  "issuing_country",
  "address",
  "place_of_birth",
] as const;
export type FieldKey = (typeof FIELD_KEYS)[number];

/**
 * Where a field was read: the machine-readable zone, the visual inspection zone, a barcode, print and one of
 * the others, a document's chip, or a wallet's credential.
 */
export const FIELD_SOURCES = ["mrz", "viz", "barcode", "both", "chip", "credential"] as const;
export type FieldSource = (typeof FIELD_SOURCES)[number];

/** Formats of barcodes (contract §7.1): a licence's by AAMVA, signed seals, and any other. */
export const BARCODE_KINDS = ["aamva", "icao_vds", "icao_idb", "2d_doc", "other"] as const;

/** Symbologies of the barcodes that are read. */
export const SYMBOLOGIES = ["pdf417", "data_matrix", "qr_code", "aztec"] as const;

/** Limits of the text that is read of an image (contract §10.2); inference reads no more. */
export const TEXT_LIMITS = { lines: 200, characters: 120 } as const;

/** Contract §7.3's `eligibility_reason`. */
export const ELIGIBILITY_REASONS = [
  "ok",
  "image_too_blurry",
  "image_too_dark",
  "image_too_bright",
  "glare",
  "resolution_too_low",
  "no_document_found",
  "document_cut_off",
  "document_not_isolated",
  "too_much_text",
  "unsupported_document_type",
  "document_type_mismatch",
  "document_expired",
  "low_text_confidence",
] as const;
export type EligibilityReason = (typeof ELIGIBILITY_REASONS)[number];

/** The origin of a document's image, as the device states it. */
export const CAPTURE_SOURCES = ["camera", "file"] as const;

export type CaptureSource = (typeof CAPTURE_SOURCES)[number];
