import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import Database from "libsql";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { ObjectStore } from "../../edge/platform/ports.ts";
import { workerOptions } from "../bundle.ts";

const NO_WORKER = "export default { fetch: () => new Response(null, { status: 404 }) }";

/** The object store of a stack that does not run: two processes must not write one folder. */
export async function openBucket(mediaFolder: string): Promise<ObjectStore & { close(): Promise<void> }> {
  const { r2Buckets, compatibilityDate } = await workerOptions();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: "selfsame",
      modules: true,
      script: NO_WORKER,
      ...(compatibilityDate === undefined ? {} : { compatibilityDate }),
      ...(r2Buckets === undefined ? {} : { r2Buckets }),
      resourcePersistencePath: mediaFolder,
    }),
  );
  const bucket = (await miniflare.getR2Bucket("MEDIA")) as unknown as ObjectStore;
  return {
    put: (key, value) => bucket.put(key, value),
    get: (key) => bucket.get(key),
    delete: (keys) => bucket.delete(keys),
    close: () => miniflare.dispose(),
  };
}

/** Reads single objects of a stack that may run, from the files in which miniflare keeps them. */
export async function openBucketFiles(mediaFolder: string) {
  const folder = join(mediaFolder, "r2");
  const names = await readdir(folder).catch(() => []);
  const bucket = names.find((name) => !name.startsWith("miniflare-"));
  const indexes = join(folder, "miniflare-R2BucketObject");
  const files = await readdir(indexes).catch(() => []);
  const index = files.find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
  const database =
    index === undefined ? null : new Database(join(indexes, index), { readonly: true, timeout: 5_000 });
  const find = database?.prepare("select blob_id as blob from _mf_objects where key = ?");
  return {
    /** Null for an object that is not there. */
    async get(key: string): Promise<Buffer | null> {
      // An object that is replaced between the two steps has another file the next time.
      for (let tries = 0; tries < TRIES; tries++) {
        const found = find?.get(key) as { blob: string } | undefined;
        if (found === undefined || bucket === undefined) return null;
        const content = await readFile(join(folder, bucket, "blobs", found.blob)).catch(orGone);
        if (content !== null) return content;
      }
      return null;
    },
    close: () => void database?.close(),
  };
}

const TRIES = 5;

function orGone(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}
