import type { ObjectStore } from "#edge/platform/ports.ts";

/** An object store in memory; the black-box tests use miniflare's R2. */
export function memoryBucket(): ObjectStore & { readonly objects: ReadonlyMap<string, Uint8Array> } {
  const objects = new Map<string, Uint8Array>();
  return {
    objects,
    put: async (key, value) => objects.set(key, value),
    get: async (key) => {
      const value = objects.get(key);
      return value === undefined ? null : { arrayBuffer: async () => new Uint8Array(value).buffer };
    },
    delete: async (keys) => {
      for (const key of keys) objects.delete(key);
    },
  };
}
