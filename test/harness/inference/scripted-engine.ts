import { appendFileSync, existsSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { FromEngine, PackInfo, ToEngine } from "../../../inference/engine/messages.ts";
import { Offers } from "../../../inference/engine/work/offers.ts";
import { WorkStack } from "../../../inference/engine/work/work-stack.ts";

/**
 * What a scripted engine does with its work, whose first image is this as JSON: offer a part of it, sleep,
 * then answer, throw or die.
 */
export interface Command {
  /**
   * Offered to another engine first; the picture's height in the answer is the process id of who did it, 0
   * for nobody.
   */
  readonly offer?: Command;
  /** Milliseconds. */
  readonly sleep?: number;
  /** A file: the engine goes on when it is there. */
  readonly until?: string;
  /** Frames that the answer leaves out. */
  readonly omit?: number;
  readonly end?: "answer" | "exit" | "defect" | "refuse" | "overrun";
}

/**
 * How a scripted engine starts. `starts` is a file that grows by a byte a start; `failAfter` says how many
 * may open.
 */
export interface Script {
  readonly starts: string;
  readonly failAfter?: number;
  /** A file that grows by a byte with each piece of work that is begun past its deadline. */
  readonly begunLate?: string;
}

/** The pool's tests run this real process in an engine's place: it does what a request says, and quickly. */
function main(script: Script): void {
  appendFileSync(script.starts, ".");
  const starts = statSync(script.starts).size;
  process.on("disconnect", () => process.exit(0));
  const send = (message: FromEngine) => void process.send!(message);
  const offers = new Offers(send);
  const works = new WorkStack();
  process.on("message", (message: ToEngine) => {
    if (message.kind === "run") {
      if (script.begunLate !== undefined && message.msLeft <= 0) appendFileSync(script.begunLate, ".");
      const { run, msLeft } = message;
      const begin = () => work(message.work.argument as Argument, offers, works);
      void works.do(run, msLeft, begin).then((end) => obey(run, end));
    } else if (message.kind !== "stop") offers.settle(message);
  });
  if (starts > (script.failAfter ?? Number.POSITIVE_INFINITY)) {
    process.send!({ kind: "unable", message: "no such model" }, () => process.exit(1));
    return;
  }
  process.send!({ kind: "progress", progress: { model: "a", done: 1, total: 1 } });
  const models = { name: "scripted", provider: "cpu", models: [], missing: [], operatingPoints: [] };
  const opened: PackInfo = { ...models, tf32: false, templateVersion: "t" };
  process.send!({ kind: "ready", opened });
}

type Argument = Uint8Array | readonly Uint8Array[];

async function work(argument: Argument, offers: Offers, works: WorkStack) {
  const frames = argument instanceof Uint8Array ? null : argument;
  const command = JSON.parse(Buffer.from(frames?.[0] ?? (argument as Uint8Array)).toString()) as Command;
  const helper = await offered(command, offers, works.run);
  const face = { imageWidth: process.pid, imageHeight: helper, faces: [] };
  const value = frames === null ? face : frames.slice(command.omit ?? 0).map(() => ({ analysis: face }));
  await sleep(command.sleep ?? 0);
  while (command.until !== undefined && !existsSync(command.until)) await sleep(2);
  await works.turn();
  return { end: command.end ?? "answer", value };
}

async function offered({ offer }: Command, offers: Offers, run: number): Promise<number> {
  if (offer === undefined) return 1;
  const argument = Buffer.from(JSON.stringify(offer));
  const work = { method: "analyzeFace", argument } as const;
  const done = (await offers.make(run, work)) as { imageWidth: number } | undefined;
  return done?.imageWidth ?? 0;
}

function obey(run: number, { end, value }: Awaited<ReturnType<typeof work>>): void {
  if (end === "exit") process.exit(7);
  if (end === "answer") process.send!({ kind: "done", run, value });
  if (end === "defect") process.send!({ kind: "failed", run, reason: "defect", message: "broken" });
  if (end === "overrun") process.send!({ kind: "refused", run, reason: "not_processable", index: 0 });
  if (end === "refuse") process.send!({ kind: "refused", run, reason: "unreadable", index: 2 });
}

main(JSON.parse(process.argv[2]!) as Script);
