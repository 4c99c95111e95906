/** First byte that a decoder process sends: its libraries are loaded. */
export const HELLO = 0x48;

/** How an image ends, by its place in this list. */
export const OUTCOMES = ["decoded", "unreadable", "too_long", "too_much"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Of a request: length of the file, width, height. */
export const REQUEST_HEADER = 12;
/** Length of an answer's header: the outcome, and the length of the pixels or of the error message. */
export const ANSWER_HEADER = 5;

/** The descriptor of the one connection between the two processes. */
export const CONNECTION = 3;

/**
 * What one image may use in a decoder process, which ends itself above these limits. The most expensive
 * honest images, of 40 megapixels, need 1.5 s on one server core and 250 MB. A phone photo needs 0.05 s and
 * 40 MB.
 */
export const LIMITS = {
  /** Processor time of all threads. */
  seconds: 4,
  /** Resident memory in addition to what the process used before. */
  bytes: 280_000_000,
  /** Milliseconds between two checks: memory grows by about 1 MB in that time. */
  every: 5,
} as const;
