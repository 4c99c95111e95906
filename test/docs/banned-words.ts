/** A word that no text of ours has: what to write in its place, and why. */
interface BannedWord {
  readonly word: RegExp;
  readonly write: string;
  readonly why: string;
}

const METAPHOR = "a metaphor: name what happens";
const DIALECT = "a word that only this project uses in this sense";
const STIFF = "stiff English: a plain word says the same";

const banned = (why: string, words: Readonly<Record<string, readonly [pattern: string, ...string[]]>>) =>
  Object.entries(words).map(
    ([write, patterns]): BannedWord => ({ word: new RegExp(`(?:${patterns.join("|")})`, "giu"), write, why }),
  );

/** The words that `docs/reference/glossary.md` says not to write, where a pattern can find them. */
export const BANNED_WORDS: readonly BannedWord[] = [
  ...banned("ICAO Doc 9303 has the word", {
    MRZ: [String.raw`(?<!time[ -]|readable |inspection |free )\bzones?\b`],
    "issuer, generator or publisher": [String.raw`\bmakers?\b`],
    counterfeit: [String.raw`\bdrawn from nothing\b`, String.raw`\bfabricated\b`],
    "image or photo": [String.raw`\bpictures?\b`],
    rectify: [String.raw`\b(?:lay|lays|laid|laying) (?:\w+ )?flat\b`],
  }),
  ...banned("ISO/IEC 30107 or 19795 has the word", {
    "presentation attack or injection attack": [
      String.raw`\breplayed videos?\b`,
      String.raw`\binjected cameras?\b`,
    ],
    "pass, inconclusive or fail": [
      String.raw`\b(?:grey|bad) (?:scores?|bands?|comparisons?|ones?|results?)\b`,
    ],
    suspicious: [String.raw`\badverse\b`],
    signal: [String.raw`(?<!stack )\btraces?\b`],
    "calibration points": [String.raw`(?<!trust )\banchors\b`],
    "best selfie frame": [String.raw`\blive frames?\b`],
  }),
  ...banned("machine learning has the word", {
    model: [String.raw`(?<![.\w/-])nets?\b(?!\.)`],
    "model bundle": [String.raw`(?<!npm )\bpacks?\b`],
  }),
  ...banned("OWASP has the word", {
    // ICAO Doc 9303-13 has the noun.
    encrypt: [String.raw`\b(?:unseals?|(?:un)?seal(?:ed|ing))\b`],
    "rotate a key": [
      String.raw`\bturn(?:s|ed|ing)? (?:a|the|its|your|of the|of a) (?:\w+ )?keys?\b`,
      String.raw`\b(?:key|secret) (?:is|was) turned\b`,
    ],
    "slow or trickle": [String.raw`\bdawdl(?:e|es|ed|ing)\b`, String.raw`\bdrip(?:s|ped|ping)?\b`],
    "withdraw consent": [String.raw`\b(?:take|takes|took|taken|taking) back\b`],
  }),
  ...banned("services and schedulers have a word", {
    "returned, sent, logged or reported": [String.raw`\b(?:tell|tells|told|telling)\b`],
    "inference worker": [String.raw`(?<![\w"'/-]|search )\bengines?\b(?!["':/])`],
    "GPU worker": [String.raw`\bdevice process(?:es)?\b`],
    preempted: [String.raw`\bput(?:s|ting)? aside\b`],
    "successful throughput": [String.raw`\bgoodput\b`],
    "admin CLI": [String.raw`\boperator's commands?\b`],
    "reject, allow or invalidate": [
      String.raw`\brefus(?:e|es|ed|al|als|ing)\b`,
      String.raw`\b(?:let|lets|letting) in\b`,
    ],
    "end user or tenant": [String.raw`(?<![\w/:._-])customers?\b(?![\w/:._]| reference| id)`],
    timeline: [String.raw`(?<!\bof |\bin the |\bin due )\bcourse\b`],
  }),
  ...banned(DIALECT, {
    "test mode and live mode": [String.raw`\b(?:two )?worlds\b`],
    "checked for fraud": [String.raw`\blook(?:s|ed|ing)? at for\b`, String.raw`\b(?:one|two|both) looks?\b`],
    correct: [String.raw`\bmend(?:s|ed|ing)?\b`],
    "self-hosted": [String.raw`\bof one's own\b`],
    our: [String.raw`\bof ours\b`],
    "repository conventions": [String.raw`\bhouse(?:'s)? rules?\b`],
    "never reused": [String.raw`\bgiven away again\b`],
  }),
  ...banned(METAPHOR, {
    "is the source of truth": [String.raw`\bholds? (?:no|the) truth\b`],
    "is not delayed for batching": [String.raw`\bwaits? for company\b`],
    "has a way to decline": [String.raw`\btakes? a no\b`],
  }),
  ...banned(STIFF, {
    again: [String.raw`\banew\b`],
    "no one": [String.raw`\bnobody(?:'s)?\b`],
    backup: [String.raw`\bback-ups?\b(?!\.md)`],
    "the person who": [String.raw`\bwhoever\b`],
  }),
];

/** The banned words in a text of prose, each with what to write. */
export function bannedIn(text: string): string[] {
  return BANNED_WORDS.flatMap(({ word, write }) =>
    [...text.matchAll(word)].map(([found]) => `${found.toLowerCase()} (write: ${write})`),
  );
}
