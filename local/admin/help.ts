import { editDistance } from "../../vocabulary/edit-distance.ts";
import { type Command, CommandError, type Commands, mayLackArgument } from "./command.ts";

const USAGE = "Usage: npm run admin -- <noun> <verb> [FILE] [--flag VALUE] [--json]";

const EPILOGUE = `npm run admin -- NOUN VERB --help shows the flags of a command.

Without other settings, a command works on the stack in SELFSAME_DATA (default .local), whether it runs or not. With
DATABASE_URL it works on the database of a deployment; set DATABASE_AUTH_TOKEN and DATA_KEYS as the edge has them.
`;

/** A flag as a call shows it: `--tenant ID`. */
export const shownFlag = (flag: string, value: string | undefined) =>
  value === undefined ? `--${flag}` : `--${flag} ${value}`;

/** How a command is called: what may be left out is in brackets. */
export function callOf(name: string, command: Command): string {
  const { argument, flags } = command;
  const file = argument !== undefined && mayLackArgument(command) ? `[${argument}]` : argument;
  const shown = Object.entries(flags).map(([flag, { value, required }]) =>
    required === true ? shownFlag(flag, value) : `[${shownFlag(flag, value)}]`,
  );
  return ["npm run admin --", name, file ?? [], shown].flat().join(" ");
}

/** A line for each command. */
export function describeCommands(commands: Commands): string {
  return `${USAGE}\n\n${table(Object.entries(commands).map(([name, { summary }]) => [name, summary]))}\n${EPILOGUE}`;
}

/** How a command is called, and a line for each of its flags. */
export function describeCommand(name: string, command: Command): string {
  const { summary, details, flags } = command;
  const rows = Object.entries(flags).map(
    ([flag, { value, text, required }]) =>
      [shownFlag(flag, value), required === true ? `${text} (required)` : text] as const,
  );
  const lines = table([...rows, ["--json", "prints one JSON value"]]);
  return `Usage: ${callOf(name, command)}\n\n${summary}.${details === undefined ? "" : `\n${details}`}\n\n${lines}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, text]) => `  ${name.padEnd(width)}  ${text}\n`).join("");
}

/** Edits up to which a name is taken for a mistyped one. */
const MOST_EDITS = 3;
/** Commands that one suggestion names. */
const MOST_MEANT = 3;

/** The error for an unknown command, with the command that was meant, if one is near. */
export function unknownCommand(unknown: string, known: readonly string[]): CommandError {
  const distance = (name: string) => editDistance(inOrder(name), inOrder(unknown));
  const [nearest] = known.toSorted((a, b) => distance(a) - distance(b));
  const ofNoun = known.filter((name) => name.split(" ")[0] === unknown.split(" ")[0]);
  // The verb alone, with an argument.
  const ofVerb = known.filter((name) => name.split(" ")[1] === unknown.split(" ")[0]);
  const advice =
    nearest !== undefined && distance(nearest) <= MOST_EDITS
      ? `did you mean ${nearest}?`
      : ofVerb.length > 0 && ofVerb.length <= MOST_MEANT
        ? `did you mean ${ofVerb.join(" or ")}?`
        : ofNoun.length > 0
          ? `there are ${ofNoun.join(", ")}`
          : "see npm run admin -- --help";
  return new CommandError("unknown_command", `${unknown} is not a command: ${advice}`);
}

/** Words in one order, so that `create key` is near `keys create`. */
const inOrder = (name: string) => name.toLowerCase().split(" ").toSorted().join(" ");
