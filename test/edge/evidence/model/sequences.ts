import { type Call, type Command, drawSequence, type Sequence } from "./commands.ts";
import { Play, type Rules } from "./play.ts";
import { Random } from "./random.ts";

/** A sequence that shows a fault, as short as it can be made. */
interface Failure {
  readonly run: number;
  readonly fault: string;
  readonly sequence: Sequence;
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
  // Refusals are made by the million, and nobody reads where.
  Error.stackTraceLimit = 0;
  const random = new Random(seed);
  for (let run = 0; run < runs; run++) {
    const sequence = drawSequence(random);
    const { fault, end } = play(rules, sequence);
    ends.set(end, (ends.get(end) ?? 0) + 1);
    if (fault !== null) return { run, ...shorten(rules, sequence, fault) };
  }
  return null;
}

/** So many commands are sent to a verification that is closed. */
const LATE_COMMANDS = 2;

/** What a sequence shows to be wrong, if anything, and how it ends. */
function play(rules: Rules, sequence: Sequence): { fault: string | null; end: string } {
  const played = new Play(rules, sequence.policy);
  const fault = faultOf(played, sequence);
  return { fault, end: played.judge.end ?? "open" };
}

function faultOf(played: Play, { commands, ending }: Sequence): string | null {
  let late = 0;
  for (const command of commands) {
    if (!played.judge.isOpen && late++ === LATE_COMMANDS) return null;
    const fault = played.command(command);
    if (fault !== null) return fault;
  }
  return ending === "honest" ? endHonestly(played) : doAsTold(played);
}

const GENUINE = { kind: "document", document: "A" } as const;
const LIVE = { kind: "liveness", person: "X", check: "passed", search: "passed" } as const;
const READ: Call = { ...GENUINE, looks: { ocr: "passed" } };
const JUDGED: Call = { ...GENUINE, looks: { fraud: "passed" } };
const DOCUMENT: Call = { ...GENUINE, looks: { ocr: "passed", fraud: "passed" } };
const CHALLENGE: Call = { ...LIVE, mode: "challenge" };
const call = (one: Call): Command => ({ kind: "calls", calls: [one], grey: false });

/** One genuine document and one passed challenge. */
export const HONEST: readonly Command[] = [DOCUMENT, CHALLENGE].map(call);

/** While nothing stands against a person, one genuine document and one passed challenge are always enough. */
function endHonestly(play: Play): string | null {
  if (!play.judge.mayBeApproved || play.showsAnother) return null;
  // Two faces are compared, and two settled steps decide: what another person may have shown is replaced
  // first.
  const calls = play.judge.hasSettled("liveness") ? [CHALLENGE, DOCUMENT] : [DOCUMENT, CHALLENGE];
  for (const one of calls.filter(({ kind }) => play.asksFor(kind))) {
    const fault = play.command(call(one));
    if (fault !== null) return fault;
  }
  const { decision } = play.judge.expected;
  return decision === "approved" ? null : `ends an honest attempt with ${decision}`;
}

/** Which call does what is asked for. */
const AS_TOLD: Readonly<Record<string, Call>> = {
  ocr_scan: READ,
  fraud_detect: JUDGED,
  liveness_challenge: CHALLENGE,
};
/** More calls than this nobody is asked for who does all of it well. */
const MOST_CALLS = 5;

/** Whoever does what `next_action` names is never refused, and comes to an end. */
function doAsTold(play: Play): string | null {
  for (let calls = 0; play.judge.isOpen; calls++) {
    const told = play.nextAction;
    if (told === null || calls === MOST_CALLS) return `asks for ${told} and is still open`;
    const one = AS_TOLD[told] ?? { ...LIVE, mode: play.policy.liveness_mode };
    const fault = play.command(call(one));
    if (fault !== null) return fault;
    if (play.judge.wasRefused) return `refuses the ${told} that it asks for`;
  }
  return null;
}

/** The sequence without every command that a fault does not need, and the fault that it then shows. */
function shorten(rules: Rules, sequence: Sequence, fault: string): Pick<Failure, "sequence" | "fault"> {
  for (let i = sequence.commands.length - 1; i >= 0; i--) {
    const shorter = { ...sequence, commands: sequence.commands.filter((_, at) => at !== i) };
    const shown = play(rules, shorter).fault;
    if (shown !== null) return shorten(rules, shorter, shown);
  }
  return { sequence, fault };
}
