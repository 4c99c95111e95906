/** The key of this device for one link. No script can read the private half, not even this page's. */
interface DeviceKey {
  readonly pair: CryptoKeyPair;
  /** When it last signed, in milliseconds: the next time must be later. */
  readonly signedAt: number;
  /** The tenant's name: after a withdrawal the link does not give it. */
  readonly asker?: string;
}

/** The keys of this device, each under the digest of its link. */
interface Keys {
  /** Whether they survive a reload. */
  readonly lasts: boolean;
  find(link: string): Promise<DeviceKey | undefined>;
  keep(link: string, key: DeviceKey): Promise<void>;
}

const DATABASE = "selfsame-capture";
const STORE = "keys";

export const newKey = async (): Promise<DeviceKey> => ({
  pair: await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, false, ["sign"]),
  signedAt: 0,
});

/** The keys in IndexedDB; in memory if there is none, as in some private windows. */
export async function openKeys(): Promise<Keys> {
  try {
    return keysIn(await openDatabase());
  } catch {
    const held = new Map<string, DeviceKey>();
    return {
      lasts: false,
      find: async (link) => held.get(link),
      keep: async (link, key) => void held.set(link, key),
    };
  }
}

const keysIn = (database: IDBDatabase): Keys => {
  const store = (mode: IDBTransactionMode) => database.transaction(STORE, mode).objectStore(STORE);
  return {
    lasts: true,
    find: (link) => settled(store("readonly").get(link) as IDBRequest<DeviceKey | undefined>),
    keep: async (link, key) => void (await settled(store("readwrite").put(key, link))),
  };
};

function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  return settled(opening);
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
