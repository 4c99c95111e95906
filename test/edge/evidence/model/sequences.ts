import { seededRandom } from "#lab/material/random.ts";
import { CREDENTIAL_KINDS } from "#vocabulary/credentials.ts";
import { type Chips, drawChips, withChips, withEvidence } from "./chips.ts";
import { type Call, type Command, type CredentialShown, drawSequence, type Sequence } from "./commands.ts";
import { type Accepting, drawWallet, type Wallet, withCredentials, withWallet } from "./credentials.ts";
import { drawElsewhere, type Elsewhere } from "./elsewhere.ts";
import { drawOwnChecks, type OwnChecks, withOwnChecks } from "./own-checks.ts";
import { Play } from "./play.ts";
import { drawRulings, type Rulings } from "./reviews.ts";
import type { Rules } from "./rules.ts";
import { acceptsKind, hasPortrait } from "./signed-sentences.ts";

/** A shortest sequence that shows a fault. */
interface Failure {
  readonly run: number;
  readonly fault: string;
  readonly sequence: Sequence;
  readonly rulings: Rulings;
  readonly own: OwnChecks;
  readonly chips: Pick<Chips, "evidence" | "strength">;
  readonly wallet: Accepting;
  readonly elsewhere: Elsewhere | null;
}

/**
 * Plays so many sequences of a seed, and stops at the first that shows a fault; `ends` counts how each ended.
 */
export function findFailure(
  rules: Rules,
  seed: number,
  runs: number,
  ends = new Map<string, number>(),
): Failure | null {
  const random = seededRandom(seed);
  const reviewers = seededRandom(seed + 1);
  const tenants = seededRandom(seed + 2);
  const carriers = seededRandom(seed + 3);
  const wallets = seededRandom(seed + 4);
  const galleries = seededRandom(seed + 5);
  // Rejections are created by the million, and their stack traces are never read.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    for (let run = 0; run < runs; run++) {
      const drawn = drawSequence(random);
      const rulings = drawRulings(reviewers);
      const own = drawOwnChecks(tenants);
      const [carried, wallet] = [drawChips(carriers), drawWallet(wallets)];
      const elsewhere = drawElsewhere(galleries);
      const whole = { ...signed(drawn, carried, wallet), rulings, own, elsewhere };
      const { fault, end } = play(rules, whole);
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (fault !== null) return { run, ...shorten(rules, whole, fault) };
    }
    return null;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Longer sequences have photos alone: more captures in a row that cannot be judged than are free. */
const MOST_WITH_SIGNED = 10;

/** The sequence with chips and credentials among its documents. */
function signed(
  drawn: Sequence,
  { evidence, strength, ...carried }: Chips,
  { shown, suspicion, ...wallet }: Wallet,
): Pick<Failure, "sequence" | "chips" | "wallet"> {
  if (drawn.commands.length > MOST_WITH_SIGNED) {
    const chips = { evidence: undefined, strength: undefined };
    return { sequence: drawn, chips, wallet: { evidence: null, accept: undefined, facesMatched: true } };
  }
  const chips = { evidence, strength };
  const read = withChips(drawn.commands, { ...chips, ...carried });
  const commands = withCredentials(read, { ...wallet, shown, suspicion });
  return { sequence: { ...drawn, commands }, chips, wallet };
}

/** Number of commands that are sent to a closed verification. */
const LATE_COMMANDS = 2;

/** A sequence, the tenant's own checks in it, and the rulings and contests after it. */
type Whole = Pick<Failure, "sequence" | "rulings" | "own" | "chips" | "wallet" | "elsewhere">;

/** The fault that a sequence shows, if any, and its end. */
function play(
  rules: Rules,
  { sequence, rulings, own, chips, wallet, elsewhere }: Whole,
): { fault: string | null; end: string } {
  const { secondReviewer, contest, attempts } = rulings;
  const given = { ...sequence, secondReviewer, known: own.known };
  const accepting = withWallet(rules, withEvidence(sequence.policy, chips), wallet);
  if ("fault" in accepting) return { fault: accepting.fault, end: "open" };
  const asked = withOwnChecks(accepting.policy, own);
  const policy = asked.purpose === "age" ? asked : { ...asked, contest };
  const played = new Play(rules, policy, given);
  const fault = faultOf(played, sequence, own.moves, elsewhere) ?? faultOfRulings(played, attempts);
  return { fault, end: played.judge.end ?? "open" };
}

/** Any person tries to rule or to contest, whatever the verification's state. */
function faultOfRulings(played: Play, attempts: Rulings["attempts"]): string | null {
  for (const attempt of attempts) {
    const fault = "kind" in attempt ? played.contest(attempt) : played.rule(attempt);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOf(
  played: Play,
  { commands, ending }: Sequence,
  moves: OwnChecks["moves"],
  elsewhere: Elsewhere | null,
): string | null {
  let late = 0;
  for (const [at, command] of commands.entries()) {
    if (at === elsewhere?.before) played.registerElsewhere(elsewhere.person);
    if (!played.judge.isOpen && late++ === LATE_COMMANDS) return null;
    const move = moves[at];
    const fault = (move === undefined ? null : played.move(move)) ?? played.command(command);
    if (fault !== null) return fault;
  }
  const isLate = elsewhere !== null && elsewhere.before >= commands.length && played.policy.dedupe !== "off";
  const fault = ending === "honest" ? endHonestly(played, isLate ? elsewhere : null) : doAsAsked(played);
  if (fault !== null) return fault;
  for (const move of moves.slice(commands.length)) {
    const moved = played.move(move);
    if (moved !== null) return moved;
  }
  return null;
}

/** The tenant's server answers every check that is awaited. */
function passChecks(played: Play): string | null {
  for (const name of played.judge.awaited) {
    const fault = played.move({ kind: "answer", name, outcome: "passed" });
    if (fault !== null) return fault;
  }
  return null;
}

const GENUINE = { kind: "document", document: "A", details: "expected", known: "new" } as const;
const LIVE = { kind: "liveness", person: "X", check: "passed", search: "passed" } as const;
const READ: Call = { ...GENUINE, looks: { ocr: "passed" } };
const JUDGED: Call = { ...GENUINE, looks: { fraud: "passed" } };
const DOCUMENT: Call = { ...GENUINE, looks: { ocr: "passed", fraud: "passed" } };
const CHIP: Call = {
  ...{ ...DOCUMENT, kind: "document" },
  chip: { document: "A", isOriginal: true, strength: 128, ocr: "passed", fraud: "passed" },
};
const CREDENTIAL: Omit<CredentialShown, "kind"> = {
  ...({ document: "A", issuer: "trusted", fault: null, signed: "within", validity: "now" } as const),
  ...({ standing: "valid", lacks: null, holder: "valid", spelled: "DE" } as const),
};

/** Genuine evidence of a document that the policy accepts. */
function genuine(play: Play, photo: Call): Call {
  const { document_evidence: accepted = ["picture"] } = play.policy;
  if (accepted.includes("picture")) return photo;
  if (accepted.includes("chip")) return CHIP;
  const kinds = CREDENTIAL_KINDS.filter((kind) => acceptsKind(play.policy, kind));
  const shown = kinds.map((kind) => ({ ...CREDENTIAL, kind }));
  const [credential] = [...shown.filter((one) => hasPortrait(one, play.policy)), ...shown];
  return { ...DOCUMENT, kind: "document", credential: credential! } as Call;
}

/** Whether no credential that the policy accepts has the portrait that it needs. */
const lacksPortraits = (play: Play) => {
  const { credential } = genuine(play, DOCUMENT) as Call & { kind: "document" };
  return credential !== undefined && play.policy.require_face_match && !hasPortrait(credential, play.policy);
};
const CHALLENGE: Call = { ...LIVE, mode: "challenge" };
const call = (one: Call): Command => ({ kind: "calls", calls: [one], grey: false });

/** One genuine document and one passed challenge. */
export const HONEST: readonly Command[] = [DOCUMENT, CHALLENGE].map(call);

/**
 * For a person without findings, one genuine document and one passed challenge are always enough, unless
 * another reference has registered the face. `elsewhere`: whose face it registers between the selfie and the
 * document.
 */
function endHonestly(play: Play, elsewhere: Elsewhere | null): string | null {
  if (!play.judge.mayBeApproved || play.showsAnother || lacksPortraits(play)) return null;
  // Two faces are compared, and two settled steps decide: uploads of another person are replaced
  // first.
  const document = genuine(play, DOCUMENT);
  const { judge } = play;
  const isFaceFirst = judge.hasSettled("liveness") || (elsewhere !== null && !judge.hasSettled("document"));
  const calls = isFaceFirst ? [CHALLENGE, document] : [document, CHALLENGE];
  for (const one of calls.filter(({ kind }) => play.asksFor(kind))) {
    const fault = play.command(call(one));
    if (fault !== null) return fault;
    if (one === CHALLENGE && elsewhere !== null) play.registerElsewhere(elsewhere.person);
  }
  const fault = passChecks(play);
  if (fault !== null) return fault;
  const { decision } = play.judge.expected;
  return decision === "approved" || play.isElsewhere ? null : `ends an honest attempt with ${decision}`;
}

/** The call that performs the requested action. */
const UPLOAD_FOR: Readonly<Record<string, Call>> = {
  ocr_scan: READ,
  fraud_detect: JUDGED,
  liveness_challenge: CHALLENGE,
};
/** The most calls that an honest person may need. */
const MOST_CALLS = 5;

/** Calls that follow `next_action` are never rejected, and lead to an end. */
function doAsAsked(play: Play): string | null {
  for (let calls = 0; play.judge.isOpen; calls++) {
    const waited = passChecks(play);
    if (waited !== null) return waited;
    if (!play.judge.isOpen) return null;
    const action = play.nextAction;
    if (action === null || calls === MOST_CALLS) return `asks for ${action} and is still open`;
    const signed = action === "signed_evidence" ? genuine(play, DOCUMENT) : undefined;
    const one = signed ?? UPLOAD_FOR[action] ?? { ...LIVE, mode: play.policy.liveness_mode };
    const fault = play.command(call(one));
    if (fault !== null) return fault;
    if (play.judge.wasRefused) return `refuses the ${action} that it asks for`;
  }
  return null;
}

/** The sequence without the parts that the fault does not need, and the fault that it shows. */
function shorten(rules: Rules, whole: Whole, fault: string): Whole & Pick<Failure, "fault"> {
  const { sequence, rulings, own, elsewhere } = whole;
  const { commands } = sequence;
  const { attempts } = rulings;
  const { moves } = own;
  const shorter: Whole[] = [
    ...(elsewhere === null ? [] : [{ ...whole, elsewhere: null }]),
    ...moves.map((_, i) => ({ ...whole, own: { ...own, moves: moves.toSpliced(i, 1) } })),
    ...attempts.map((_, i) => ({ ...whole, rulings: { ...rulings, attempts: attempts.toSpliced(i, 1) } })),
    ...commands.map((_, i) => ({ ...whole, sequence: { ...sequence, commands: commands.toSpliced(i, 1) } })),
  ];
  for (const some of shorter.toReversed()) {
    const shown = play(rules, some).fault;
    if (shown !== null) return shorten(rules, some, shown);
  }
  return { ...whole, fault };
}
