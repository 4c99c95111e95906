import type { Statement } from "../store/batch.ts";
import { acceptedData } from "../verdicts/document/accepted-data.ts";
import { fieldsAskedFor } from "../verification/external-checks.ts";
import { renderCheckRequested } from "../verification/render.ts";
import type { Verification } from "../verification/types.ts";
import { acceptedReadings, type FreshBodies } from "./accepted-readings.ts";
import type { ScopeContext } from "./commit/context.ts";
import { verificationEvent } from "./verification-write.ts";

/** A verification before and after a change, and the results that the change brings. */
interface Changed {
  readonly before: Verification;
  readonly after: Verification;
  readonly fresh: FreshBodies;
}

/**
 * The events of the external checks that a change requests, one for each, with the fields of the document
 * that the check asks for. Empty if the change requests none.
 */
export async function requestEvents(
  { services, scope }: ScopeContext,
  { before, after, fresh }: Changed,
  now: number,
): Promise<Statement[]> {
  if (before.checks !== null || after.checks === null) return [];
  const asksForData = after.policy.external_checks!.some(({ fields }) => fields.length > 0);
  const readings = asksForData ? await acceptedReadings(services, scope, after, fresh) : [];
  const data: Readonly<Record<string, unknown>> = acceptedData(readings) ?? {};
  return after.checks.flatMap((check) => {
    const asked = fieldsAskedFor(after.policy, check.name).map((field) => [field, data[field] ?? null]);
    return verificationEvent(services.db, scope, after, {
      type: "verification.check_requested",
      data: renderCheckRequested(after, check, Object.fromEntries(asked)),
      now,
    });
  });
}
