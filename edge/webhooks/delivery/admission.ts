/** A delivery at the moment of its claim: the facts that decide whether it may be sent. */
export interface ClaimedDelivery {
  readonly queuedAt: number;
  /** The event's text; null after an erasure. */
  readonly body: string | null;
  readonly endpoint: {
    readonly state: "enabled" | "disabled";
    readonly enabledAt: number | null;
    readonly deletedAt: number | null;
  };
}

/**
 * The reason to reject a claimed delivery; null for a delivery that may be sent. Disabling an endpoint drops
 * its queue: a delivery that was queued before the endpoint was enabled again is rejected, even if a crashed
 * sender had leased it at that time. If a clock that was ahead recorded the enabling, the order is unknown,
 * and all is sent.
 */
export function refusalToSend(
  { queuedAt, body, endpoint }: ClaimedDelivery,
  now: number,
): "erased" | "endpoint_disabled" | null {
  if (body === null) return "erased";
  const isOn = endpoint.state === "enabled" && endpoint.deletedAt === null;
  const enabledAt = endpoint.enabledAt ?? 0;
  return isOn && (queuedAt >= enabledAt || enabledAt > now) ? null : "endpoint_disabled";
}

/** The secrets that sign at this moment, newest first: during a rotation's overlap also the previous one. */
export function secretsInForce<Secret>(
  endpoint: { secret: Secret; previousSecret: Secret | null; previousSecretUntil: number | null },
  now: number,
): Secret[] {
  const { secret, previousSecret, previousSecretUntil } = endpoint;
  return previousSecret !== null && (previousSecretUntil ?? 0) > now ? [secret, previousSecret] : [secret];
}
