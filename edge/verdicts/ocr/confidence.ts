/**
 * At and over which characters count as read with confidence, so that a contradiction is the document's own.
 */
export const CONFIDENT = 0.9;
