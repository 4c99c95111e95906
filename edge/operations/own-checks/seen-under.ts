import type { DetailResult } from "../../../vocabulary/details.ts";
import type { Scope } from "../../core/scope.ts";
import { findSeenElsewhere } from "../../store/results/known-documents.ts";
import { findResults } from "../../store/results/results.ts";
import { compareDetails } from "../../verdicts/details/compare.ts";
import { acceptedData, type ReadSide } from "../../verdicts/document/accepted-data.ts";
import { isOff } from "../../verification/policy.ts";
import type { Verification } from "../../verification/types.ts";
import { acceptedReadings } from "../accepted-readings.ts";
import type { Services } from "../commit/context.ts";
import { documentTerms } from "../known-terms.ts";

/** The most other verifications that are named, newest first. */
const SHOWN = 20;

/** Another end user's verification in which the same document was shown. */
export interface SeenUnder {
  readonly verificationId: string;
  /** Whether its reading has the same name and birth date. */
  readonly name: DetailResult;
  readonly dateOfBirth: DetailResult;
}

/**
 * The verifications of other end users in which the document of this one was shown, as they are now: one that
 * was erased is forgotten. Null if the policy has no `repeat`; empty without a document that counts.
 */
export async function seenUnder(
  services: Pick<Services<"serviceKey">, "db" | "serviceKey">,
  scope: Scope,
  verification: Verification,
): Promise<readonly SeenUnder[] | null> {
  if (isOff(verification.policy.repeat)) return null;
  const { customerRef } = verification;
  const data = acceptedData(await acceptedReadings(services, scope, verification)) as Readonly<
    Record<string, { readonly value: string } | null>
  > | null;
  const [state, number] = [data?.issuing_country, data?.document_number];
  if (data === null || state == null || number == null) return [];
  const terms = await documentTerms(services, scope, state.value, [number.value]);
  if (terms.length === 0) return [];
  const found = await findSeenElsewhere(services.db, scope, { terms, customerRef, limit: SHOWN });
  const newest = new Map(found.toReversed().map((each) => [each.verificationId, each.resultId]));
  const results = await findResults(services.db, scope, [...newest.values()]);
  const parts = [data.first_name?.value, data.last_name?.value].filter((part) => part !== undefined);
  const whole = data.full_name?.value ?? (parts.length === 0 ? undefined : parts.join(" "));
  const own = { full_name: whole, date_of_birth: data.date_of_birth?.value };
  return [...newest].toReversed().map(([verificationId, resultId]) => {
    const other = results.get(resultId)?.body as ReadSide | undefined;
    const compared = compareDetails(own, { fields: {}, mrz: null, ...other }, "tolerant");
    const resultOf = (key: string) => compared.find(({ field }) => field === key)?.result ?? "not_read";
    return { verificationId, name: resultOf("full_name"), dateOfBirth: resultOf("date_of_birth") };
  });
}
