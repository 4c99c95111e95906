import { seededRandom } from "#lab/material/random.ts";
import { type Call, type Command, drawSequence, type Sequence } from "./commands.ts";
import { Play, type Rules } from "./play.ts";
import { drawRulings, type Rulings } from "./reviews.ts";

/** A shortest sequence that shows a fault. */
interface Failure {
  readonly run: number;
  readonly fault: string;
  readonly sequence: Sequence;
  readonly rulings: Rulings;
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
  // Rejections are created by the million, and their stack traces are never read.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    for (let run = 0; run < runs; run++) {
      const sequence = drawSequence(random);
      const rulings = drawRulings(reviewers);
      const { fault, end } = play(rules, sequence, rulings);
      ends.set(end, (ends.get(end) ?? 0) + 1);
      if (fault !== null) return { run, ...shorten(rules, sequence, rulings, fault) };
    }
    return null;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Number of commands that are sent to a closed verification. */
const LATE_COMMANDS = 2;

/** The fault that a sequence and the rulings after it show, if any, and its end. */
function play(
  rules: Rules,
  sequence: Sequence,
  { secondReviewer, attempts }: Rulings,
): { fault: string | null; end: string } {
  const { policy, expects, challengeFirst } = sequence;
  const played = new Play(rules, policy, { expects, challengeFirst, secondReviewer });
  const fault = faultOf(played, sequence) ?? faultOfRulings(played, attempts);
  return { fault, end: played.judge.end ?? "open" };
}

/** Any person tries to rule, whatever the verification's state. */
function faultOfRulings(played: Play, attempts: Rulings["attempts"]): string | null {
  for (const attempt of attempts) {
    const fault = played.rule(attempt);
    if (fault !== null) return fault;
  }
  return null;
}

function faultOf(played: Play, { commands, ending }: Sequence): string | null {
  let late = 0;
  for (const command of commands) {
    if (!played.judge.isOpen && late++ === LATE_COMMANDS) return null;
    const fault = played.command(command);
    if (fault !== null) return fault;
  }
  return ending === "honest" ? endHonestly(played) : doAsAsked(played);
}

const GENUINE = { kind: "document", document: "A", details: "expected" } as const;
const LIVE = { kind: "liveness", person: "X", check: "passed", search: "passed" } as const;
const READ: Call = { ...GENUINE, looks: { ocr: "passed" } };
const JUDGED: Call = { ...GENUINE, looks: { fraud: "passed" } };
const DOCUMENT: Call = { ...GENUINE, looks: { ocr: "passed", fraud: "passed" } };
const CHALLENGE: Call = { ...LIVE, mode: "challenge" };
const call = (one: Call): Command => ({ kind: "calls", calls: [one], grey: false });

/** One genuine document and one passed challenge. */
export const HONEST: readonly Command[] = [DOCUMENT, CHALLENGE].map(call);

/** For a person without findings, one genuine document and one passed challenge are always enough. */
function endHonestly(play: Play): string | null {
  if (!play.judge.mayBeApproved || play.showsAnother) return null;
  // Two faces are compared, and two settled steps decide: uploads of another person are replaced
  // first.
  const calls = play.judge.hasSettled("liveness") ? [CHALLENGE, DOCUMENT] : [DOCUMENT, CHALLENGE];
  for (const one of calls.filter(({ kind }) => play.asksFor(kind))) {
    const fault = play.command(call(one));
    if (fault !== null) return fault;
  }
  const { decision } = play.judge.expected;
  return decision === "approved" ? null : `ends an honest attempt with ${decision}`;
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
    const action = play.nextAction;
    if (action === null || calls === MOST_CALLS) return `asks for ${action} and is still open`;
    const one = UPLOAD_FOR[action] ?? { ...LIVE, mode: play.policy.liveness_mode };
    const fault = play.command(call(one));
    if (fault !== null) return fault;
    if (play.judge.wasRefused) return `refuses the ${action} that it asks for`;
  }
  return null;
}

/** The sequence and rulings without the parts that the fault does not need, and the fault that they show. */
function shorten(
  rules: Rules,
  sequence: Sequence,
  rulings: Rulings,
  fault: string,
): Pick<Failure, "sequence" | "rulings" | "fault"> {
  const { commands } = sequence;
  const { attempts } = rulings;
  const shorter = [
    ...attempts.map((_, i) => [sequence, { ...rulings, attempts: attempts.toSpliced(i, 1) }] as const),
    ...commands.map((_, i) => [{ ...sequence, commands: commands.toSpliced(i, 1) }, rulings] as const),
  ];
  for (const [some, others] of shorter.toReversed()) {
    const shown = play(rules, some, others).fault;
    if (shown !== null) return shorten(rules, some, others, shown);
  }
  return { sequence, rulings, fault };
}
