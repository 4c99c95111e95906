import type { z } from "zod";
import { ApiError } from "../../core/errors.ts";
import { entriesOf } from "../form/fields.ts";
import type { FieldFault } from "../form/returned-form.ts";

/** The texts that a form was sent with, by the names of its fields. */
export type Values = ReadonlyMap<string, readonly string[]>;

/**
 * Input of a form, or of a list's filter, that is rejected. `message` is for the top of the page, whose
 * fields are marked.
 */
export class InputFault extends ApiError {
  readonly faults: readonly FieldFault[];

  constructor(faults: readonly FieldFault[], message = summaryOf(faults)) {
    super("invalid_parameter", message);
    this.faults = faults;
  }

  /** The faults by the names of their fields, for a page that does not mark them. */
  get inFull(): string {
    return this.faults.map(({ name, text }) => (name === null ? text : `${name}: ${text}`)).join(" ");
  }
}

/** The line above a returned form: how many fields are marked, and each fault of no field. */
export function summaryOf(faults: readonly FieldFault[]): string {
  const fields = markedText(faults);
  const others = faults.filter(({ name }) => name === null).map(({ text }) => text);
  return [...(fields === "" ? [] : ["Nothing was changed.", fields]), ...others].join(" ");
}

/** How many fields are marked; empty if none is. */
export function markedText(faults: readonly FieldFault[]): string {
  const marked = new Set(faults.flatMap(({ name }) => name ?? [])).size;
  if (marked === 0) return "";
  return marked === 1 ? "Check the marked field." : `Check the ${marked} marked fields.`;
}

/** Values that are not shown again. */
const SECRET = new Set(["password", "current", "code", "secret"]);
const LONGEST_SHOWN = 40;

/** Each field's first fault, in the words of a form, with every entry of a list that has it. */
export function faultsOf(error: z.core.$ZodError, values: Values): FieldFault[] {
  return [...Map.groupBy(error.issues, ({ path }) => path[0])].map(([name, issues]): FieldFault => {
    const said = textOf(issues[0]!);
    const text = said.endsWith(".") ? said : `${said}.`;
    if (name === undefined) return { name: null, text };
    const same = issues.filter((issue) => textOf(issue) === said);
    const entered = same.map(({ path }) => enteredAt(values, String(name), path[1]));
    return { name: String(name), text: text + enteredAs(entered.filter((each) => each !== null)) };
  });
}

function textOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return "must not be empty";
    case "invalid_value":
      return issue.message.startsWith("must be one of") ? "must be one of the options" : issue.message;
    case "invalid_union": {
      // An empty field is allowed as well: what was entered was meant for the last alternative.
      const inner = issue.errors.at(-1)?.[0];
      return inner === undefined ? issue.message : textOf(inner);
    }
    default:
      return issue.message;
  }
}

const LIST = new Intl.ListFormat("en");

const enteredAs = (texts: readonly string[]): string =>
  texts.length === 0 ? "" : ` You entered ${LIST.format([...new Set(texts)].map((text) => `\`${text}\``))}.`;

/** What was entered, if it is short and no secret; else null. `at`: the entry of a list. */
function enteredAt(values: Values, name: string, at: PropertyKey | undefined): string | null {
  const given = values.get(name);
  if (given === undefined || given.length !== 1 || SECRET.has(name)) return null;
  const text = typeof at === "number" ? entriesOf(given[0]!)[at] : given[0]!.trim();
  const isShown = text !== undefined && text !== "" && text.length <= LONGEST_SHOWN && !/\p{C}/u.test(text);
  return isShown ? text : null;
}

/** The fault of an operation that rejects a form's input: of the field that it names, if the form has it. */
export function faultOf({ message, param }: ApiError, names: readonly string[]): FieldFault {
  const name = param?.split(".")[0];
  if (name === undefined || !names.includes(name)) return { name: null, text: message };
  const said = message.startsWith(`${param} `) ? message.slice(param!.length + 1) : message;
  return { name, text: said };
}
