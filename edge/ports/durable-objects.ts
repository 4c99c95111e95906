/** A namespace of Durable Objects whose stubs have these methods, as far as it is needed. */
export interface ObjectNamespace<Stub> {
  idFromName(name: string): unknown;
  get(id: never): Stub;
}

/** The one object of this name. What `idFromName` makes is the platform's own, and goes back to it alone. */
export const objectNamed = <Stub>(namespace: ObjectNamespace<Stub>, name: string): Stub =>
  namespace.get(namespace.idFromName(name) as never);

/** What the service calls of the webhook dispatcher's object. */
export interface DispatcherStub {
  wake(): Promise<void>;
}
