import { setTimeout as sleep } from "node:timers/promises";
import { FAULTS } from "./faults.ts";
import { compare, type Ledger, resultsOf } from "./ledger.ts";
import { openRig, type Rig } from "./rig.ts";

/** Milliseconds for the receiver to get all events in the end: a lease of a killed sender lasts 20 s. */
const LAST_EVENTS_MS = 60_000;
/** Milliseconds after which a stack counts as not recovered at all. */
const GIVE_UP_MS = 120_000;
/** Milliseconds after a fault's end in which log lines and answers still belong to it. */
const QUIET_MS = 1_000;
/** Tries under a fault, with the one that finds the service back: below it there was no load to speak of. */
const LEAST_LOAD = 3;

interface Options {
  /** Each fault lasts this long. */
  readonly seconds: number;
  readonly callers: number;
  /** Faults whose name has this in it. */
  readonly only: string;
  say(line: string): void;
}

/** One fault that was tried. */
interface Tried {
  readonly name: string;
  readonly recoveryMs: number;
  /** Of this time, until the call was answered: the rest is its event's way. */
  readonly answeredMs: number;
  readonly faulty: readonly string[];
  readonly answers: ReadonlyMap<string, number>;
  readonly slowestMs: number;
  /** Calls that were answered 200 while it lasted, and until it was over. */
  readonly acknowledged: number;
  /** Of these, the lost results; and results of this time without an answer to a caller. */
  readonly lost: number;
  readonly twice: number;
}

interface Report {
  readonly tried: readonly Tried[];
  readonly untried: readonly string[];
  readonly ledger: Ledger;
  readonly acknowledged: number;
}

/** Starts a stack, injects each fault in turn while callers use it, and compares the records at the end. */
export async function runFaults({ seconds, callers, only, say }: Options): Promise<Report> {
  const rig = await openRig(say);
  try {
    await rig.load.scan();
    say("the stack answers");
    rig.load.start(callers);
    const tried: Tried[] = [];
    const untried: string[] = [];
    /** The fault during which a result was seen first. */
    const seenIn = new Map<string, Tried>();
    for (const fault of FAULTS.filter(({ name }) => name.includes(only))) {
      const why = fault.untried?.(rig);
      if (why !== undefined) {
        untried.push(`${fault.name}: ${why}`);
        continue;
      }
      say(`${fault.name} …`);
      const before = new Set([...(await resultsOf(rig)), ...rig.load.acknowledged]);
      const one = await tryFault(rig, fault, seconds * 1_000);
      for (const id of [...(await resultsOf(rig)), ...rig.load.acknowledged])
        if (!before.has(id)) seenIn.set(id, one);
      const answers = [...one.answers].map((each) => each.join(" × ")).join(", ");
      say(`  answered after ${one.answeredMs} ms, back after ${one.recoveryMs} ms; ${answers}`);
      tried.push(one);
    }
    await rig.load.stop();
    const { ledger, lost, twice } = await settled(rig);
    const inTimeOf = (ids: readonly string[], one: Tried) =>
      ids.filter((id) => seenIn.get(id) === one).length;
    return {
      tried: tried.map((one) => ({ ...one, lost: inTimeOf(lost, one), twice: inTimeOf(twice, one) })),
      untried,
      ledger,
      acknowledged: rig.load.acknowledged.size,
    };
  } finally {
    await rig.close();
  }
}

async function tryFault(rig: Rig, fault: (typeof FAULTS)[number], lastsMs: number): Promise<Tried> {
  const { load } = rig;
  load.forget();
  const before = load.acknowledged.size;
  const wrong: string[] = [];
  const end = await fault.begin(rig);
  if (!fault.isMoment) await sleep(lastsMs);
  await Promise.resolve(end()).catch((error: Error) => wrong.push(error.message));
  const ended = performance.now();
  const since = () => Math.round(performance.now() - ended);
  const answeredMs = await Promise.race([recovered(rig, since), sleep(GIVE_UP_MS, null)]);
  const recoveryMs = since();
  if (answeredMs === null) wrong.push("not back at all");
  await sleep(fault.isMoment ? lastsMs : QUIET_MS);
  const cutOff = fault.cutsOff || load.cutOff === 0 ? [] : [`${load.cutOff} calls without an answer`];
  const idle = load.worked < LEAST_LOAD ? [`only ${load.worked} calls were made under it`] : [];
  return {
    name: fault.name,
    recoveryMs,
    answeredMs: answeredMs ?? recoveryMs,
    faulty: [...wrong, ...load.faulty, ...cutOff, ...idle],
    answers: new Map(load.answers),
    slowestMs: Math.round(load.slowestMs),
    acknowledged: load.acknowledged.size - before,
    lost: 0,
    twice: 0,
  };
}

/** A call that begins now is answered, and its event arrives. Returns when it was answered, by `since`. */
async function recovered({ load, receiver }: Rig, since: () => number): Promise<number> {
  const id = await load.scan();
  const answeredMs = since();
  while (!receiver.received.some(({ body }) => body.includes(id))) await sleep(50);
  return answeredMs;
}

async function settled(rig: Rig): ReturnType<typeof compare> {
  const deadline = performance.now() + LAST_EVENTS_MS;
  for (;;) {
    const books = await compare(rig);
    if (books.ledger["events not received"] === 0 || performance.now() > deadline) return books;
    await sleep(500);
  }
}
