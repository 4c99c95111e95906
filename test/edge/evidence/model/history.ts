import type { ClaimName } from "#edge/credentials/credential.ts";
import type { Policy } from "#edge/verification/policy.ts";
import type { Outcome, PartName } from "#edge/verification/types.ts";
import type { LivenessMode } from "#vocabulary/enumerations.ts";
import type { RegistrationOrigin } from "#vocabulary/faces.ts";
import type { CheckStatus } from "#vocabulary/own-checks.ts";
import type { Decision } from "#vocabulary/verifications.ts";
import type { ChipShown, CredentialShown, Flaw, ShownDetails } from "./commands.ts";
import type { KnownAs } from "./own-checks.ts";

/** An accepted result, as the sender of the upload could record it. */
export interface Accepted {
  readonly part: PartName;
  readonly outcome: Outcome;
  readonly reason: string | null;
  readonly resultIds: readonly string[];
  /** Its image, or its liveness check. */
  readonly capture: string;
  readonly mode?: LivenessMode;
  /** Of a comparison: the portrait's result or the registration, and the frame's result. */
  readonly pair?: { readonly portrait: string; readonly frame: string };
  /** The registration when the call ended; null for none. Undefined if the policy compares none. */
  readonly registered?: string | null | undefined;
  /** Of a comparison with a registered face: where that face is from. */
  readonly origin?: RegistrationOrigin | undefined;
  /** The image that its part checked, and the truth against it, whatever the findings. */
  readonly flaw?: Flaw | undefined;
  /** Of a chip: the truth of it, and the photo that it was compared with. */
  readonly chip?: ChipShown | undefined;
  readonly beside?: { readonly id: string | undefined; readonly zone: string } | undefined;
  /** Of a credential: the truth of it, and the claims that the wallet was asked for. */
  readonly credential?: CredentialShown | undefined;
  readonly asked?: readonly ClaimName[] | undefined;
  /** The product's own reason, if it was not drawn. */
  readonly said?: string | null | undefined;
  /** Of a suspicious photo: whether that rests on pixels alone. */
  readonly ofPixels?: boolean | undefined;
  /** Of a comparison with the expected details: how the document shows them. */
  readonly shows?: ShownDetails | undefined;
  /** Of a search among known documents: how the tenant knows this one. */
  readonly known?: KnownAs | undefined;
}

/** The request, and the published decision. */
export interface Reported {
  readonly policy: Policy;
  /** Whether the tenant expects details. */
  readonly expects: boolean;
  /** The tenant's external checks, in the policy's order. */
  readonly checks: readonly CheckStatus[];
  readonly decision: Decision | null;
  readonly reasons: readonly string[];
  /** The truth of a live check's face: whether another reference has registered it by now. */
  readonly isElsewhere: (check: string) => boolean;
}

export type Sentence = (history: readonly Accepted[], reported: Reported) => boolean;
