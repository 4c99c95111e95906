import { parseArgs } from "node:util";
import { ApiError } from "../../edge/core/errors.ts";
import { causes } from "../../edge/http/problem.ts";
import { layout } from "../stack/files.ts";
import { type Command, CommandError, type Commands, Flags, takesFile } from "./command.ts";
import { render } from "./render.ts";

/** The commands of each noun. A command loads only its own noun: loading all takes a second of CPU time. */
const NOUNS: Readonly<Record<string, () => Promise<Commands>>> = {
  tenants: async () => ({ ...(await tenants()), ...(await import("./capture.ts")).CAPTURE_COMMANDS }),
  keys: tenants,
  usage: tenants,
  members: async () => (await import("./members.ts")).MEMBER_COMMANDS,
  verifications: async () => (await import("./verifications.ts")).VERIFICATION_COMMANDS,
  webhooks: async () => (await import("./webhooks.ts")).WEBHOOK_COMMANDS,
  audit: async () => (await import("./audit.ts")).AUDIT_COMMANDS,
  backup: async () => (await import("./backup/commands.ts")).BACKUP_COMMANDS,
  gallery: async () => (await import("./upkeep/fill-galleries.ts")).GALLERY_COMMANDS,
  "data-keys": async () => (await import("./upkeep/data-keys.ts")).DATA_KEY_COMMANDS,
  secrets: async () => (await import("./upkeep/secrets.ts")).SECRET_COMMANDS,
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
 * Runs one admin CLI command and returns its exit code. With `--json` stdout is exactly one JSON value, a
 * list as `{data: […]}`. An error is exit code 1 and one line on stderr that begins with its code.
 */
export async function runAdmin(args: readonly string[], terminal: Terminal): Promise<number> {
  const [noun, verb, ...rest] = args;
  if (noun === undefined || args.includes("--help")) {
    terminal.out(await help(noun));
    return noun === undefined ? 1 : 0;
  }
  try {
    const command = (await commandsOf(noun))[`${noun} ${verb}`];
    if (command === undefined) {
      const unknown = verb === undefined ? noun : `${noun} ${verb}`;
      throw new CommandError("unknown_command", `${unknown}: see npm run admin -- --help`);
    }
    const { flags, json } = readFlags(command, rest);
    const result = await execute(command, terminal, flags);
    const value = Array.isArray(result) ? { data: result } : result;
    const print = command.needs === "nothing" ? command.print : render;
    terminal.out(json ? `${JSON.stringify(value)}\n` : print(value));
    return 0;
  } catch (error) {
    const refusal = causes(error).find((cause) => cause instanceof CommandError || cause instanceof ApiError);
    if (refusal === undefined) throw error;
    terminal.err(`${refusal.code}: ${refusal.message.replaceAll(/\s*\n\s*/g, " ").trim()}\n`);
    return 1;
  }
}

function readFlags(command: Command, rest: string[]): { flags: Flags; json: boolean } {
  const options = Object.fromEntries(
    Object.entries({ ...command.flags, json: "boolean" as const }).map(([name, type]) => [name, { type }]),
  );
  try {
    const allowPositionals = command.argument !== undefined;
    const { values, positionals } = parseArgs({ args: rest, options, strict: true, allowPositionals });
    const given = values as Record<string, string | boolean | undefined>;
    return { flags: new Flags(given, argumentOf(command, positionals)), json: values.json === true };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const isUnknown = (error as NodeJS.ErrnoException).code === "ERR_PARSE_ARGS_UNKNOWN_OPTION";
    throw new CommandError(isUnknown ? "unknown_parameter" : "invalid_parameter", (error as Error).message);
  }
}

function argumentOf(command: Command, given: readonly string[]): string {
  const { argument } = command;
  const [value, ...rest] = given;
  if (argument === undefined || (value === undefined && mayLackArgument(command))) return "";
  if (value === undefined) throw new CommandError("missing_parameter", `${argument} is needed`);
  if (rest.length > 0) throw new CommandError("unknown_parameter", `only one ${argument} is taken`);
  return value;
}

const mayLackArgument = (command: Command) => takesFile(command) || command.isArgumentOptional === true;

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
  const { readStackSettings } = await import("../stack/settings.ts");
  const { dataFolder } = readStackSettings(environment);
  if (command.needs === "models") return command.run(layout(dataFolder).models, flags);
  const { addressFrom, openOperatorDatabase } = await import("./database.ts");
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

async function help(noun = ""): Promise<string> {
  const nouns = Object.hasOwn(NOUNS, noun) ? [noun] : Object.keys(NOUNS);
  const known = (await Promise.all(nouns.map(commandsOf))).flatMap((commands) => Object.entries(commands));
  const lines = known.map(([name, command]) => {
    const { summary, flags } = command;
    const argument =
      mayLackArgument(command) && command.argument !== undefined ? `[${command.argument}]` : command.argument;
    const shown = Object.entries(flags).map(([flag, type]) =>
      type === "boolean" ? `--${flag}` : `--${flag} …`,
    );
    return `  ${[name, argument ?? [], shown].flat().join(" ")}\n      ${summary}`;
  });
  return `Usage: npm run admin -- <noun> <verb> [FILE] [--flag VALUE] [--json]\n\n${lines.join("\n")}\n
On the stack in SELFSAME_DATA (default .local/), running or not. Where DATABASE_URL is set, on that database of a
deployment, with DATABASE_AUTH_TOKEN and DATA_KEYS as its edge has them.\n`;
}
