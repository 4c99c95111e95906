/** The methods of an R2 bucket that the service needs. */
export interface ObjectStore {
  /** With a condition, null and no effect unless the object is there with that ETag. */
  put(key: string, value: Uint8Array, condition?: PutCondition): Promise<unknown>;
  get(key: string): Promise<StoredObject | null>;
  /** At most 1,000 keys; unknown keys are ignored. */
  delete(keys: string[]): Promise<void>;
}

interface PutCondition {
  readonly onlyIf: { readonly etagMatches: string };
}

interface StoredObject {
  readonly etag: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}
