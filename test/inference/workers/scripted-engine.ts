import { appendFileSync, statSync } from "node:fs";

/** What a scripted engine does with a request, whose first image is this as JSON: sleep, then answer, throw or die. */
export interface Command {
  readonly sleep?: number;
  /** Frames that the answer leaves out. */
  readonly omit?: number;
  readonly end?: "answer" | "exit" | "defect" | "refuse";
}

/** How a scripted engine starts. `starts` is a file that grows by a byte a start; `failAfter` says how many may open. */
export interface Script {
  readonly starts: string;
  readonly failAfter?: number;
}

/** The pool's tests run this real process in an engine's place: it does what a request says, and quickly. */
function main(script: Script): void {
  appendFileSync(script.starts, ".");
  const starts = statSync(script.starts).size;
  process.on("disconnect", () => process.exit(0));
  process.on("message", ({ argument }: { argument: Uint8Array | readonly Uint8Array[] }) => {
    const frames = argument instanceof Uint8Array ? null : argument;
    const command = JSON.parse(Buffer.from(frames?.[0] ?? (argument as Uint8Array)).toString()) as Command;
    const face = { imageWidth: process.pid, imageHeight: 1, faces: [] };
    const value = frames === null ? face : frames.slice(command.omit ?? 0).map(() => ({ analysis: face }));
    setTimeout(() => obey(command, value), command.sleep ?? 0);
  });
  if (starts > (script.failAfter ?? Number.POSITIVE_INFINITY)) {
    process.send!({ kind: "unable", message: "no such model" }, () => process.exit(1));
    return;
  }
  process.send!({ kind: "progress", progress: { model: "a", done: 1, total: 1 } });
  const pack = { name: "scripted", provider: "cpu", models: [], missing: [], operatingPoints: [] };
  process.send!({ kind: "ready", pack: { ...pack, templateVersion: "t" } });
}

function obey({ end = "answer" }: Command, value: unknown): void {
  if (end === "exit") process.exit(7);
  if (end === "answer") process.send!({ kind: "done", value });
  if (end === "defect") process.send!({ kind: "defect", message: "broken" });
  if (end === "refuse") process.send!({ kind: "refused", refusal: { reason: "unreadable", index: 2 } });
}

main(JSON.parse(process.argv[2]!) as Script);
