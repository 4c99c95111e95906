import { type ParseArgsConfig, parseArgs } from "node:util";
import { programArguments } from "../local/arguments.ts";
import { WrongValueError, wordOf } from "../local/forms.ts";

/** Ends a program of the lab for a wrong argument, as `programArguments` does. */
export function reject(
  code: "unknown_command" | "unknown_parameter" | "invalid_parameter",
  message: string,
): never {
  process.stderr.write(`${code}: ${message}\n`);
  process.exit(2);
}

/** The word, if it is one of these. Another one ends the program with what was meant. */
export function knownWord(what: string, words: readonly string[], text: string): string {
  try {
    return wordOf(words)(text);
  } catch (error) {
    if (!(error instanceof WrongValueError)) throw error;
    return reject("invalid_parameter", `${what} ${error.message}`);
  }
}

/** `parseArgs` for a program of the lab: every wrong argument is named at once, with what was meant. */
export function labArguments<const Config extends ParseArgsConfig>(program: string, config: Config) {
  const options = Object.entries(config.options ?? {}).map(
    ([name, { type }]) => [name, type === "string" ? { value: "VALUE" } : {}] as const,
  );
  programArguments(`lab ${program}`, Object.fromEntries(options), {
    most: config.allowPositionals === true ? Number.POSITIVE_INFINITY : 0,
    advice: () => `See npm run lab -- ${program} --help`,
    ...(config.args && { args: config.args }),
  });
  return parseArgs(config);
}
