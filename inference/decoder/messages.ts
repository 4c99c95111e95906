/** What a decoder's process says first: it has loaded its libraries. */
export const HELLO = 0x48;

/** How an image ends, by its place in this list. */
export const OUTCOMES = ["decoded", "unreadable", "too_long", "too_much"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Of a request: length of the file, width, height. */
export const REQUEST_HEADER = 12;
/** Of an answer: the outcome, and the length of the pixels, or of a message that says why there are none. */
export const ANSWER_HEADER = 5;

/** The descriptor of the one connection between the two processes. */
export const CONNECTION = 3;

/**
 * What one image may take of a decoder's process, which ends itself when it takes more. The dearest
 * honest images, of 40 megapixels, take 1.5 s on one core of a server, and 250 MB; a phone's takes 0.05 s
 * and 40 MB.
 */
export const LIMITS = {
  /** Processor time of all threads. */
  seconds: 4,
  /** Resident memory beyond what the process had before. */
  bytes: 280_000_000,
  /** Milliseconds between two looks: memory grows by some 1 MB in each. */
  every: 5,
} as const;
