import { mkdirSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInferenceClient } from "../../../edge/inference/client.ts";
import { guarded } from "../../../edge/inference/guarded.ts";
import type { InferencePort } from "../../../edge/inference/port.ts";
import { TOKEN } from "../../../test/harness/inference/serving.ts";
import { Host } from "./hosts.ts";
import { type Balancer, startProxy } from "./proxy.ts";

const DEADLINE_MS = 20_000;
const PROBE_MS = 1_000;
/** Every host seals with the same key, as a deployment's do. */
const KEY = Buffer.alloc(32, 1).toString("base64");

export interface Fleet {
  readonly hosts: readonly Host[];
  /** Null where the hosts stand in the edge's own list. */
  readonly proxy: Balancer | null;
  /** Inference as the edge calls it: an edge of its own at each call, which knows nothing of the others. */
  edge(): InferencePort;
  close(): Promise<void>;
}

/** A port on these addresses, nearest first. */
export const portOn = (...urls: readonly string[]): InferencePort =>
  guarded(
    urls.map((baseUrl) =>
      createInferenceClient({ baseUrl, token: TOKEN, deadlineMs: DEADLINE_MS, clock: Date.now }),
    ),
    Date.now,
    PROBE_MS,
  );

/** So many hosts, each with a folder for its galleries, behind HAProxy or in the edge's list. */
export async function startFleet(count: number, { proxied = true } = {}): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), "selfsame-fleet-"));
  const settings = (i: number) => ({ GALLERY_DIR: join(folder, `galleries-${i}`), GALLERY_KEY: KEY });
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  const hosts = await Promise.all(
    Array.from({ length: count }, (_, i) => Host.start(temporary, settings(i))),
  );
  const proxy = proxied ? await startProxy(hosts, folder) : null;
  const urls = proxy === null ? hosts.map(({ url }) => url) : [proxy.url];
  return {
    hosts,
    proxy,
    edge: () => portOn(...urls),
    async close() {
      await Promise.all(hosts.map((host) => host.kill()));
      await proxy?.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** One line of a campaign's outcome; without a bar it is told only. */
export interface Bar {
  readonly name: string;
  readonly value: number;
  /** The largest value that holds. */
  readonly most?: number;
  readonly least?: number;
}

export const holds = ({ value, most = Infinity, least = -Infinity }: Bar): boolean =>
  value <= most && value >= least;

export type Say = (line: string) => void;
