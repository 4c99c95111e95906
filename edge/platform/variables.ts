import { z } from "zod";
import { fromBase64 } from "../crypto/encoding.ts";

/** A URL of HTTP or HTTPS. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: "must be an http or https URL such as https://id.example.com",
});

/** JSON of any shape. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "is not JSON" });
    return z.NEVER;
  }
});

/** A value of this schema as JSON. `what` says what it is; the fault names wrong members, and shows none. */
export const jsonOf = <T extends z.ZodType>(schema: T, what: string) =>
  json.transform((given, context): z.output<T> => {
    const { data, error } = schema.safeParse(given);
    if (error === undefined) return data;
    const members = new Set(error.issues.map(({ path }) => path.join(".")).filter((path) => path !== ""));
    const wrong = members.size === 0 ? "" : `: wrong or missing are ${[...members].join(", ")}`;
    context.addIssue({ code: "custom", message: `must be ${what}${wrong}` });
    return z.NEVER;
  });

/** Keys of this number of bytes in base64, newest first, with commas between them. */
export const base64Keys = (length: number, most: number) =>
  z.string().transform((text, context) => {
    const texts = text.split(",").map((each) => each.trim());
    if (texts.length > most) context.addIssue({ code: "custom", message: `must have at most ${most} keys` });
    return texts.map((each, i) => {
      const bytes = z.base64().safeParse(each).success ? fromBase64(each) : undefined;
      if (bytes?.length !== length) {
        const found = bytes === undefined ? "is no base64" : `has ${bytes.length} bytes`;
        const message = `must have ${length} bytes in base64 a key, but key ${i + 1} of ${texts.length} ${found}`;
        context.addIssue({ code: "custom", message });
      }
      return bytes ?? new Uint8Array();
    });
  });

/** One to `most` values in one text, with commas between them. */
export const listOf = <T extends z.ZodType<unknown, string>>(item: T, most: number) =>
  z
    .string()
    .transform((text) => text.split(",").map((each) => each.trim()))
    .pipe(z.array(item).min(1).max(most));

/** A bound object with these methods. */
export const binding = <T>(...methods: (keyof T & string)[]) =>
  z.custom<T>(
    (value) =>
      typeof value === "object" &&
      value !== null &&
      methods.every((method) => typeof Reflect.get(value, method) === "function"),
    `lacks one of ${methods.join(", ")}`,
  );

/** A duration in seconds, of at most a minute: clients wait no longer for an answer. */
export const seconds = (usual: number) => z.coerce.number().positive().max(60).default(usual);

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL's host is this machine itself. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname);

/**
 * Whether this URL leads over a network without encryption: an observer on the path could read faces, and the
 * secret that opens the service behind it. `libsql:` is encrypted unless it says otherwise. An invalid URL is
 * rejected elsewhere.
 */
function isPlaintextBeyondLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, searchParams } = new URL(url);
  const isPlain = protocol === "http:" || (protocol === "libsql:" && searchParams.get("tls") === "0");
  return isPlain && !isLoopback(hostname);
}

/** Why URLs are invalid that lead over a network without encryption, or null. */
export const plaintextFault = (
  env: { readonly PLAINTEXT_BEYOND_LOOPBACK: boolean },
  ...urls: readonly (string | undefined)[]
): string | null =>
  !env.PLAINTEXT_BEYOND_LOOPBACK && urls.some((url) => url !== undefined && isPlaintextBeyondLoopback(url))
    ? "is not encrypted; PLAINTEXT_BEYOND_LOOPBACK=1 allows that on a trusted network"
    : null;

/** Whether a URL names a user or a password. */
export const namesUser = ({ username, password }: URL): boolean => username !== "" || password !== "";

export const CREDENTIALS_IN_URL = "must hold no user name, password or token: set DATABASE_AUTH_TOKEN";

/**
 * Whether the URL of a database holds what opens it: errors of the client would print it. An invalid URL is
 * rejected elsewhere.
 */
export function hasCredentials(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const parsed = new URL(url);
  return namesUser(parsed) || parsed.searchParams.has("authToken");
}
