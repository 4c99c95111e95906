import type { SecretKeyPrincipal, SessionTokenPrincipal } from "../auth/principal.ts";
import { acceptedReadings } from "../operations/accepted-readings.ts";
import { readExpected } from "../operations/encrypted-expected.ts";
import { type SeenUnder, seenUnder } from "../operations/own-checks/seen-under.ts";
import { acceptedData } from "../verdicts/document/accepted-data.ts";
import { ageStatement } from "../verification/age.ts";
import { isAgeOnly } from "../verification/purpose.ts";
import type { Verification } from "../verification/types.ts";
import type { Call } from "./call/call.ts";

type Reader = Call<SecretKeyPrincipal | SessionTokenPrincipal>;

/**
 * What only a read with a secret key has: the members of `personalMembers`, who else has shown the document,
 * and the signed statement about an age.
 */
export async function personalData(call: Reader, verification: Verification): Promise<object> {
  const { services, principal } = call;
  if (principal.kind !== "secret_key") return {};
  const statement = ageStatement(principal.scope, verification, services.clock());
  const [verified, expected, seen, signed] = await Promise.all([
    verifiedData(call, verification),
    readExpected(services.vault, principal.scope, verification),
    seenUnder(services, principal.scope, verification),
    statement && services.receipts.sign(statement, "age"),
  ]);
  return {
    verified_data: verified,
    ...(expected !== null && { expected }),
    ...(seen !== null && { seen_under: seen.map(renderSeen) }),
    ...(signed !== null && { age_statement: signed }),
  };
}

const renderSeen = ({ verificationId, name, dateOfBirth }: SeenUnder) => ({
  verification_id: verificationId,
  name,
  date_of_birth: dateOfBirth,
});

/** The data of the accepted document: of the readings that count, which hold them only once. */
async function verifiedData({ services, principal }: Reader, verification: Verification) {
  if (verification.decision !== "approved" || isAgeOnly(verification.policy)) return null;
  return acceptedData(await acceptedReadings(services, principal.scope, verification));
}
