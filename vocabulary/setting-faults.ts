/** What a schema says of a wrong setting, as zod has it. */
interface Issue {
  readonly code: string | undefined;
  readonly message: string;
  readonly path: readonly PropertyKey[];
  readonly expected?: unknown;
  readonly format?: unknown;
  readonly origin?: unknown;
  readonly values?: readonly unknown[];
  readonly minimum?: unknown;
  readonly maximum?: unknown;
}

/** What a value of a format is, if its name does not say it. */
const FORMATS: Readonly<Record<string, string>> = {
  url: "a URL",
  base64: "base64",
  email: "an e-mail address",
};

/** What a value of a type is, if its name does not say it. */
const TYPES: Readonly<Record<string, string>> = { int: "a whole number", object: "a JSON object" };

/** Settings are wrong. Each fault is `NAME: what would be right`, and shows no secret. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const isMade = (fault: string) => SECRETS.some((name) => fault.startsWith(`${name}: is missing`));
    const advice = faults.some(isMade) ? ". npm run admin -- secrets create prints new ones" : "";
    super(`settings: ${faults.join("; ")}${advice}`);
    this.faults = faults;
  }
}

/** Settings that no operator can think up. */
const SECRETS = ["DATA_KEYS", "INFERENCE_TOKEN", "RECEIPT_SIGNING_JWK", "TOKEN_SIGNING_JWK"];

/** What an environment has for each variable: text, or an object that is bound. */
type Given = Readonly<Record<string, unknown>>;

/** The variables that are set: an empty one is unset. */
const givenSettings = (environment: Given): Given =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));

/** What zod's schemas have. */
interface Parser<T> {
  safeParse(given: unknown): { data?: T | undefined; error?: { issues: readonly Issue[] } | undefined };
}
interface Schema<T> extends Parser<T> {
  readonly shape: Readonly<Record<string, Parser<unknown>>>;
}

/**
 * What is wrong with several settings together, by the name of the one to change; null is no fault. A rule
 * that reads a setting which is wrong by itself finds nothing.
 */
export type Rule<T> = (settings: T, given: Given) => Readonly<Record<string, string | null>>;

/**
 * The settings of an environment by a schema and by rules. Throws one `SettingsError`, which names each wrong
 * one.
 */
export function readSettings<T extends object>(
  schema: Schema<T>,
  environment: Given,
  rules: readonly Rule<T>[] = [],
): T {
  const given = givenSettings(environment);
  const { data, error } = schema.safeParse(given);
  const issues = error?.issues ?? [];
  const readable = data ?? rightSettings(schema, given, new Set(issues.map(({ path }) => path[0]!)));
  const faults = [
    ...issues.map((issue) => settingFault(issue, given)),
    ...rules.flatMap((rule) => ruleFaults(rule, readable, given)),
  ];
  if (data === undefined || faults.length > 0) throw new SettingsError(faults);
  return data;
}

/** A rule has read a setting that is wrong by itself. */
class WrongSettingRead extends Error {}

/** The settings, of which a wrong one throws when it is read. */
function rightSettings<T extends object>(
  { shape }: Schema<T>,
  given: Given,
  wrong: ReadonlySet<PropertyKey>,
): T {
  const each = Object.entries(shape).map(([name, field]) => [name, field.safeParse(given[name]).data]);
  return new Proxy(Object.fromEntries(each) as T, {
    get(settings, name) {
      if (wrong.has(name)) throw new WrongSettingRead();
      return Reflect.get(settings, name);
    },
  });
}

function ruleFaults<T>(rule: Rule<T>, settings: T, given: Given): string[] {
  try {
    const faults = Object.entries(rule(settings, given));
    return faults.flatMap(([name, fault]) => (fault === null ? [] : [`${name}: ${fault}`]));
  } catch (error) {
    if (error instanceof WrongSettingRead) return [];
    throw error;
  }
}

/** The faults that a reader of settings names. */
export function faultsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

/** What is wrong if some of these variables are set and others are not, by the name of each missing one. */
export function togetherFaults<N extends string>(
  env: { readonly [Name in N]?: unknown },
  names: readonly N[],
): Record<string, string> {
  const given = names.filter((name) => env[name] !== undefined);
  const missing = given.length === 0 ? [] : names.filter((name) => env[name] === undefined);
  return Object.fromEntries(missing.map((name) => [name, `set it, or remove ${given.join(" and ")}`]));
}

/**
 * A wrong setting by its name, what would be right, and what was received if it cannot be a secret:
 * `PORT: must be at most 65535, not "70000"`. A schema's own message (`custom`) must hold no secret, either.
 *
 * @param given The settings as they were read: one that is not there is missing.
 */
function settingFault(issue: Issue, given: Given): string {
  const name = String(issue.path[0]);
  const value = given[name];
  if (value !== undefined || issue.code === "custom") {
    return `${name}: ${expectation(issue)}${received(issue, value)}`;
  }
  const { message } = issue;
  // A schema's own text, and not a type alone.
  return `${name}: is missing${message.includes(" such as ") ? `, and ${message}` : ""}`;
}

/** A URL without a user, a path or a query, each of which may be secret; or a text too short to be one. */
const PLAIN = /^([a-z]+:\/\/[\w.:-]{1,60}\/?|[^@?:/\n]{1,24})$/i;

/** What was given for a number, a word of a list, a URL or a name. Other texts may be secrets. */
function received({ code, origin, expected, format, path }: Issue, value: unknown): string {
  const isPlain =
    ["invalid_value", "invalid_union"].includes(String(code)) ||
    (code === "invalid_format" && ["url", "regex"].includes(String(format))) ||
    (code === "invalid_type" && ["number", "int"].includes(String(expected))) ||
    (["too_small", "too_big"].includes(String(code)) && origin !== "string" && origin !== "array");
  if (!isPlain || path.length > 1 || typeof value !== "string" || !PLAIN.test(value)) return "";
  return `, not "${value}"`;
}

const wordsText = (words: readonly unknown[]) =>
  words.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(", ")}`;

function expectation(issue: Issue): string {
  const { code, message, expected, format, origin, values = [], minimum, maximum } = issue;
  switch (code) {
    case "custom":
      return message;
    case "invalid_value":
      return expected === "stringbool" ? "must be true or false" : wordsText(values);
    case "invalid_type":
      return `must be ${TYPES[String(expected)] ?? `a ${expected}`}`;
    case "invalid_format":
      // A schema's own text, such as that of a URL with certain schemes.
      if (message.startsWith("must ")) return message;
      return `must be ${FORMATS[String(format)] ?? "in another format: see --help"}`;
    case "too_small":
    case "too_big": {
      const bound = code === "too_small" ? `at least ${minimum}` : `at most ${maximum}`;
      return origin === "string" ? `must have ${bound} characters` : `must be ${bound}`;
    }
    default:
      return message.startsWith("must ") ? message : "is not valid: see --help";
  }
}
