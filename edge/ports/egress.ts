/**
 * A network that requests leave by: a service binding with a policy of its own, or the global scope of the
 * platform.
 */
export interface Egress {
  fetch(url: string, init: RequestInit): Promise<Response>;
}
