import type { SecretKeyPrincipal, SessionTokenPrincipal } from "../auth/principal.ts";
import { readExpected } from "../operations/encrypted-expected.ts";
import { findResults } from "../store/results/results.ts";
import { acceptedData, type ReadSide } from "../verdicts/document/accepted-data.ts";
import { findStep } from "../verification/steps.ts";
import type { Verification } from "../verification/types.ts";
import type { Call } from "./call/call.ts";

type Reader = Call<SecretKeyPrincipal | SessionTokenPrincipal>;

/** The members of `personalMembers` for a caller that may read personal data; none for a session token. */
export async function personalData(call: Reader, verification: Verification): Promise<object> {
  const { services, principal } = call;
  if (principal.kind !== "secret_key") return {};
  const [verified, expected] = await Promise.all([
    verifiedData(call, verification),
    readExpected(services.vault, principal.scope, verification),
  ]);
  return { verified_data: verified, ...(expected !== null && { expected }) };
}

/** The data of the accepted document: of the readings that count, which hold them only once. */
async function verifiedData({ services, principal }: Reader, { decision, steps }: Verification) {
  const evidence = findStep(steps, "ocr")?.parts.ocr?.evidence;
  if (decision !== "approved" || evidence?.resultId == null) return null;
  const { resultId, otherResultId } = evidence;
  const ids = otherResultId === undefined ? [resultId] : [resultId, otherResultId];
  const rows = await findResults(services.db, principal.scope, ids);
  return acceptedData(ids.map((id) => rows.get(id)?.body as ReadSide | undefined).map(unlessErased));
}

/** An erased reading keeps its row, without data. */
const unlessErased = (side: ReadSide | undefined) => (side?.fields === undefined ? undefined : side);
