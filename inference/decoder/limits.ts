/**
 * What one picture may take of a decoder's process, which ends itself when it takes more. The dearest
 * honest pictures, of 40 megapixels, take 1.5 s on one core of a server, and 250 MB; a phone's takes 0.05 s
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
