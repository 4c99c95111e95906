import { z } from "zod";
import { fromBase64 } from "../crypto/encoding.ts";

/** A URL of HTTP or HTTPS. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  error: "must be an http or https URL such as https://id.example.com",
});

/** What is wrong if some of these variables are set and others are not, by the name of each missing one. */
export function togetherFaults<N extends string>(
  env: { readonly [Name in N]?: unknown },
  names: readonly N[],
): Record<string, string> {
  const given = names.filter((name) => env[name] !== undefined);
  const missing = given.length === 0 ? [] : names.filter((name) => env[name] === undefined);
  return Object.fromEntries(missing.map((name) => [name, `set it, or remove ${given.join(" and ")}`]));
}

/** JSON of any shape. */
export const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: "custom", message: "is not JSON" });
    return z.NEVER;
  }
});

/** This number of bytes in base64. */
export const base64Bytes = (length: number) =>
  z.base64().transform((text, context) => {
    const bytes = fromBase64(text);
    if (bytes.length !== length) context.addIssue({ code: "custom", message: `is not ${length} bytes` });
    return bytes;
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
export function isPlaintextBeyondLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, searchParams } = new URL(url);
  const isPlain = protocol === "http:" || (protocol === "libsql:" && searchParams.get("tls") === "0");
  return isPlain && !isLoopback(hostname);
}

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
