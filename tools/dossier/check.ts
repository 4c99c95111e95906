import { createHash, createPublicKey, type JsonWebKey, verify } from "node:crypto";
import { z } from "zod";
import type { Dossier } from "#edge/verdicts/dossier/dossier.ts";
import { dossierFaults } from "#edge/verdicts/dossier/replay.ts";

const TYPE = "svc-dossier+jws";

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string() })) });
const header = z.object({ alg: z.literal("EdDSA"), typ: z.literal(TYPE), kid: z.string() });
/** What the check itself reads; the rules read the rest. */
const file = z.looseObject({
  dossier_version: z.literal(1),
  verification: z.looseObject({ id: z.string(), decision: z.string().nullable() }),
  images: z.array(z.looseObject({ sha256: z.string() })).optional(),
  image_contents: z.array(z.object({ sha256: z.string(), base64: z.string() })).optional(),
  signature: z.string(),
});

interface Checked {
  /** Each names its place; empty for a dossier that proves its decision. */
  readonly faults: readonly string[];
  readonly id: string;
  readonly decision: string | null;
}

/**
 * Checks a dossier's text against the service's public keys: the signature, the images' hashes, the
 * measurements, and the decision. Throws an `Error` that says what is wrong with a text that is no dossier.
 */
export function checkDossier(text: string, jwks: unknown): Checked {
  const { signature, image_contents: contents = [], ...dossier } = read(file, JSON.parse(text), "dossier");
  const { id, decision } = dossier.verification;
  const faults = [...signatureFaults(signature, dossier, read(keySet, jwks, "key set"))];
  for (const { sha256, base64 } of contents) {
    const actual = createHash("sha256").update(Buffer.from(base64, "base64")).digest("hex");
    const isNamed = dossier.images?.some((image) => image.sha256 === sha256) === true;
    if (actual !== sha256 || !isNamed) faults.push(`image_contents.${sha256}: it is another image`);
  }
  faults.push(...ruleFaults(dossier as unknown as Dossier));
  return { faults, id, decision };
}

function read<S extends z.ZodType>(schema: S, value: unknown, what: string): z.output<S> {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  throw new Error(`This is no ${what}: ${issue!.path.join(".")}: ${issue!.message}`);
}

function ruleFaults(dossier: Dossier): string[] {
  try {
    return dossierFaults(dossier);
  } catch (error) {
    return [`dossier: the rules cannot read it: ${error instanceof Error ? error.message : error}`];
  }
}

function signatureFaults(
  signature: string,
  dossier: object,
  { keys }: z.output<typeof keySet>,
): readonly string[] {
  const [head = "", payload = "", tag = ""] = signature.split(".");
  const parsed = header.safeParse(decoded(head));
  if (!parsed.success) return [`signature: it is no JWS of the type ${TYPE}`];
  const key = keys.find(({ kid }) => kid === parsed.data.kid);
  if (key === undefined) return [`signature: its key ${parsed.data.kid} is not in the key set`];
  const isGenuine = verify(
    null,
    Buffer.from(`${head}.${payload}`),
    createPublicKey({ key: key as JsonWebKey, format: "jwk" }),
    Buffer.from(tag, "base64url"),
  );
  if (!isGenuine) return ["signature: it is not the service's"];
  const place = difference(decoded(payload), dossier);
  return place === null ? [] : [`${place}: it differs from what was signed`];
}

function decoded(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString());
  } catch {
    return undefined;
  }
}

/** The first place at which two JSON values differ; null if they are equal. */
function difference(signed: unknown, shown: unknown, place = "dossier"): string | null {
  if (typeof signed !== "object" || typeof shown !== "object" || signed === null || shown === null) {
    return signed === shown ? null : place;
  }
  const [one, other] = [signed, shown] as Record<string, unknown>[] as [
    Record<string, unknown>,
    Record<string, unknown>,
  ];
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = difference(one[name], other[name], `${place}.${name}`);
    if (found !== null) return found;
  }
  return Array.isArray(signed) === Array.isArray(shown) ? null : place;
}
