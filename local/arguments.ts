import { parseArgs } from "node:util";
import { nearestName } from "../edge/http/received.ts";
import { takenByNpm } from "../vocabulary/near-settings.ts";
import { type Form, MOST, WrongValueError, wholeFrom, wholeOrNone, wordOf } from "./forms.ts";

/** An option of a program. */
interface Option {
  /** What its value is called in the usage; absent for one without a value. */
  readonly value?: string;
  /** Reads its value; absent if what the value is called says which values there are, or any text is one. */
  readonly form?: Form<unknown>;
}

type Options = Readonly<Record<string, Option>>;

/** One wrong argument: a code of the admin CLI, and what is wrong. */
export interface ArgumentFault {
  readonly code: "missing_parameter" | "invalid_parameter" | "unknown_parameter";
  readonly message: string;
}

interface Arguments {
  readonly values: Readonly<Record<string, string | boolean | undefined>>;
  readonly positionals: readonly string[];
  readonly faults: readonly ArgumentFault[];
}

/**
 * Reads arguments, and lists every wrong one with the option that was probably meant.
 *
 * @param program How the program is called in messages.
 * @param most How many arguments besides the options it takes.
 */
export function readArguments(
  program: string,
  args: readonly string[],
  options: Options,
  most: number,
): Arguments {
  const types = Object.entries(options).map(
    ([name, { value }]) => [name, { type: value === undefined ? "boolean" : "string" }] as const,
  );
  const settings = { options: Object.fromEntries(types), strict: false, allowPositionals: true } as const;
  const { given, faults } = withoutValueless(args, options);
  const { values, tokens } = parseArgs({ args: given, ...settings, tokens: true });
  const seen = new Set<string>();
  const positionals: string[] = [];
  let isAfterUnknown = false;
  for (const token of tokens) {
    if (token.kind === "positional") {
      // What follows an unknown option is its value.
      if (!isAfterUnknown) positionals.push(token.value);
    } else if (token.kind === "option") {
      const fault = optionFault(program, token, options, seen);
      if (fault !== null) faults.push(fault);
      seen.add(token.name);
    }
    isAfterUnknown = token.kind === "option" && !Object.hasOwn(options, token.name);
  }
  const surplus = positionals.slice(most).map((each) => `\`${each}\``);
  if (surplus.length > 0) {
    const taken = most === 0 ? "takes options only" : `takes ${most} argument at most`;
    const meant = fileOptionMeant(positionals.slice(most), options, seen);
    const message = `${program} ${taken}, not ${surplus.join(", ")}${meant}`;
    faults.push({ code: "unknown_parameter", message });
  }
  return { values: values as Arguments["values"], positionals, faults };
}

/** The one option for a file that is not given, if a file is given without it. */
function fileOptionMeant(surplus: readonly string[], options: Options, seen: ReadonlySet<string>): string {
  const open = Object.keys(options).filter((name) => options[name]!.value === "FILE" && !seen.has(name));
  const isFile = surplus.length === 1 && /[./]/.test(surplus[0]!);
  return isFile && open.length === 1 ? `. Did you mean --${open[0]} ${surplus[0]}?` : "";
}

/** The arguments without options that lack their value: the next option would be taken for it. */
function withoutValueless(args: readonly string[], options: Options) {
  const faults: ArgumentFault[] = [];
  const given = args.filter((arg, i) => {
    const name = arg.startsWith("--") ? arg.slice(2) : "";
    const called = Object.hasOwn(options, name) ? options[name]!.value : undefined;
    const next = args[i + 1];
    if (called === undefined || (next !== undefined && !next.startsWith("--"))) return true;
    faults.push({ code: "missing_parameter", message: `--${name} needs a value: --${name} ${called}` });
    return false;
  });
  return { given, faults };
}

interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function optionFault(
  program: string,
  { name, rawName, value, inlineValue }: OptionToken,
  options: Options,
  seen: ReadonlySet<string>,
): ArgumentFault | null {
  const names = Object.keys(options);
  if (!names.includes(name)) {
    const meant = nearestName(name, names);
    const guess = meant === undefined ? "" : `. Did you mean --${meant}?`;
    const known = names.map((each) => `--${each}`).join(", ");
    const message = `${program} has no ${rawName}${guess || `. It takes ${known}`}`;
    return { code: "unknown_parameter", message };
  }
  const invalid = (message: string) => ({ code: "invalid_parameter", message }) as const;
  if (seen.has(name)) return invalid(`--${name} is given twice`);
  const { value: called, form = formOf(called ?? "") } = options[name]!;
  if (called === undefined) return inlineValue ? invalid(`--${name} takes no value`) : null;
  try {
    form?.(value ?? "");
    return null;
  } catch (error) {
    if (!(error instanceof WrongValueError)) throw error;
    return invalid(`--${name} ${error.message}`);
  }
}

/** The form of a value that is called such as `live|test`, `N` or `N|none`; undefined for any text. */
function formOf(called: string): Form<unknown> | undefined {
  const words = called.split("|");
  if (words[0] === "N") return (words.length === 1 ? wholeFrom : wholeOrNone)(0, MOST);
  const isList = words.length > 1 && words.every((word) => /^[a-z][a-z0-9_.-]*$/.test(word));
  return isList ? wordOf(words) : undefined;
}

/**
 * The fault of options without `--` before them; null if there is none. No other argument can be judged then:
 * npm leaves the options' values among them.
 */
export function missingDashes(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
  args: readonly string[],
): ArgumentFault | null {
  const given = new Set(args.map((arg) => arg.split("=")[0]));
  const options = takenByNpm(environment, names).map((name) => `--${name}`);
  const taken = options.filter((option) => !given.has(option));
  if (taken.length === 0) return null;
  const message = `npm took ${taken.join(", ")} as its own. Put -- after npm run ${environment.npm_lifecycle_event}, before the arguments`;
  return { code: "invalid_parameter", message };
}

/** Several faults as one line, which begins with the code of the first. */
const faultsLine = (faults: readonly ArgumentFault[]): string =>
  `${faults[0]?.code}: ${faults.map(({ message }) => message).join("; ")}`;

/**
 * The arguments of a program that takes few. A wrong one ends the process: with one line on stderr, and the
 * exit code 2.
 *
 * @param advice Added to the line, such as where settings are.
 */
export function programArguments(
  program: string,
  options: Options,
  {
    args = process.argv.slice(2),
    most = 0,
    advice = () => "",
  }: { args?: readonly string[]; most?: number; advice?: (args: readonly string[]) => string } = {},
): Pick<Arguments, "values" | "positionals"> {
  const undashed = missingDashes(process.env, Object.keys(options), args);
  const { values, positionals, faults: read } = readArguments(program, args, options, most);
  const faults = undashed === null ? read : [undashed];
  if (faults.length > 0) {
    const line = faultsLine(faults).replace(/(?<!\?)$/, ".");
    process.stderr.write(`${line} ${advice(args) || `See ${program} -- --help`}\n`);
    process.exit(2);
  }
  return { values, positionals };
}
