/** Decisions of fraud detection (contract §6). */
export const FRAUD_DECISIONS = ["clean", "suspicious", "fraudulent", "inconclusive"] as const;
export type FraudDecision = (typeof FRAUD_DECISIONS)[number];

/** `canonical`: measured by this service; `legacy`: imported from an earlier system. */
export const RECORD_KINDS = ["canonical", "legacy"] as const;

/** Signals that inference measures on the image; see `inference/forensics/detector/indicators.ts`. */
const MEASURED_SIGNALS = [
  "screen_recapture",
  "print_recapture",
  "photocopy",
  "screenshot",
  "digital_tampering",
  "portrait_substitution",
  "text_tampering",
  "copy_move",
  "splicing",
  "metadata_anomaly",
] as const;

/** Signals that the edge derives from the reading and from what it knows of other images. */
export const DERIVED_SIGNALS = ["duplicate_image", "specimen_document", "face_missing"] as const;
export type DerivedSignal = (typeof DERIVED_SIGNALS)[number];

/** Every forensic signal (contract §6.5). */
export const SIGNALS = [...MEASURED_SIGNALS, ...DERIVED_SIGNALS] as const;
export type SignalName = (typeof SIGNALS)[number];

export const SIGNAL_SEVERITIES = ["high", "medium", "low"] as const;
export type SignalSeverity = (typeof SIGNAL_SEVERITIES)[number];

/** Deterministic checks (contract §6), in the order of the API's answers. */
export const CHECKS = [
  "mrz_document_number_checksum",
  "mrz_birth_date_checksum",
  "mrz_expiry_date_checksum",
  "mrz_composite_checksum",
  "mrz_state_rule",
  "mrz_viz_consistency",
  "barcode_format",
  "barcode_viz_consistency",
  "barcode_mrz_consistency",
  "seal_signature",
  "seal_consistency",
  "id_number_checksum",
  "date_order",
  "issuing_country_valid",
  "duplicate_of_known_image",
  "editing_software_trace",
  "single_holder",
] as const;
export type CheckName = (typeof CHECKS)[number];

export const CHECK_STATUSES = ["pass", "fail", "not_applicable", "not_evaluated"] as const;
export type CheckStatus = (typeof CHECK_STATUSES)[number];

export const CHECK_SEVERITIES = ["critical", "major", "info"] as const;
export type CheckSeverity = (typeof CHECK_SEVERITIES)[number];
