/**
 * Characters at or above this confidence count as read with confidence: a contradiction between them is the
 * document's, not the reader's.
 */
export const CONFIDENT = 0.9;
