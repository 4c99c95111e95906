/**
 * The network for outgoing webhooks: a service binding with a network policy of its own, or the global scope.
 */
export interface Egress {
  fetch(url: string, init: RequestInit): Promise<Response>;
}
