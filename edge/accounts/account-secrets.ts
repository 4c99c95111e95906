import { symmetricDecrypt, symmetricEncrypt } from "better-auth/crypto";
import { deriveKey, KEY_LABELS } from "../crypto/derived-key.ts";
import { toHex } from "../crypto/encoding.ts";
import type { DataKey, KeyRing } from "../crypto/key-ring.ts";
import { VaultError } from "../crypto/vault.ts";

/** Hexadecimal digits of a key's id that fit into a version, which better-auth wants as a number. */
const VERSION_DIGITS = 12;

const secretOf = async ({ bytes }: DataKey) => toHex(await deriveKey(bytes, KEY_LABELS.accounts));

const versionOf = (keyId: string) => Number.parseInt(keyId.replace("dk_", "").slice(0, VERSION_DIGITS), 16);

/**
 * better-auth's secrets. The first encrypts second factors and signs cookies, so that a new one ends the
 * sessions; each decrypts what names it. better-auth also wants a `secret`, for texts that name no key: there
 * are none.
 */
export async function accountSecrets({ all }: KeyRing) {
  const secrets = await Promise.all(
    all.map(async (key) => ({ version: versionOf(key.id), value: await secretOf(key) })),
  );
  return { secrets, secret: secrets.at(-1)!.value };
}

/** How every text begins that better-auth encrypted under this data key. */
export const accountPrefix = (keyId: string) => `$ba$${versionOf(keyId)}$`;

/**
 * A text that better-auth encrypted under any key of the ring, encrypted anew under the newest. Throws
 * `VaultError` when no key of the ring decrypts it.
 */
export async function encryptAccountAnew(ring: KeyRing, data: string): Promise<string> {
  const { secrets } = await accountSecrets(ring);
  const keys = new Map(secrets.map(({ version, value }) => [version, value]));
  const attempts = secrets.map(({ value: legacySecret }) =>
    symmetricDecrypt({ key: { keys, currentVersion: 0, legacySecret }, data }),
  );
  const plain = await Promise.any(attempts).catch((cause: unknown) => {
    throw new VaultError("An encrypted text of an account does not open", { cause });
  });
  return symmetricEncrypt({ key: { keys, currentVersion: versionOf(ring.newest.id) }, data: plain });
}
