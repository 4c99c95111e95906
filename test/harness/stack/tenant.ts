import type { ApiClient } from "./api-client.ts";
import type { Stack } from "./stack.ts";
import { type Received, verifySignature, type WebhookReceiver } from "./webhook-receiver.ts";

/**
 * The tenant's own server: it opens verifications with the secret key and receives signed webhooks over
 * HTTPS.
 */
export class Tenant {
  readonly client: ApiClient;
  readonly #receiver: WebhookReceiver;
  readonly #secret: string;

  private constructor(client: ApiClient, receiver: WebhookReceiver, secret: string) {
    this.client = client;
    this.#receiver = receiver;
    this.#secret = secret;
  }

  /** Registers the receiver for every event, as an operator does. */
  static async open(client: ApiClient, stack: Stack, receiver: WebhookReceiver): Promise<Tenant> {
    const endpoint = await stack.admin(
      ...["webhooks", "create", "--tenant", stack.facts.tenant_id, "--mode", "test", "--url", receiver.url],
      ...["--events", EVENTS.join(",")],
    );
    return new Tenant(client, receiver, endpoint.secret);
  }

  /** Waits for the webhook of a decision, and checks its signature. */
  async decisionWebhook(verificationId: string, timeoutMs = 20_000): Promise<DecisionWebhook> {
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline) {
      for (const delivery of this.#receiver.received) {
        const event = JSON.parse(delivery.body);
        if (event.type !== "verification.completed" || event.data.vf_id !== verificationId) continue;
        this.#verify(delivery);
        return { id: event.id, decision: event.data.decision };
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`no verification.completed for ${verificationId} within ${timeoutMs} ms`);
  }

  /** Checks every delivery that came, and answers how many there were. */
  verifyAll(): number {
    for (const delivery of this.#receiver.received) this.#verify(delivery);
    return this.#receiver.received.length;
  }

  #verify(delivery: Received): void {
    if (verifySignature(delivery, this.#secret) < 0) throw new Error("a webhook's signature is wrong");
  }
}

const EVENTS = [
  "ocr.completed",
  "fraud.signal_detected",
  "liveness.check.completed",
  "verification.completed",
] as const;

interface DecisionWebhook {
  readonly id: string;
  readonly decision: string;
}
