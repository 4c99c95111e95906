import { parseArgs } from "node:util";
import { type Command, CommandError, Flags, mayLackArgument } from "./command.ts";

/** The words after a command's name, checked against its table of flags. Throws CommandError. */
export function readFlags(
  name: string,
  command: Command,
  rest: readonly string[],
): { flags: Flags; json: boolean } {
  const { values, positionals } = parsed(name, command, rest);
  const argument = argumentOf(command, positionals);
  const missing = Object.entries(command.flags)
    .filter(([flag, { required }]) => required === true && !values[flag])
    .map(([flag]) => `--${flag}`);
  if (missing.length > 0) {
    const needed = `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} needed`;
    throw new CommandError("missing_parameter", `${needed}: see npm run admin -- ${name} --help`);
  }
  return { flags: new Flags(values, argument), json: values.json === true };
}

function parsed(name: string, command: Command, args: readonly string[]) {
  const options = Object.fromEntries(
    Object.entries({ ...command.flags, json: {} }).map(([flag, { value }]: [string, { value?: string }]) => [
      flag,
      { type: value === undefined ? ("boolean" as const) : ("string" as const) },
    ]),
  );
  try {
    return parseArgs({
      args: [...args],
      options,
      strict: true,
      allowPositionals: command.argument !== undefined,
    });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const flag = /'(--?[^' =]+)/.exec(message)?.[1];
    if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
      const known = [...Object.keys(command.flags), "json"].map((each) => `--${each}`).join(", ");
      throw new CommandError("unknown_parameter", `${name} has no ${flag}. It takes ${known}`);
    }
    if (code === "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL") {
      throw new CommandError(
        "unknown_parameter",
        `${name} takes flags only: see npm run admin -- ${name} --help`,
      );
    }
    throw new CommandError("invalid_parameter", message);
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
