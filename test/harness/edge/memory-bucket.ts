import { createHash } from "node:crypto";
import type { ObjectStore } from "../../../edge/ports/object-store.ts";

/** An object store in memory; the black-box tests use miniflare's R2. */
export function memoryBucket(): ObjectStore & { readonly objects: ReadonlyMap<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    put: async (key, value, condition) => {
      const etag = objects.get(key) && etagOf(objects.get(key)!);
      if (condition !== undefined && condition.onlyIf.etagMatches !== etag) return null;
      return objects.set(key, value);
    },
    get: async (key) => {
      const value = objects.get(key);
      return value === undefined
        ? null
        : { etag: etagOf(value), arrayBuffer: async () => new Uint8Array(value).buffer };
    },
    delete: async (keys) => {
      for (const key of keys) objects.delete(key);
    },
  };
}

/** R2's ETag is the MD5 of the content. */
const etagOf = (value: Uint8Array) => createHash("md5").update(value).digest("hex");
