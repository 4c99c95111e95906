import * as fields from "#edge/verdicts/credential/fields.ts";
import * as judging from "#edge/verdicts/credential/judge.ts";
import * as needed from "#edge/verdicts/credential/needed.ts";
import * as signing from "#edge/verdicts/outcomes/signed.ts";
import * as judged from "#edge/verdicts/replay/judged.ts";
import * as contesting from "#edge/verification/contest.ts";
import * as accepting from "#edge/verification/credential-policy.ts";
import * as faceMatch from "#edge/verification/face-match.ts";
import * as machine from "#edge/verification/machine.ts";
import * as returning from "#edge/verification/returning.ts";
import * as reviewing from "#edge/verification/review.ts";
import type { ReturningRules } from "./registered.ts";

/** The rules on what wallets present. */
export type CredentialRules = Pick<typeof judging, "judgeCredential"> &
  Pick<typeof needed, "neededClaims" | "requiredClaims"> &
  Pick<typeof fields, "credentialFields"> &
  Pick<typeof accepting, "credentialFaults"> &
  Pick<typeof judged, "judgedResults" | "comparisonResult" | "searchResult"> &
  Pick<typeof signing, "signedOutcome">;

/** The rules under test: the product's, or a mutant of them. */
export type Rules = Pick<
  typeof machine,
  | "newVerification"
  | "applyResults"
  | "applyAnswer"
  | "applyDeadlines"
  | "assertAccepts"
  | "assertTakes"
  | "assertStrongEnough"
  | "cancel"
  | "expireIfDue"
> &
  Pick<typeof machine, "withRegistration"> &
  Pick<typeof faceMatch, "comparisonDue"> &
  ReturningRules &
  Pick<typeof reviewing, "review"> &
  Pick<typeof contesting, "contest"> &
  CredentialRules;

/** The product's rules. */
export const PRODUCT: Rules = {
  ...machine,
  ...faceMatch,
  ...returning,
  ...reviewing,
  ...contesting,
  ...judging,
  ...needed,
  ...fields,
  ...accepting,
  ...judged,
  ...signing,
};
