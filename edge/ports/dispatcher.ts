/** The part of the webhook dispatcher's Durable Object namespace that is used. */
export interface DispatcherNamespace {
  idFromName(name: string): unknown;
  get(id: never): { wake(): Promise<void> };
}
