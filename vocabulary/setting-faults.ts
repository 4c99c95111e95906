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

/**
 * A wrong setting by its name, and what would be right: `PORT: must be at most 65535`. It holds nothing of
 * the value, which may be a secret; a schema's own message (`custom`) must not, either.
 *
 * @param given The settings as they were read: one that is not there is missing.
 */
export function settingFault(issue: Issue, given: Readonly<Record<string, unknown>>): string {
  const name = String(issue.path[0]);
  const isMissing = given[name] === undefined && issue.code !== "custom";
  return `${name}: ${isMissing ? "is missing" : expectation(issue)}`;
}

function expectation(issue: Issue): string {
  const { code, message, expected, format, origin, values = [], minimum, maximum } = issue;
  switch (code) {
    case "custom":
      return message;
    case "invalid_value":
      return `must be one of ${values.join(", ")}`;
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
