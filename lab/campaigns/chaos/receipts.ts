import { createHash } from "node:crypto";
import { type Received, verifySignature } from "../../../test/harness/stack/webhook-receiver.ts";

interface Receipt {
  readonly digests: Set<string>;
  accepted: number;
  refused: number;
}

/** One event that arrived at one path. */
const keyOf = (eventId: string, path: string) => `${eventId} ${path}`;

/**
 * The receiver's own record: each event by path, how often it arrived, and whether its bytes were always the
 * same.
 */
export class Receipts {
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #receipts = new Map<string, Receipt>();
  forged = 0;
  misnamed = 0;
  deliveries = 0;

  /** @param secrets signing secret of each path */
  constructor(secrets: ReadonlyMap<string, string>) {
    this.#secrets = secrets;
  }

  enter(received: Received, accepted: boolean): void {
    this.deliveries++;
    const secret = this.#secrets.get(received.path);
    if (secret === undefined || verifySignature(received, secret) !== 0) this.forged++;
    const id = String(received.headers["service-webhook-id"]);
    if (JSON.parse(received.body).id !== id) this.misnamed++;
    const key = keyOf(id, received.path);
    const receipt = this.#receipts.get(key) ?? { digests: new Set(), accepted: 0, refused: 0 };
    receipt.digests.add(createHash("sha256").update(received.body).digest("hex"));
    if (accepted) receipt.accepted++;
    else receipt.refused++;
    this.#receipts.set(key, receipt);
  }

  /** Compares the record with the expected deliveries: pairs of an event's id and a path. */
  compare(expected: Iterable<readonly [eventId: string, path: string]>) {
    const wanted = new Set([...expected].map(([id, path]) => keyOf(id, path)));
    const all = [...this.#receipts];
    return {
      expected: wanted.size,
      lost: [...wanted].filter((key) => !this.#receipts.get(key)?.accepted).length,
      unexpected: all.filter(([key]) => !wanted.has(key)).length,
      duplicates: all.reduce((sum, [, { accepted }]) => sum + Math.max(0, accepted - 1), 0),
      differing: all.filter(([, { digests }]) => digests.size > 1).length,
      refused: all.reduce((sum, [, { refused }]) => sum + refused, 0),
    };
  }
}
