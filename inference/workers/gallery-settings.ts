import { z } from "zod";
import { togetherFaults } from "../../vocabulary/setting-faults.ts";
import { assertClientInstalled, type MilvusSettings } from "../gallery/milvus/connection.ts";
import { pemFile } from "../settings/files.ts";
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
    .url({ protocol: /^https?$/, error: "must be an address such as https://milvus.example.com:19530" })
    .optional()
    .describe(
      "the address of Milvus, such as https://host:19530; http:// on loopback or with PLAINTEXT_BEYOND_LOOPBACK. Milvus stores templates without our encryption",
    ),
  GALLERY_MILVUS_CA_FILE: pemFile("certificate")
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

/** Settings that only a server needs. */
const OF_MILVUS = [
  "GALLERY_MILVUS_URL",
  "GALLERY_MILVUS_CA_FILE",
  "GALLERY_MILVUS_USER",
  "GALLERY_MILVUS_PASSWORD",
  "GALLERY_MILVUS_TOKEN",
] as const;

/** What is wrong with the settings of galleries together, by the setting's name. */
export function galleryFaults(
  env: Variables & { readonly PLAINTEXT_BEYOND_LOOPBACK: boolean },
): Record<string, string> {
  if (env.GALLERY_ENGINE !== MILVUS) {
    const idle = OF_MILVUS.filter((name) => env[name] !== undefined);
    return Object.fromEntries(idle.map((name) => [name, `needs GALLERY_ENGINE=${MILVUS}: set it, too`]));
  }
  const { GALLERY_MILVUS_URL: url, GALLERY_MILVUS_USER: user, GALLERY_MILVUS_TOKEN: token } = env;
  return {
    ...clientFault(),
    ...(url === undefined
      ? { GALLERY_MILVUS_URL: `is missing, and GALLERY_ENGINE=${MILVUS} needs it` }
      : urlFaults(new URL(url), env, env.PLAINTEXT_BEYOND_LOOPBACK)),
    ...togetherFaults(env, ["GALLERY_MILVUS_USER", "GALLERY_MILVUS_PASSWORD"]),
    ...(user !== undefined && token !== undefined
      ? { GALLERY_MILVUS_TOKEN: "is in place of GALLERY_MILVUS_USER: remove one of them" }
      : {}),
  };
}

function urlFaults(url: URL, env: Variables, isPlaintextAllowed: boolean): Record<string, string> {
  const { protocol, hostname, port, pathname, search, username, password } = url;
  const isPlain = protocol === "http:";
  const isMore = `${search}${username}${password}` !== "" || pathname !== "/";
  const wrong =
    (isMore && "must be a scheme, a host and a port alone") ||
    (port === "" && "must name its port, such as :19530") ||
    (isPlain &&
      !isPlaintextAllowed &&
      !isLoopback(hostname) &&
      "is beyond loopback: it must be https, or set PLAINTEXT_BEYOND_LOOPBACK=1");
  return {
    ...(wrong ? { GALLERY_MILVUS_URL: wrong } : {}),
    ...(isPlain && env.GALLERY_MILVUS_CA_FILE !== undefined
      ? { GALLERY_MILVUS_CA_FILE: "needs an https GALLERY_MILVUS_URL" }
      : {}),
  };
}

function clientFault(): Record<string, string> {
  try {
    assertClientInstalled();
    return {};
  } catch (cause) {
    return { GALLERY_ENGINE: `${MILVUS} ${(cause as Error).message}` };
  }
}

/** By settings without faults. */
export function gallerySettings(env: Variables): GallerySettings {
  return { galleryMemory: env.GALLERY_MEMORY * MIB, galleryServer: serverSettings(env) };
}

function serverSettings(env: Variables): MilvusSettings | null {
  const { GALLERY_MILVUS_URL: url, GALLERY_MILVUS_CA_FILE: ca } = env;
  if (env.GALLERY_ENGINE !== MILVUS || url === undefined) return null;
  const { protocol, host } = new URL(url);
  return {
    address: host,
    encrypted: protocol === "https:",
    ca: ca === undefined ? null : Buffer.from(ca),
    user: env.GALLERY_MILVUS_USER ?? "",
    password: env.GALLERY_MILVUS_PASSWORD ?? "",
    token: env.GALLERY_MILVUS_TOKEN ?? "",
    database: env.GALLERY_MILVUS_DATABASE,
  };
}
