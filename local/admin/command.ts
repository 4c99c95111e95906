import type { Mode } from "../../edge/core/scope.ts";
import type { KeyRing } from "../../edge/crypto/key-ring.ts";
import type { Context } from "../../edge/operations/commit/context.ts";
import type { Database } from "../../edge/store/batch.ts";
import { MODES } from "../../vocabulary/enumerations.ts";
import type { ArgumentFault } from "../arguments.ts";
import { type Form, WrongValueError, wordOf } from "../forms.ts";
import type { CommandCode } from "./codes.ts";

/** A rejected command: one line on stderr that begins with the code; see `runAdmin` for the exit code. */
export class CommandError extends Error {
  readonly code: CommandCode;

  constructor(code: CommandCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What the system's codes mean for a file that a command was given. */
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: "this user has no permission",
  EEXIST: "it exists already: name a new file",
  EISDIR: "it is a folder: name a file",
  ENOENT: "there is no such file, or no folder for it",
  ENOSPC: "the disk is full",
  ENOTDIR: "it is a file, or a part of its path is: name a folder",
};

/** The rejection of a file that the system does not open, read or write. */
export function unusable(
  code: "file_unreadable" | "file_unwritable",
  path: string,
  error: NodeJS.ErrnoException,
): CommandError {
  const meaning = SYSTEM[error.code ?? ""];
  return new CommandError(code, `${path}: ${error.code}${meaning === undefined ? "" : `, ${meaning}`}`);
}

/** The given flags, and the argument of a command that takes one. */
export class Flags {
  readonly #values: Readonly<Record<string, string | boolean | undefined>>;
  /** Empty for a command without an argument. */
  readonly argument: string;

  constructor(values: Readonly<Record<string, string | boolean | undefined>>, argument: string) {
    this.#values = values;
    this.argument = argument;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === "string" ? value : undefined;
  }

  required(name: string): string {
    const value = this.text(name);
    if (!value) throw new CommandError("missing_parameter", `--${name} is needed`);
    return value;
  }

  isSet(name: string): boolean {
    return this.#values[name] === true;
  }

  /** The value that the text of a flag means, by the form that its command's table has for it. */
  read<T>(name: string, form: Form<T>): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    try {
      return form(text);
    } catch (error) {
      if (!(error instanceof WrongValueError)) throw error;
      throw new CommandError("invalid_parameter", `--${name} ${error.message}`);
    }
  }

  mode(): Mode {
    return this.requiredOf("mode", MODES);
  }

  /** One word of a list; required. */
  requiredOf<Word extends string>(name: string, words: readonly Word[]): Word {
    this.required(name);
    return this.oneOf(name, words)!;
  }

  /** One word of a list. */
  oneOf<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    return this.read(name, wordOf(words));
  }
}

/** The settings that are defined. */
export const given = <Settings extends object>(settings: Settings) =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Settings]?: Exclude<Settings[Name], undefined>;
  };

/** A flag of a command: the one source of parsing, `--help` and docs/reference/admin-cli.md. */
export interface Flag {
  /** What its value is called, or its values with `|` between them; absent for a flag without a value. */
  readonly value?: string;
  /** What it does, in a line. */
  readonly text: string;
  readonly required?: true;
  /** Which values it has, if what its value is called does not say so. Judged before the command runs. */
  readonly form?: Form<unknown>;
}

export const TENANT: Flag = { value: "ID", text: "the tenant, tn_…", required: true };
export const MODE: Flag = {
  value: MODES.join("|"),
  text: "the mode whose data the command uses",
  required: true,
};

interface CommandHelp {
  /** What the command does, in a line. */
  readonly summary: string;
  /** What else has to be known, in sentences. */
  readonly details?: string;
  /** What the one argument besides the flags is called, if there is one. */
  readonly argument?: string;
  readonly flags: Readonly<Record<string, Flag>>;
  /** The argument may be left out. */
  readonly isArgumentOptional?: boolean;
  /** What is wrong with flags together that are right one by one. Judged before the command runs. */
  check?(flags: Flags): ArgumentFault | null;
}

/** Dependencies of a command on the stack's database. */
export interface OperatorDatabase {
  readonly db: Database;
  /** Its master keys. */
  readonly ring: KeyRing;
  /** Whether a running stack serves it, so that others write to it meanwhile. */
  readonly isServed: boolean;
  /** The service's URL; undefined if the stack does not run, or a deployment's PUBLIC_URL is not set. */
  readonly serviceUrl: string | undefined;
  /** The context of what the operator does now. */
  context(): Context<"vault" | "publicUrl" | "serviceKey" | "webhooks" | "passwords" | "quotas">;
  close(): Promise<void>;
}

/** How a long command reports progress, when it ends, and the settings that it was given. */
export interface Watch {
  readonly environment: NodeJS.ProcessEnv;
  /** Says a line on stderr. */
  report(line: string): void;
  /** Aborts when the operator stops the command. After this call a signal does not end the process. */
  untilStopped(): AbortSignal;
}

/** A command on the stack's database, or on a file in place of it. */
export interface DatabaseCommand extends CommandHelp {
  readonly needs: "database";
  run(database: OperatorDatabase, flags: Flags, watch: Watch): Promise<unknown>;
  /** Makes the argument optional: with an argument, this runs without the database. */
  ofFile?(flags: Flags): Promise<unknown>;
}

/** A command on the models' folder alone. */
interface ModelsCommand extends CommandHelp {
  readonly needs: "models";
  run(modelsFolder: string, flags: Flags): Promise<unknown>;
}

/** Dependencies of a command on the stack's data folder. */
export interface StackFolder {
  readonly dataFolder: string;
  /** Says on stderr how far it is. */
  report(line: string): void;
}

/** A command on the data folder as a whole, with the stack running or not. */
interface FolderCommand extends CommandHelp {
  readonly needs: "folder";
  /**
   * What does the same for a deployment, whose database `DATABASE_URL` names: a command on that database, or
   * the way that the error names.
   */
  readonly elsewhere: DatabaseCommand["run"] | string;
  run(folder: StackFolder, flags: Flags): Promise<unknown>;
}

/** A command that needs no database and no folder. */
interface FreeCommand extends CommandHelp {
  readonly needs: "nothing";
  /** `isReadByOthers`: whether stdout is a file that others than its owner may read. */
  run(stdout: { readonly isReadByOthers: boolean }, flags: Flags): Promise<unknown>;
  /** How people, and programs that read lines, are shown the answer. */
  print(value: unknown): string;
}

export type Command = FreeCommand | DatabaseCommand | ModelsCommand | FolderCommand;

/** Whether the argument may be left out. */
export const takesFile = (
  command: Command,
): command is DatabaseCommand & Required<Pick<DatabaseCommand, "ofFile">> =>
  command.needs === "database" && command.ofFile !== undefined;

/** Whether the argument, if there is one, may be left out. */
export const mayLackArgument = (command: Command): boolean =>
  takesFile(command) || command.isArgumentOptional === true;

export type Commands = Readonly<Record<string, Command>>;
