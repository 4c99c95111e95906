import { fromBase64Url, toBase64Url } from "../crypto/encoding.ts";
import { sha256 } from "../crypto/hashing.ts";
import { assertForm, MalformedCredentialError } from "./errors.ts";

/** A disclosure of an SD-JWT (RFC 9901 §4.2). */
interface Disclosure {
  /** Null for an array's element. */
  readonly name: string | null;
  readonly value: unknown;
}

const MAX_DEPTH = 16;

/** The JSON of a base64url text. Throws `MalformedCredentialError`, also for a duplicate or reserved name. */
export function parseJson(encoded: string): unknown {
  const bytes = fromBase64Url(encoded);
  assertForm(bytes !== null, "a part is not base64url");
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    // JSON.parse keeps the last of equal names: a text that has more names than its value has two readings.
    assertForm(namesIn(text) === namesOf(value), "a JSON name is given twice");
    return value;
  } catch (error) {
    if (error instanceof MalformedCredentialError) throw error;
    throw new MalformedCredentialError("a part is not JSON", { cause: error });
  }
}

/** How many names a valid JSON text has: its strings that a colon follows. */
const namesIn = (text: string): number =>
  Array.from(text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)).filter(([, colon]) => colon !== undefined).length;

function namesOf(value: unknown, depth = 0): number {
  assertForm(depth <= MAX_DEPTH, "JSON is nested too deep");
  if (typeof value !== "object" || value === null) return 0;
  const members = Object.values(value);
  const own = Array.isArray(value) ? 0 : members.length;
  return members.reduce<number>((sum, each) => sum + namesOf(each, depth + 1), own);
}

/** The disclosures by their digests, in base64url. */
export async function readDisclosures(encoded: readonly string[]): Promise<ReadonlyMap<string, Disclosure>> {
  const all = new Map<string, Disclosure>();
  for (const each of encoded) {
    const parts = parseJson(each);
    assertForm(
      Array.isArray(parts) && typeof parts[0] === "string" && (parts.length === 2 || parts.length === 3),
      "a disclosure has another form",
    );
    const name: unknown = parts.length === 3 ? parts[1] : null;
    assertForm(
      name === null || (typeof name === "string" && !["_sd", "...", "_sd_alg"].includes(name)),
      "a disclosure has a reserved name",
    );
    const digest = toBase64Url(await sha256(each));
    assertForm(!all.has(digest), "a disclosure is given twice");
    all.set(digest, { name, value: parts.at(-1) });
  }
  return all;
}

interface Disclosed {
  readonly claims: Readonly<Record<string, unknown>>;
  /** Whether each disclosure is one that the issuer signed, used once. */
  readonly areAllUsed: boolean;
}

/**
 * The payload with its disclosures in their places (RFC 9901 §7.1). Throws `MalformedCredentialError` if a
 * digest occurs twice, or a disclosure would replace a claim.
 */
export function disclose(payload: object, disclosures: ReadonlyMap<string, Disclosure>): Disclosed {
  const seen = new Set<string>();
  const take = (digest: unknown): Disclosure | undefined => {
    assertForm(typeof digest === "string" && !seen.has(digest), "a digest occurs twice");
    seen.add(digest);
    return disclosures.get(digest);
  };

  function inside(value: unknown, depth: number): unknown {
    assertForm(depth <= MAX_DEPTH, "the claims are nested too deep");
    if (Array.isArray(value)) {
      return value.flatMap((each) => {
        if (!isPlaceholder(each)) return [inside(each, depth + 1)];
        const found = take(each["..."]);
        if (found === undefined) return [];
        assertForm(found.name === null, "a disclosure is in the wrong place");
        return [inside(found.value, depth + 1)];
      });
    }
    if (typeof value !== "object" || value === null) return value;
    const { _sd: digests = [], ...own } = value as Readonly<Record<string, unknown>>;
    assertForm(Array.isArray(digests), "_sd is no array");
    const claims = new Map(Object.entries(own).map(([name, each]) => [name, inside(each, depth + 1)]));
    for (const digest of digests) {
      const found = take(digest);
      if (found === undefined) continue;
      assertForm(found.name !== null && !claims.has(found.name), "a disclosure is in the wrong place");
      claims.set(found.name, inside(found.value, depth + 1));
    }
    return Object.fromEntries(claims);
  }

  const claims = inside(payload, 0) as Readonly<Record<string, unknown>>;
  return { claims, areAllUsed: [...disclosures.keys()].every((digest) => seen.has(digest)) };
}

const isPlaceholder = (value: unknown): value is { readonly "...": unknown } =>
  typeof value === "object" && value !== null && Object.hasOwn(value, "...");
