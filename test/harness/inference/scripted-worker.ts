import { appendFileSync, existsSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { BundleInfo, FromWorker, ToWorker } from "#inference/workers/messages.ts";

/**
 * A scripted worker's instructions, as JSON in the first image of its work: sleep, then answer, throw or
 * die.
 */
export interface Command {
  /** Milliseconds. */
  readonly sleep?: number;
  /** A file: the worker continues when it exists. */
  readonly until?: string;
  /** Frames that the answer leaves out. */
  readonly omit?: number;
  readonly end?: "answer" | "exit" | "defect" | "refuse" | "overrun";
}

/**
 * How a scripted worker starts. `starts` is a file that grows by a byte a start; `failAfter` says how many
 * may open.
 */
export interface Script {
  readonly starts: string;
  readonly failAfter?: number;
  /** A file that grows by a byte with each piece of work that is begun past its deadline. */
  readonly begunLate?: string;
}

/** The pool's tests run this real process as a worker: it follows a request's instructions quickly. */
function main(script: Script): void {
  appendFileSync(script.starts, ".");
  const starts = statSync(script.starts).size;
  process.on("disconnect", () => process.exit(0));
  process.on("message", (message: ToWorker) => {
    if (message.kind === "stop") return;
    if (script.begunLate !== undefined && message.msLeft <= 0) appendFileSync(script.begunLate, ".");
    void work(message.work.argument as Argument).then(obey);
  });
  if (starts > (script.failAfter ?? Number.POSITIVE_INFINITY)) {
    process.send!({ kind: "unable", message: "no such model" }, () => process.exit(1));
    return;
  }
  process.send!({ kind: "progress", progress: { model: "a", done: 1, total: 1 } });
  const models = { name: "scripted", provider: "cpu", models: [], missing: [], operatingPoints: [] };
  const opened: BundleInfo = { ...models, tf32: false, templateVersion: "t" };
  process.send!({ kind: "ready", opened });
}

type Argument = Uint8Array | readonly Uint8Array[];

async function work(argument: Argument) {
  const frames = argument instanceof Uint8Array ? null : argument;
  const text = Buffer.from(frames?.[0] ?? (argument as Uint8Array)).toString("latin1");
  // Through the edge it comes behind the first bytes of an image.
  const command = JSON.parse(text.slice(text.indexOf("{"))) as Command;
  const face = { imageWidth: process.pid, imageHeight: 1, faces: [] };
  const value = frames === null ? face : frames.slice(command.omit ?? 0).map(() => ({ analysis: face }));
  await sleep(command.sleep ?? 0);
  while (command.until !== undefined && !existsSync(command.until)) await sleep(2);
  return { end: command.end ?? "answer", value };
}

function obey({ end, value }: Awaited<ReturnType<typeof work>>): void {
  const send = (message: FromWorker) => void process.send!(message);
  if (end === "exit") process.exit(7);
  if (end === "answer") send({ kind: "done", value });
  if (end === "defect") send({ kind: "failed", reason: "defect", message: "broken" });
  if (end === "overrun") send({ kind: "refused", reason: "not_processable", index: 0 });
  if (end === "refuse") send({ kind: "refused", reason: "unreadable", index: 2 });
}

main(JSON.parse(process.argv[2]!) as Script);
