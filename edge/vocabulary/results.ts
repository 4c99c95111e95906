/** Kinds of result. */
export const RESULT_KINDS = ["ocr", "fraud", "liveness", "face"] as const;
export type ResultKind = (typeof RESULT_KINDS)[number];
