import { readFileSync } from "node:fs";
import { z } from "zod";
import { assertClientInstalled } from "../../gallery/milvus/client.ts";
import type { MilvusSettings } from "../../gallery/milvus/connection.ts";
import { isLoopback } from "../../settings/addresses.ts";
import { count, MIB, text } from "../../settings/variables.ts";
import type { SnapshotSettings } from "./messages.ts";

const MILVUS = "milvus";

/** Where galleries are, and what they may take. */
export const galleryVariables = {
  GALLERY_ENGINE: z
    .enum(["embedded", MILVUS])
    .default("embedded")
    .describe(
      "what has the galleries: embedded, a thread of this service, or milvus, a server for what outgrows one host",
    ),
  GALLERY_MEMORY: count(1, 8_192, 2_048).describe(
    "MiB that embedded galleries may take; about 1.4 KiB a face of 256 dimensions",
  ),
  GALLERY_DIR: text
    .optional()
    .describe(
      "folder of this host alone, in which embedded galleries outlast a restart, sealed; as many MiB as GALLERY_MEMORY. Unset, the edge sends them again",
    ),
  GALLERY_KEY: z
    .base64()
    .refine((key) => Buffer.from(key, "base64").length === 32, "32 bytes in base64")
    .optional()
    .describe(
      "secret that seals GALLERY_DIR, 32 bytes in base64; under another one galleries are sent again",
    ),
  GALLERY_MILVUS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "Milvus, as https://host:19530; http:// on loopback, or with PLAINTEXT_BEYOND_LOOPBACK. Faces lie there unsealed",
    ),
  GALLERY_MILVUS_CA_FILE: text
    .optional()
    .describe("PEM file of the CA that Milvus's certificate must be of, in place of the public ones"),
  GALLERY_MILVUS_USER: text.optional().describe("user of Milvus; goes with GALLERY_MILVUS_PASSWORD"),
  GALLERY_MILVUS_PASSWORD: text.optional().describe("secret of that user"),
  GALLERY_MILVUS_TOKEN: text.optional().describe("secret in place of user and password"),
  GALLERY_MILVUS_DATABASE: text
    .default("default")
    .describe("database of Milvus; its collections named selfsame_… are this deployment's alone"),
};

const schema = z.object(galleryVariables);
type Variables = z.output<typeof schema>;

export interface GallerySettings {
  /** Bytes that embedded galleries may take. */
  readonly galleryMemory: number;
  /** Null where embedded galleries are kept in memory alone. */
  readonly gallerySnapshots: SnapshotSettings | null;
  /** Null where galleries are embedded. */
  readonly galleryServer: MilvusSettings | null;
}

/** Throws an `Error` when settings contradict each other, or a file cannot be read. */
export function gallerySettings(env: Variables, isPlaintextAllowed: boolean): GallerySettings {
  return {
    galleryMemory: env.GALLERY_MEMORY * MIB,
    gallerySnapshots: snapshotSettings(env),
    galleryServer: serverSettings(env, isPlaintextAllowed),
  };
}

/** Throws an `Error` when galleries would be written under no key. A key without a folder seals nothing. */
function snapshotSettings({ GALLERY_DIR, GALLERY_KEY }: Variables): SnapshotSettings | null {
  if (GALLERY_DIR === undefined) return null;
  if (GALLERY_KEY === undefined) throw new Error("settings: GALLERY_DIR goes with GALLERY_KEY");
  return { folder: GALLERY_DIR, key: Buffer.from(GALLERY_KEY, "base64") };
}

const OF_MILVUS = ["URL", "CA_FILE", "USER", "PASSWORD", "TOKEN"].map((name) => `GALLERY_MILVUS_${name}`);

function serverSettings(env: Variables, isPlaintextAllowed: boolean): MilvusSettings | null {
  const {
    GALLERY_MILVUS_URL: url,
    GALLERY_MILVUS_CA_FILE: caFile,
    GALLERY_MILVUS_USER: user,
    GALLERY_MILVUS_PASSWORD: password,
    GALLERY_MILVUS_TOKEN: token,
  } = env;
  if (env.GALLERY_ENGINE !== MILVUS) {
    const idle = OF_MILVUS.find((name) => env[name as keyof Variables] !== undefined);
    refuse(idle !== undefined, `${idle} goes with GALLERY_ENGINE=${MILVUS}`);
    return null;
  }
  needClient();
  if (url === undefined) throw new Error(`settings: GALLERY_ENGINE=${MILVUS} goes with GALLERY_MILVUS_URL`);
  refuse(
    env.GALLERY_DIR !== undefined,
    `GALLERY_DIR is of embedded galleries, not of GALLERY_ENGINE=${MILVUS}`,
  );
  refuse(
    (user === undefined) !== (password === undefined),
    "GALLERY_MILVUS_USER and GALLERY_MILVUS_PASSWORD go together",
  );
  refuse(
    user !== undefined && token !== undefined,
    "GALLERY_MILVUS_TOKEN is in place of GALLERY_MILVUS_USER",
  );
  const { protocol, hostname, port, pathname, search, username } = new URL(url);
  refuse(
    pathname !== "/" || search !== "" || username !== "",
    "GALLERY_MILVUS_URL is a scheme, a host and a port",
  );
  refuse(port === "", "GALLERY_MILVUS_URL names its port, as 19530");
  const encrypted = protocol === "https:";
  refuse(!encrypted && caFile !== undefined, "GALLERY_MILVUS_CA_FILE goes with https");
  refuse(
    !encrypted && !isPlaintextAllowed && !isLoopback(hostname),
    "GALLERY_MILVUS_URL is beyond loopback: https, or PLAINTEXT_BEYOND_LOOPBACK=1",
  );
  return {
    address: `${hostname}:${port}`,
    encrypted,
    ca: caFile === undefined ? null : readAuthority(caFile),
    ...{ user: user ?? "", password: password ?? "", token: token ?? "" },
    database: env.GALLERY_MILVUS_DATABASE,
  };
}

function needClient(): void {
  try {
    assertClientInstalled();
  } catch (cause) {
    throw new Error(`settings: GALLERY_ENGINE=${MILVUS} ${(cause as Error).message}`, { cause });
  }
}

function readAuthority(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (cause) {
    throw new Error("settings: GALLERY_MILVUS_CA_FILE cannot be read", { cause });
  }
}

function refuse(isWrong: boolean, what: string): void {
  if (isWrong) throw new Error(`settings: ${what}`);
}
