import { createPrivateKey, X509Certificate } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { z } from "zod";

/** What a PEM file of a setting holds, and how that is read: both throw for anything else. */
const READERS = {
  certificate: (pem: string) => new X509Certificate(pem),
  "private key": (pem: string) => createPrivateKey(pem),
} as const;

/** The text of a PEM file, by its path. A fault shows the path, and nothing of the file. */
export const pemFile = (content: keyof typeof READERS) =>
  z.string().transform((path, context): string => {
    try {
      const pem = readFileSync(path, "utf8");
      READERS[content](pem);
      return pem;
    } catch (error) {
      context.addIssue({ code: "custom", message: pemFault(path, content, error as NodeJS.ErrnoException) });
      return z.NEVER;
    }
  });

function pemFault(path: string, content: string, { code = "", syscall }: NodeJS.ErrnoException): string {
  if (path.includes("-----BEGIN")) return "must be the path of a PEM file, not what it holds";
  return `${path} ${WRONG[code] ?? (syscall === undefined ? `is no PEM file of a ${content}` : "cannot be read")}`;
}

/** What is wrong with a file, by the code of the system's or OpenSSL's error. */
const WRONG: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EISDIR: "is a folder, not a file",
  EACCES: "cannot be read: this user lacks the permission",
  // OpenSSL asked for a passphrase, and there is no terminal.
  ERR_OSSL_CRYPTO_INTERRUPTED_OR_CANCELLED: "is encrypted: it must be a key without a passphrase",
  EPERM: "cannot be read: this user lacks the permission",
};

/** What is wrong with the pair of a certificate and its key, by the name of the key's setting. */
export function pairFaults(
  [certName, cert]: readonly [string, string | undefined],
  [keyName, key]: readonly [string, string | undefined],
): Record<string, string> {
  if (cert === undefined || key === undefined) return {};
  const fits = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  return fits ? {} : { [keyName]: `is not the key of the certificate in ${certName}` };
}

/** The path of a folder that exists, or can be made in one: a misspelt path would be a new, empty one. */
export const folderPath = z
  .string()
  .min(1)
  .superRefine((path, context) => {
    const message = folderFault(path);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

/** What is wrong with a path as that of a folder; undefined if nothing is. */
export function folderFault(path: string): string | undefined {
  const above = dirname(resolve(path));
  if (!existsSync(path)) return existsSync(above) ? undefined : `neither ${path} nor ${above} exists`;
  return statSync(path).isDirectory() ? undefined : `${path} is a file, not a folder`;
}
