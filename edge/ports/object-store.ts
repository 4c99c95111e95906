/** The methods of an R2 bucket that the service needs. */
export interface ObjectStore {
  put(key: string, value: Uint8Array): Promise<unknown>;
  get(key: string): Promise<StoredObject | null>;
  /** At most 1,000 keys; unknown keys are ignored. */
  delete(keys: string[]): Promise<void>;
}

interface StoredObject {
  arrayBuffer(): Promise<ArrayBuffer>;
}
