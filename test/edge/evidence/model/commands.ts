import type { ClaimName } from "#edge/credentials/credential.ts";
import type { Standing } from "#edge/verdicts/credential/judge.ts";
import { type Policy, policySchema } from "#edge/verification/policy.ts";
import type { Outcome } from "#edge/verification/types.ts";
import { pick, type Random } from "#lab/material/random.ts";
import type { CredentialKind } from "#vocabulary/credentials.ts";
import { LIVENESS_MODES, type LivenessMode } from "#vocabulary/enumerations.ts";
import { type ConsentPurpose, REGISTRATION_ORIGINS, type RegistrationOrigin } from "#vocabulary/faces.ts";
import type { KnownAs } from "./own-checks.ts";

/** The person that a portrait or a live frame shows. */
export type Person = "X" | "Y";

/**
 * The ground truth against a capture: an image with faces of two people; a document with nothing to check it
 * by; a seal of another document; a live frame that is a copy of the portrait, or that another verification
 * has seen.
 */
export type Flaw = "two_people" | "nothing_to_check" | "moved_seal" | "copy" | "seen_before";

interface Described {
  readonly portrait: Person;
  readonly sides: 1 | 2;
  readonly canBeJudged: boolean;
  readonly flaw?: Flaw;
}

/** The documents that may be shown: each name is one image, or a front and a back. */
export const DOCUMENTS = {
  A: { portrait: "X", sides: 1, canBeJudged: true },
  "A, another image": { portrait: "X", sides: 1, canBeJudged: true },
  "A's MRZ, other pixels": { portrait: "Y", sides: 1, canBeJudged: true },
  B: { portrait: "Y", sides: 1, canBeJudged: true },
  "B, dark": { portrait: "Y", sides: 1, canBeJudged: false },
  none: { portrait: "Y", sides: 1, canBeJudged: false },
  "A, and its back": { portrait: "X", sides: 2, canBeJudged: true },
  "B, and A's back": { portrait: "Y", sides: 2, canBeJudged: true },
  "B beside a photo of X": { portrait: "X", sides: 1, canBeJudged: true, flaw: "two_people" },
  "a drawn licence": { portrait: "X", sides: 1, canBeJudged: true, flaw: "nothing_to_check" },
  "a drawn licence, and its barcode": {
    portrait: "X",
    sides: 2,
    canBeJudged: true,
    flaw: "nothing_to_check",
  },
  "a drawn licence, and its seal": {
    portrait: "X",
    sides: 1,
    canBeJudged: true,
    flaw: "nothing_to_check",
  },
  "A with a seal of another document": { portrait: "X", sides: 1, canBeJudged: true, flaw: "moved_seal" },
} as const satisfies Record<string, Described>;
export type DocumentName = keyof typeof DOCUMENTS;

export const flawOf = (document: DocumentName): Flaw | undefined => {
  const { flaw }: Described = DOCUMENTS[document];
  return flaw;
};

/** The outcome of the part that finds a flaw. */
export const FOUND = {
  two_people: "adverse",
  nothing_to_check: "review",
  moved_seal: "failed",
  copy: "adverse",
  seen_before: "adverse",
} as const satisfies Record<Flaw, Outcome>;

const NAMES = Object.keys(DOCUMENTS) as DocumentName[];

/** How a document shows what the tenant expects: read with certainty, or not. */
const SHOWN_DETAILS = ["expected", "nearly", "misread", "other", "unread"] as const;
export type ShownDetails = (typeof SHOWN_DETAILS)[number];

/** The truth of a chip: whose document it is, whether it is no copy, and what its signature comes to. */
export interface ChipShown {
  readonly document: "A" | "B";
  readonly isOriginal: boolean;
  /** Of what has signed it, in bits of security. */
  readonly strength: 80 | 112 | 128;
  readonly ocr: Outcome;
  readonly fraud: Extract<Outcome, "passed" | "failed" | "capture_quality">;
}

/** What is wrong with a credential, when it was signed, and its validity. */
export const FAULTS = ["unread", "signature", "digests", "country"] as const;
export const SIGNED_WHEN = ["within", "first", "last", "unknown", "before", "after"] as const;
export const VALIDITIES = ["now", "open", "ahead", "too_early", "over"] as const;

/** The truth of a wallet's credential: what it says, who has signed it, and what is wrong with it. */
export interface CredentialShown {
  readonly kind: CredentialKind;
  readonly document: "A" | "B";
  /** `other_curve`: a trust anchor vouches for it, with a key that cannot be verified here. */
  readonly issuer: "trusted" | "unknown" | "other_curve";
  readonly fault: (typeof FAULTS)[number] | null;
  /** The time of the signature in its certificate's validity. */
  readonly signed: (typeof SIGNED_WHEN)[number];
  /** `ahead`: it begins within what clocks differ by. */
  readonly validity: (typeof VALIDITIES)[number];
  /** What the issuer's status list says. */
  readonly standing: Standing;
  readonly lacks: ClaimName | null;
  readonly holder: "valid" | "expired" | "young";
  readonly spelled: "DE" | "de";
}

/** One upload, and the results of its checks. */
export type Call =
  | {
      readonly kind: "document";
      readonly document: DocumentName;
      /** The results of one call: reading and judgement, or one of them. */
      readonly looks: Readonly<Partial<Record<"ocr" | "fraud", Outcome>>>;
      /** Beside what the tenant expects, if it expects details and the document was read. */
      readonly details: ShownDetails;
      /** How the tenant knows it; default: as the sequence's own checks say. */
      readonly known?: KnownAs;
      /** The document's chip, sent in place of the images. */
      readonly chip?: ChipShown;
      /** A wallet's credential, likewise. */
      readonly credential?: CredentialShown;
      /** Whether suspicion of the images rests on pixels alone. */
      readonly ofPixels?: boolean;
    }
  | {
      readonly kind: "liveness";
      readonly person: Person;
      readonly mode: LivenessMode;
      /** Of its best frame. */
      readonly flaw?: Flaw;
      readonly check: Outcome;
      /** The result of the search for the face, if it is live and the policy requires a search. */
      readonly search: Outcome;
    };

/** A registered face under the verification's reference: whose it is, and where it is from. */
export interface Registered {
  readonly person: Person;
  readonly origin: RegistrationOrigin;
}

/**
 * The next step; two calls are concurrent. `grey`: whether the faces' comparison, if there is one,
 * is inconclusive. `register`: another face is registered, or none any more.
 */
export type Command =
  | { readonly kind: "calls"; readonly calls: readonly Call[]; readonly grey: boolean }
  | { readonly kind: "register"; readonly face: Registered | null }
  | { readonly kind: "cancel" }
  | { readonly kind: "expire" };

/** The commands under a policy. */
export interface Sequence {
  readonly policy: Policy;
  /** Whether no weaker check could pass when the verification was created. */
  readonly challengeFirst: boolean;
  /** Whether the tenant expects details. */
  readonly expects: boolean;
  /** The face that is registered when the verification is created, if its policy compares it. */
  readonly registered: Registered;
  /** What the person agreed to; null if they withdrew it. */
  readonly purposes: readonly ConsentPurpose[] | null;
  readonly commands: readonly Command[];
  /** The verification's next commands, while it is open. */
  readonly ending: "honest" | "as_told";
}

const often = (outcome: Outcome, times: number): readonly Outcome[] => Array(times).fill(outcome);
/** Outcomes, as often as they come, in three settings: ordinary users, attackers, bad light. */
type Mood = readonly Outcome[];
const MOODS: readonly Mood[] = [
  [...often("passed", 6), "retry", "capture_quality", "review", "adverse"],
  [...often("passed", 3), "review", "adverse", "retry", "capture_quality", "failed"],
  [...often("capture_quality", 4), "passed", "review", "retry"],
];
const LONGEST = [10, 10, 26];
/** Searches are never repeated. */
const SEARCHES: readonly Outcome[] = ["passed", "passed", "passed", "review", "adverse", "failed"];

const POLICIES: readonly Policy[] = [1, 2, 3, 4].flatMap((max_attempts) =>
  LIVENESS_MODES.flatMap((liveness_mode) =>
    [
      {},
      {},
      { dedupe: "review" },
      { dedupe: "decline", require_face_match: false },
      { require_face_match: false },
      { steps: ["document"], min_age: 18 },
      { steps: ["liveness"], dedupe: "review" },
      { steps: ["liveness", "document"] },
      { on_expected_mismatch: "decline" },
      { on_expected_mismatch: "report" },
      { steps: ["liveness"], match_registered: "require" },
      { match_registered: "approval_only", register_on_approval: "replace" },
      { register_on_approval: "create" },
      { purpose: "age", min_age: 18 },
      { purpose: "age", min_age: 18, steps: ["liveness", "document"], require_face_match: false },
    ].map((rest) => policySchema.parse({ max_attempts, liveness_mode, ...rest })),
  ),
);

/** A sequence of commands; equal numbers give an equal sequence. */
export function drawSequence(random: Random): Sequence {
  const mood = Math.floor(random() * MOODS.length);
  const length = 1 + Math.floor(random() * LONGEST[mood]!);
  const commands = Array.from({ length }, () => drawCommand(random, MOODS[mood]!));
  const policy = pick(random, POLICIES);
  return {
    policy,
    expects: random() < 0.5 && policy.purpose !== "age",
    commands,
    ending: pick(random, ["honest", "as_told"]),
    challengeFirst: random() < 0.3,
    // Such a verification is only created if the registration counts.
    registered: { person: random() < 0.75 ? "X" : "Y", origin: "approval" },
    purposes: pick(random, [["verify", "return"], ["verify", "return"], ["verify"], null]),
  };
}

function drawCommand(random: Random, mood: Mood): Command {
  if (random() < 0.01) return { kind: pick(random, ["cancel", "expire"]) };
  if (random() < 0.05) return { kind: "register", face: drawRegistered(random) };
  const calls = Array.from({ length: random() < 0.2 ? 2 : 1 }, () =>
    random() < 0.65 ? drawDocument(random, mood) : drawLiveness(random, mood),
  );
  return { kind: "calls", calls, grey: random() < 0.15 };
}

function drawRegistered(random: Random): Registered | null {
  if (random() < 0.2) return null;
  return { person: random() < 0.6 ? "X" : "Y", origin: pick(random, REGISTRATION_ORIGINS) };
}

function drawDocument(random: Random, mood: Mood): Call {
  const document = random() < 0.5 ? "A" : pick(random, NAMES);
  const flaw = flawOf(document);
  const ocr: Outcome = DOCUMENTS[document].canBeJudged ? pick(random, mood) : "capture_quality";
  const drawn: Outcome = DOCUMENTS[document].canBeJudged ? pick(random, mood) : "capture_quality";
  const fraud = flaw === undefined ? drawn : FOUND[flaw];
  const looks = pick(random, [{ ocr }, { fraud }, { ocr, fraud }]);
  const details = random() < 0.7 ? "expected" : pick(random, SHOWN_DETAILS);
  return { kind: "document", document, looks, details };
}

function drawLiveness(random: Random, mood: Mood): Call {
  const flaw = random() < 0.1 ? pick<Flaw>(random, ["copy", "seen_before"]) : undefined;
  const drawn = random() < 0.15 ? "step_up" : pick(random, mood);
  const check = flaw === "seen_before" ? FOUND[flaw] : drawn;
  const person = random() < 0.75 ? "X" : "Y";
  return {
    kind: "liveness",
    person,
    mode: pick(random, LIVENESS_MODES),
    ...(flaw !== undefined && { flaw }),
    check,
    search: pick(random, SEARCHES),
  };
}
