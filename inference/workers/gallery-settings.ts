import { readFileSync } from "node:fs";
import { z } from "zod";
import { assertClientInstalled, type MilvusSettings } from "../gallery/milvus/connection.ts";
import { count, isLoopback, MIB, text } from "../settings/variables.ts";

const MILVUS = "milvus";

/** Where galleries are stored, and how much memory they may use. */
export const galleryVariables = {
  GALLERY_ENGINE: z
    .enum(["embedded", MILVUS])
    .default("embedded")
    .describe(
      "where galleries are: embedded (in the memory of this service) or milvus (on a server, for more faces than one host holds)",
    ),
  GALLERY_MEMORY: count(1, 8_192, 2_048).describe(
    "MiB that embedded galleries may use; a face of 256 dimensions takes about 1.2 KiB",
  ),
  GALLERY_MILVUS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      "the address of Milvus, such as https://host:19530; http:// on loopback or with PLAINTEXT_BEYOND_LOOPBACK. Milvus stores templates without our encryption",
    ),
  GALLERY_MILVUS_CA_FILE: text
    .optional()
    .describe("a PEM file with the CA of Milvus's certificate, instead of the public CAs"),
  GALLERY_MILVUS_USER: text.optional().describe("the user of Milvus; needs GALLERY_MILVUS_PASSWORD"),
  GALLERY_MILVUS_PASSWORD: text.optional().describe("the password of that user"),
  GALLERY_MILVUS_TOKEN: text.optional().describe("a token instead of user and password"),
  GALLERY_MILVUS_DATABASE: text
    .default("default")
    .describe("the database of Milvus; collections named selfsame_… in it belong to this deployment alone"),
};

const schema = z.object(galleryVariables);
type Variables = z.output<typeof schema>;

export interface GallerySettings {
  /** Bytes that embedded galleries may take. */
  readonly galleryMemory: number;
  /** Null if galleries are embedded. */
  readonly galleryServer: MilvusSettings | null;
}

/** Throws an `Error` when settings contradict each other, or a file cannot be read. */
export function gallerySettings(env: Variables, isPlaintextAllowed: boolean): GallerySettings {
  return {
    galleryMemory: env.GALLERY_MEMORY * MIB,
    galleryServer: serverSettings(env, isPlaintextAllowed),
  };
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
