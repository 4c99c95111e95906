/** The methods of the webhook dispatcher's Durable Object namespace that the service needs. */
export interface DispatcherNamespace {
  idFromName(name: string): unknown;
  get(id: never): { wake(): Promise<void> };
}
