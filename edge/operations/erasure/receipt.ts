import type { ScopeContext } from "../commit/context.ts";
import type { Cleared } from "./clear-copies.ts";
import { notReached } from "./not-reached.ts";

/** What every receipt of an erasure tells. */
export interface ErasureFacts {
  readonly receipt_id: string;
  /** SHA-256 of the person's reference, in hexadecimal. */
  readonly customer_ref_sha256: string;
  /** Number of erased things, by kind. */
  readonly erased: Readonly<Record<string, number>>;
}

/** A receipt with its signature over all the rest. */
export type Receipt<Facts extends ErasureFacts> = Facts & {
  readonly mode: string;
  readonly erased_at: string;
  /** Places where the person's data may still be. */
  readonly not_reached: ReturnType<typeof notReached>;
  readonly signature: string;
};

/** Signs what was erased now, once the copies were cleared: it names the places that were not reached. */
export async function signReceipt<Facts extends ErasureFacts>(
  { services, scope, now }: ScopeContext<"receipts">,
  facts: Facts,
  cleared: Cleared,
): Promise<Receipt<Facts>> {
  const receipt = {
    ...facts,
    mode: scope.mode,
    erased_at: new Date(now).toISOString(),
    not_reached: notReached(cleared),
  };
  return { ...receipt, signature: await services.receipts.sign(receipt) };
}
