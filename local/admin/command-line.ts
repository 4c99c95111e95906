import { type ArgumentFault, missingDashes, readArguments } from "../arguments.ts";
import { type Command, CommandError, Flags, mayLackArgument } from "./command.ts";
import { callOf } from "./help.ts";

/**
 * The words after a command's name, checked against its table of flags. Throws CommandError.
 *
 * @param environment Has the flags that npm took as its own.
 */
export function readFlags(
  name: string,
  command: Command,
  rest: readonly string[],
  environment: NodeJS.ProcessEnv,
): { flags: Flags; json: boolean } {
  const options = { ...command.flags, json: {} };
  const undashed = missingDashes(environment, Object.keys(options), rest);
  if (undashed !== null) throw refusal(name, command, [undashed]);
  const most = command.argument === undefined ? 0 : 1;
  const { values, positionals, faults } = readArguments(name, rest, options, most);
  const missing = missingOf(command, values, positionals).filter(
    // A mistyped flag, or one without its value, has been named already; a list of all flags names none.
    (each) =>
      !faults.some(({ message }) => message.startsWith(`${each} `) || message.includes(`mean ${each}`)),
  );
  const flags = new Flags(values, positionals[0] ?? "");
  const all = [
    ...faults,
    ...(missing.length === 0 ? [] : [neededFault(missing)]),
    ...[command.check?.(flags) ?? []].flat(),
  ];
  if (all.length > 0) throw refusal(name, command, all);
  return { flags, json: values.json === true };
}

function refusal(name: string, command: Command, faults: readonly ArgumentFault[]): CommandError {
  const texts = faults.map(({ message }) => message).join("; ");
  return new CommandError(
    faults[0]!.code,
    `${texts.replace(/(?<!\?)$/, ".")} Usage: ${callOf(name, command)}`,
  );
}

function missingOf(
  command: Command,
  values: Readonly<Record<string, unknown>>,
  positionals: readonly string[],
): string[] {
  const { argument, flags } = command;
  const flagged = Object.entries(flags).filter(([flag, { required }]) => required === true && !values[flag]);
  const isArgumentMissing = argument !== undefined && positionals.length === 0 && !mayLackArgument(command);
  return [...(isArgumentMissing ? [argument] : []), ...flagged.map(([flag]) => `--${flag}`)];
}

const neededFault = (missing: readonly string[]) =>
  ({
    code: "missing_parameter",
    message: `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} needed`,
  }) as const;
