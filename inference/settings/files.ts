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
    const { pem, fault } = readPem(path, content);
    if (fault === undefined) return pem;
    context.addIssue({ code: "custom", message: fault });
    return z.NEVER;
  });

type Read =
  | { readonly pem: string; readonly fault?: undefined }
  | { readonly pem?: undefined; fault: string };

function readPem(path: string, content: keyof typeof READERS): Read {
  if (path.includes("-----BEGIN")) return { fault: "must be the path of a PEM file, not what it holds" };
  let pem: string;
  try {
    pem = readFileSync(path, "utf8");
  } catch (error) {
    return {
      fault: `${path} ${UNREADABLE[String(Reflect.get(error as Error, "code"))] ?? "cannot be read"}`,
    };
  }
  try {
    READERS[content](pem);
    return { pem };
  } catch {
    const isLocked = /-----BEGIN ENCRYPTED|ENCRYPTED$/m.test(pem);
    const why = isLocked
      ? "is encrypted: it must be a key without a passphrase"
      : `is no PEM file of a ${content}`;
    return { fault: `${path} ${why}` };
  }
}

/** What is wrong with a file, by the system's code. */
const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EISDIR: "is a folder, not a file",
  EACCES: "cannot be read: this user lacks the permission",
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

/** The path of a folder that exists, or can be made in one: with a misspelt path all would begin anew. */
export const folderPath = z
  .string()
  .min(1)
  .superRefine((path, context) => {
    const message = folderFault(path);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });

function folderFault(path: string): string | undefined {
  const above = dirname(resolve(path));
  if (!existsSync(path)) return existsSync(above) ? undefined : `neither ${path} nor ${above} exists`;
  return statSync(path).isDirectory() ? undefined : `${path} is a file, not a folder`;
}
