import { createRequire } from "node:module";
import type { MilvusClient, ResStatus } from "@zilliz/milvus2-sdk-node";
import { GalleryAway } from "../gallery-index.ts";

/** How a Milvus server is reached. */
export interface MilvusSettings {
  /** `host:port`. */
  readonly address: string;
  /** Whether the connection is TLS. */
  readonly encrypted: boolean;
  /** PEM of the CA that the server's certificate must be of; null for the public ones. */
  readonly ca: Buffer | null;
  /** Empty if the server requires none. */
  readonly user: string;
  readonly password: string;
  /** Used in place of user and password; empty if absent. */
  readonly token: string;
  readonly database: string;
}

/** Milliseconds after which an unanswered call has failed. */
const TIMEOUT = 10_000;
const SUCCESS = "Success";
/** Of a message from elsewhere, so that no request can be echoed into a log at length. */
const MOST_CHARACTERS = 200;

type Answer = { readonly status: ResStatus } | ResStatus;

const statusOf = (answer: Answer): ResStatus => ("status" in answer ? (answer.status as ResStatus) : answer);

/**
 * One client of Milvus, opened by the first call, which also loads the package. Its own retries are off, so
 * that callers get an error at once if Milvus is away. Its log below errors is off too, because it contains
 * the request, and so is the report of this process to the server.
 */
export class Connection {
  readonly #settings: MilvusSettings;
  #client: Promise<MilvusClient> | undefined;

  constructor(settings: MilvusSettings) {
    this.#settings = settings;
  }

  /** Throws `GalleryAway` for every failure, also one that the client answers as a value. */
  async call<T extends Answer>(ask: (client: MilvusClient) => Promise<T>): Promise<T> {
    try {
      const answer = await ask(await this.#open());
      const { error_code: code, reason } = statusOf(answer);
      if (code !== SUCCESS) throw new Error(`${code}: ${reason}`);
      return answer;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new GalleryAway(message.slice(0, MOST_CHARACTERS), { cause: error });
    }
  }

  close(): void {
    void this.#client?.then(
      (client) => client.closeConnection(),
      () => {},
    );
  }

  /** A connection that is lost later comes back by itself; one that never was is opened again. */
  #open(): Promise<MilvusClient> {
    this.#client ??= this.#connect().catch((error) => {
      this.#client = undefined;
      throw error;
    });
    return this.#client;
  }

  async #connect(): Promise<MilvusClient> {
    const { MilvusClient: Client } = await loadClient();
    const { address, encrypted, ca, user, password, token, database } = this.#settings;
    const client = new Client({
      address,
      ssl: encrypted,
      ...(ca !== null && { tls: { rootCert: ca } }),
      ...(token === "" ? { username: user, password } : { token }),
      database,
      timeout: TIMEOUT,
      maxRetries: 0,
      logLevel: "error",
      telemetry: { enabled: false },
    });
    await client.connectPromise;
    return client;
  }
}

/**
 * The official Milvus client. It brings 90 packages, so it is installed only where galleries are on Milvus.
 */
const CLIENT = "@zilliz/milvus2-sdk-node";
const VERSION = "3.0.6";
const INSTALL = "npm run install:milvus";

/** Throws an `Error` with installation instructions if the client is not installed. */
export function assertClientInstalled(): void {
  try {
    createRequire(import.meta.url).resolve(CLIENT);
  } catch (cause) {
    throw new Error(`needs the package ${CLIENT} ${VERSION}, which is not installed: ${INSTALL}`, { cause });
  }
}

/** Loads it: a process without galleries on Milvus never does. */
const loadClient = () => import("@zilliz/milvus2-sdk-node");
