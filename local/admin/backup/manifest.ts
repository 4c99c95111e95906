import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { deriveKey, KEY_LABELS } from "../../../edge/crypto/derived-key.ts";
import type { KeyRing, MasterKey } from "../../../edge/crypto/key-ring.ts";
import { json } from "../../../edge/platform/variables.ts";

/** Names of the files in an archive. */
export const DATABASE_NAME = "selfsame.db";
export const MANIFEST_NAME = "manifest.json";
export const OBJECT_PREFIX = "media/";

const bodySchema = z.object({
  format: z.literal("selfsame backup 1"),
  made_at: z.iso.datetime(),
  /** Ids of the master keys that wrap the database's keys. The master keys themselves are not in it. */
  data_keys: z.array(z.string()),
  /** Number of the migrations that its database has. */
  migrations: z.int(),
  /** Every other file of the archive, in order. */
  entries: z.array(z.object({ name: z.string(), size: z.int(), sha256: z.string() })),
  /** Keys of images that were erased after the database was copied, before they were. */
  erased_meanwhile: z.array(z.string()),
});
const manifestSchema = z.object({
  ...bodySchema.shape,
  /** HMAC-SHA256 over the rest by a master key: only a holder of the key can make or change a backup. */
  signature: z.object({ key: z.string(), hmac: z.string() }),
});

export type ManifestBody = z.infer<typeof bodySchema>;

export async function signedManifest(body: ManifestBody, { newest }: KeyRing): Promise<Buffer> {
  const signature = { key: newest.id, hmac: (await hmacOf(body, newest)).toString("hex") };
  return Buffer.from(`${JSON.stringify({ ...body, signature }, null, 1)}\n`);
}

interface Opened {
  readonly body: ManifestBody;
  /** Why the manifest is not accepted; null if it is. */
  readonly fault: "altered" | { readonly missingKey: string } | null;
}

/** The manifest of a text, and whether a key of the ring signed it; null for another text. */
export async function openManifest(text: string, ring: KeyRing): Promise<Opened | null> {
  const parsed = json.pipe(manifestSchema).safeParse(text);
  if (!parsed.success) return null;
  const { signature, ...body } = parsed.data;
  const key = ring.all.find(({ id }) => id === signature.key);
  if (key === undefined) return { body, fault: { missingKey: signature.key } };
  const expected = await hmacOf(body, key);
  const given = Buffer.from(signature.hmac, "hex");
  const isGenuine = given.length === expected.length && timingSafeEqual(given, expected);
  return { body, fault: isGenuine ? null : "altered" };
}

async function hmacOf(body: ManifestBody, { bytes }: MasterKey): Promise<Buffer> {
  const key = await deriveKey(bytes, KEY_LABELS.backups);
  return createHmac("sha256", key)
    .update(JSON.stringify(bodySchema.parse(body)))
    .digest();
}
