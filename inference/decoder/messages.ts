/** What a decoder's process says first: it has loaded its libraries. */
export const HELLO = 0x48;

/** How a picture ends, by its place in this list. */
export const OUTCOMES = ["decoded", "unreadable", "too_long", "too_much"] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Of a request: length of the file, width, height. */
export const REQUEST_HEADER = 12;
/** Of an answer: the outcome, and the length of the pixels, or of a message that says why there are none. */
export const ANSWER_HEADER = 5;

/** The descriptor of the one connection between the two processes. */
export const CONNECTION = 3;
