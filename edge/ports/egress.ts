/**
 * The network for outgoing webhooks: a service binding with a network policy of its own, or the global scope
 * of a platform whose network has no private addresses.
 */
export interface Egress {
  fetch(url: string, init: RequestInit): Promise<Response>;
}
