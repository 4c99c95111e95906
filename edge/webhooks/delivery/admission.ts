/** A delivery at the moment of its claim, as far as its sending depends on that. */
export interface ClaimedDelivery {
  readonly queuedAt: number;
  /** The event's text; null once erased. */
  readonly body: string | null;
  readonly endpoint: {
    readonly state: "enabled" | "disabled";
    readonly enabledAt: number | null;
    readonly deletedAt: number | null;
  };
}

/**
 * Why a claimed delivery must not be sent, or null when it may be. What was queued before its endpoint was
 * enabled again had been dropped when it was disabled, even if a sender that died was holding it then.
 */
export function refusalToSend({
  queuedAt,
  body,
  endpoint,
}: ClaimedDelivery): "erased" | "endpoint_disabled" | null {
  if (body === null) return "erased";
  const isOn = endpoint.state === "enabled" && endpoint.deletedAt === null;
  return isOn && queuedAt >= (endpoint.enabledAt ?? 0) ? null : "endpoint_disabled";
}

/**
 * The secrets that sign at this moment, the newest first: while a rotation overlaps, the one before it too.
 */
export function secretsInForce<Secret>(
  endpoint: { secret: Secret; previousSecret: Secret | null; previousSecretUntil: number | null },
  now: number,
): Secret[] {
  const { secret, previousSecret, previousSecretUntil } = endpoint;
  return previousSecret !== null && (previousSecretUntil ?? 0) > now ? [secret, previousSecret] : [secret];
}
