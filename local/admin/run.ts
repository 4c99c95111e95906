import { ApiError, type ErrorCode } from "../../edge/core/errors.ts";
import { Outage } from "../../edge/core/outage.ts";
import { causes } from "../../edge/http/problem.ts";
import { nearSettings } from "../../vocabulary/near-settings.ts";
import { DamagedFileError, layout } from "../stack/files.ts";
import type { CommandCode } from "./codes.ts";
import { type Command, CommandError, type Commands, type Flags, takesFile, unusable } from "./command.ts";
import { readFlags } from "./command-line.ts";
import { callOf, describeCommand, describeCommands, unknownCommand } from "./help.ts";
import { render } from "./render.ts";

/** The commands of each noun. A command loads only its own noun: loading all takes a second of CPU time. */
const NOUNS: Readonly<Record<string, () => Promise<Commands>>> = {
  tenants: async () => ({ ...(await tenants()), ...(await import("./capture.ts")).CAPTURE_COMMANDS }),
  keys: tenants,
  usage: tenants,
  members: async () => (await import("./members.ts")).MEMBER_COMMANDS,
  verifications: async () => (await import("./verifications.ts")).VERIFICATION_COMMANDS,
  policies: async () => (await import("./policies.ts")).POLICY_COMMANDS,
  webhooks: async () => (await import("./webhooks.ts")).WEBHOOK_COMMANDS,
  audit: async () => (await import("./audit.ts")).AUDIT_COMMANDS,
  backup: async () => (await import("./backup/commands.ts")).BACKUP_COMMANDS,
  gallery: async () => (await import("./upkeep/fill-galleries.ts")).GALLERY_COMMANDS,
  "data-keys": async () => (await import("./upkeep/data-keys.ts")).DATA_KEY_COMMANDS,
  secrets: async () => (await import("./upkeep/secrets.ts")).SECRET_COMMANDS,
  trust: async () => (await import("./trust.ts")).TRUST_COMMANDS,
  legacy: async () => (await import("./legacy.ts")).LEGACY_COMMANDS,
  models: async () => (await import("./models.ts")).MODEL_COMMANDS,
};

async function tenants(): Promise<Commands> {
  return (await import("./tenants.ts")).TENANT_COMMANDS;
}

/** The commands of one noun, by noun and verb; empty for an unknown one. */
async function commandsOf(noun: string): Promise<Commands> {
  const all = Object.hasOwn(NOUNS, noun) ? await NOUNS[noun]!() : {};
  return Object.fromEntries(Object.entries(all).filter(([name]) => name.startsWith(`${noun} `)));
}

/** Every command, by noun and verb: `--help` and docs/reference/admin-cli.md are made of them. */
export const allCommands = async (): Promise<Commands> =>
  Object.assign({}, ...(await Promise.all(Object.keys(NOUNS).map(commandsOf))));

/** Rejections of the command line itself: exit code 2, as of the other programs. */
const OF_USAGE: ReadonlySet<string> = new Set<CommandCode>([
  "unknown_command",
  "unknown_parameter",
  "missing_parameter",
  "invalid_parameter",
]);

interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  out(text: string): void;
  err(text: string): void;
  /** Whether `out` leads into a file that others than its owner may read. */
  readonly isReadByOthers?: boolean;
  /** See `Watch`; without it a command runs until it ends by itself. */
  untilStopped?(): AbortSignal;
}

/**
 * Runs one command of the admin CLI and returns its exit code. With `--json` stdout is one JSON value and
 * nothing else, a list as `{data: […]}`; an error is one line on stderr that begins with its code. Lines
 * before it name variables that are nearly one of the settings. The exit code is 2 for a command, flag or
 * value that is unknown, missing or malformed, and 1 for any other error.
 */
export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<number> {
  const words = args.filter((arg) => arg !== "--help" && arg !== "-h");
  const isHelp = words.length < args.length;
  const [noun, verb, ...rest] = words;
  if (noun === undefined || noun === "help") {
    terminal.out(describeCommands(await allCommands()));
    return isHelp || noun === "help" ? 0 : 2;
  }
  try {
    const name = [noun, verb ?? []].flat().join(" ");
    const commands = await commandsOf(noun);
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (isHelp && verb === undefined && Object.keys(commands).length > 0) {
      terminal.out(describeCommands(commands));
      return 0;
    }
    if (command === undefined) throw unknownCommand(name, Object.keys(await allCommands()));
    if (isHelp) {
      terminal.out(describeCommand(name, command));
      return 0;
    }
    const { flags, json } = readFlags(name, command, rest, terminal.environment);
    const result = await execute(command, terminal, flags);
    const value = Array.isArray(result) ? { data: result } : result;
    const print = command.needs === "nothing" ? command.print : render;
    terminal.out(json ? `${JSON.stringify(value)}\n` : print(value));
    return 0;
  } catch (error) {
    const chain = causes(error);
    const named = rest.find((arg) => !arg.startsWith("--")) ?? "the data folder";
    const refusal =
      chain.find(isRefusal) ?? chain.map((each) => fileRefusal(each, named)).find((each) => each !== null);
    if (refusal === undefined) throw error;
    const message = inFlags(ofFlag(refusal, rest))
      .replaceAll(/\s*\n\s*/g, " ")
      .trim();
    const why = refusal instanceof Outage ? ` Cause: ${refusal.why}.` : "";
    const line = `${message}${why}${await idAdvice(noun, refusal)}`;
    const code: CommandCode | ErrorCode = refusal.code;
    terminal.err(`${code}: ${line}\n`);
    return OF_USAGE.has(code) ? 2 : 1;
  }
}

/** The message of a rejection, which names an operation's parameter by the flag that was given for it. */
function ofFlag(refusal: Error, args: readonly string[]): string {
  const { message } = refusal;
  const param = refusal instanceof ApiError ? refusal.param : undefined;
  const flag = `--${param?.replaceAll("_", "-")}`;
  if (param === undefined || !args.some((arg) => arg === flag || arg.startsWith(`${flag}=`))) return message;
  return message.startsWith(`${param} `) ? `${flag}${message.slice(param.length)}` : `${flag}: ${message}`;
}

/** What an operation says to callers of the API, as a command says it. */
const inFlags = (message: string) =>
  message.replace(/An id from (\w+) mode needs a \w+ key\./, "For an id from $1 mode give --mode $1.");

/** The command that shows the ids, or the addresses, for one that an operation does not find. */
async function idAdvice(noun: string, { code, message }: Error & { readonly code: string }): Promise<string> {
  const name = `${noun} list`;
  const list = (await commandsOf(noun))[name];
  if (code !== "not_found" || list === undefined || message.includes("npm run admin")) return "";
  const stop = /[.?!]$/.test(message) ? "" : ".";
  return `${stop} ${callOf(name, list)} shows the ${noun === "members" ? "addresses" : "ids"}.`;
}

/** Whether the error's code and message are for the operator. */
const isRefusal = (error: Error): error is CommandError | ApiError | DamagedFileError =>
  error instanceof CommandError || error instanceof ApiError || error instanceof DamagedFileError;

/** The rejection for a file or folder that the system does not open, read or write; null for other errors. */
function fileRefusal(error: NodeJS.ErrnoException, named: string): CommandError | null {
  const { syscall, path = named } = error;
  if (syscall === undefined || !FILE_CALLS.test(syscall)) return null;
  return unusable(WRITES.test(syscall) ? "file_unwritable" : "file_unreadable", path, error);
}

const WRITES = /^(mk\w+|write|rename|unlink|rmdir|chmod)/;
const FILE_CALLS = /^(open|read|stat|lstat|scandir|mk\w+|write|rename|unlink|rmdir|chmod|access|copyfile)/;

async function execute(command: Command, terminal: Terminal, flags: Flags): Promise<unknown> {
  const {
    environment,
    err,
    isReadByOthers = false,
    untilStopped = () => new AbortController().signal,
  } = terminal;
  const report = (line: string) => err(`${line}\n`);
  if (command.needs === "nothing") return command.run({ isReadByOthers }, flags);
  if (takesFile(command) && flags.argument !== "") return command.ofFile(flags);
  const { addressFrom, COMMAND_SETTINGS, commandSettings, openOperatorDatabase } = await import(
    "./database.ts"
  );
  for (const line of nearSettings(environment, COMMAND_SETTINGS)) report(`admin: ${line}`);
  const { dataFolder } = commandSettings(environment);
  if (command.needs === "models") return command.run(layout(dataFolder).models, flags);
  const run = command.needs === "folder" ? command.elsewhere : command.run;
  if (command.needs === "folder" && addressFrom(environment) === undefined) {
    return command.run({ dataFolder, report }, flags);
  }
  if (typeof run === "string") {
    throw new CommandError("stack_only", `works on the folder of npm start, but DATABASE_URL is set. ${run}`);
  }
  const watch = { environment, report, untilStopped };
  const database = await openOperatorDatabase(dataFolder, environment);
  try {
    return await run(database, flags, watch);
  } finally {
    await database.close();
  }
}
