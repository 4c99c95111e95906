/**
 * The network that webhooks leave by: a service binding with a network policy of its own, or the global
 * scope.
 */
export interface Egress {
  fetch(url: string, init: RequestInit): Promise<Response>;
}
