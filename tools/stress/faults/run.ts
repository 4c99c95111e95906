import { setTimeout as sleep } from "node:timers/promises";
import { FAULTS } from "./faults.ts";
import { compare, type Ledger } from "./ledger.ts";
import { openRig, type Rig } from "./rig.ts";

/** Milliseconds for the receiver to get all events in the end: a lease of a killed sender lasts 20 s. */
const LAST_EVENTS_MS = 60_000;
/** Milliseconds after which a stack counts as not recovered at all. */
const GIVE_UP_MS = 120_000;

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
  readonly faulty: readonly string[];
  readonly answers: ReadonlyMap<string, number>;
}

interface Report {
  readonly tried: readonly Tried[];
  readonly untried: readonly string[];
  readonly ledger: Ledger;
  readonly acknowledged: number;
  readonly slowestMs: number;
}

/**
 * Brings a stack up, breaks it by each fault in turn while callers use it, and compares the books at the end.
 */
export async function runFaults({ seconds, callers, only, say }: Options): Promise<Report> {
  const rig = await openRig(say);
  try {
    for (const process of Object.values(rig.processes)) process.on("event", () => undefined);
    for (const process of Object.values(rig.processes))
      process.on("lost", (how) => say(`  ${process.name}: ${how}`));
    await rig.load.scan();
    say("the stack answers");
    rig.load.start(callers);
    const tried: Tried[] = [];
    const untried: string[] = [];
    for (const fault of FAULTS.filter(({ name }) => name.includes(only))) {
      const why = fault.untried?.(rig);
      if (why !== undefined) {
        untried.push(`${fault.name}: ${why}`);
        continue;
      }
      say(`${fault.name} …`);
      const one = await tryFault(rig, fault, seconds * 1_000);
      say(
        `${one.name}: back after ${one.recoveryMs} ms; ${[...one.answers].map((each) => each.join(" × ")).join(", ")}`,
      );
      tried.push(one);
    }
    await rig.load.stop();
    const ledger = await settled(rig);
    const { acknowledged, slowestMs } = rig.load;
    return { tried, untried, ledger, acknowledged: acknowledged.size, slowestMs: Math.round(slowestMs) };
  } finally {
    await rig.close();
  }
}

async function tryFault(rig: Rig, fault: (typeof FAULTS)[number], lastsMs: number): Promise<Tried> {
  const { load } = rig;
  load.answers.clear();
  load.faulty.length = 0;
  load.cutOff = 0;
  const end = fault.begin(rig);
  await sleep(lastsMs);
  end();
  const ended = performance.now();
  await Promise.race([recovered(rig), sleep(GIVE_UP_MS)]);
  const recoveryMs = Math.round(performance.now() - ended);
  const cutOff = fault.cutsOff || load.cutOff === 0 ? [] : [`${load.cutOff} calls without an answer`];
  return {
    name: fault.name,
    recoveryMs,
    faulty: [...load.faulty, ...cutOff],
    answers: new Map(load.answers),
  };
}

/** A call that begins now is answered, and its event arrives. */
async function recovered({ load, receiver }: Rig): Promise<void> {
  const id = await load.scan();
  while (!receiver.received.some(({ body }) => body.includes(id))) await sleep(50);
}

async function settled(rig: Rig): Promise<Ledger> {
  const deadline = Date.now() + LAST_EVENTS_MS;
  for (;;) {
    const ledger = await compare(rig);
    if (ledger["events not received"] === 0 || Date.now() > deadline) return ledger;
    await sleep(500);
  }
}
