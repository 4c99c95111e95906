import { createReadStream } from "node:fs";
import {
  type ChainHead,
  type ChainVerdict,
  checkEnd,
  checkLinks,
  EMPTY_CHAIN,
} from "../../edge/store/audit/chain.ts";
import { entryOfLine } from "../../edge/store/audit/line.ts";
import { type Form, notText, WrongValueError } from "../forms.ts";
import { CommandError, type Flags, unusable } from "./command.ts";

/** A head as it is written down: its number and its hash. */
export const noted = ({ n, hash }: ChainHead) => `${n}:${hash}`;

/** A head as `noted` writes it. */
export const HEAD: Form<ChainHead> = (text) => {
  const [, n, hash] = text.match(/^(\d{1,15}):([0-9a-f]{64})$/) ?? [];
  if (n !== undefined && hash !== undefined) return { n: Number(n), hash };
  throw new WrongValueError(`must be N:HASH, as verify and export print it${notText(text)}`);
};

/** The message for a broken chain. */
export const broken = ({ n, problem }: NonNullable<ChainVerdict["fault"]>, head: ChainHead) =>
  new CommandError("audit_chain_broken", `entry ${n} is ${problem}; ${head.n} before it hold`);

/**
 * Checks the hash chain of an exported audit log, line by line, without a database: every line is unchanged,
 * in its place, and of one tenant (`--tenant`, if given), and a head noted earlier is in it. Throws
 * CommandError `audit_chain_broken`, which names the wrong entry and its line.
 */
export async function verifyFile(flags: Flags) {
  const head = flags.read("head", HEAD) ?? null;
  let tenantId = flags.text("tenant");
  let last = EMPTY_CHAIN;
  for await (const line of linesOf(flags.argument)) {
    const entry = entryOfLine(line);
    if (entry === null && last.n === 0 && !isLikeEntry(line)) throw notAnExport(flags.argument);
    if (entry === null) throw broken({ n: last.n + 1, problem: "altered" }, last);
    tenantId ??= entry.tenantId;
    if (entry.tenantId !== tenantId) throw broken({ n: last.n + 1, problem: "unlinked" }, last);
    const { fault } = await checkLinks([entry], last, head);
    if (fault !== null) throw broken(fault, last);
    last = entry;
  }
  const { fault } = checkEnd(last, last, head);
  if (fault !== null) throw broken(fault, last);
  if (last.n === 0) throw broken({ n: 1, problem: "missing" }, last);
  return { tenant_id: tenantId, file: flags.argument, verified: true, entries: last.n, head: noted(last) };
}

/** Whether a line may have been an entry before it was changed. */
const isLikeEntry = (line: string) => line.startsWith('{"n":');

export const notAnExport = (file: string) =>
  new CommandError(
    "invalid_file",
    `${file} is not an exported audit log: its first line is no entry. audit export writes one`,
  );

/**
 * Lines end at a line feed only, as in JSON: `readline` would also split at U+2028, which a text may contain.
 */
export async function* linesOf(file: string): AsyncGenerator<string> {
  let rest = "";
  try {
    for await (const chunk of createReadStream(file, "utf8")) {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield line.replace(/\r$/, "");
    }
  } catch (error) {
    if (!(error instanceof Error && "syscall" in error && "code" in error)) throw error;
    throw unusable("file_unreadable", file, error as NodeJS.ErrnoException);
  }
  if (rest !== "") yield rest;
}
