import type { SealStatus, SealUnchecked } from "../../../../vocabulary/trust.ts";
import { DAY_MS } from "../../../core/clock.ts";
import type { SealSignature } from "../../../inference/barcode.ts";
import { isoOfAlpha2 } from "../../text/country-names.ts";
import type { Seal } from "./seal.ts";

/** What a seal proves. */
interface SealVerdict {
  readonly status: SealStatus;
  /** Why an invalid seal is invalid, without any value of it; null for another. */
  readonly fault: string | null;
  readonly notChecked: readonly SealUnchecked[];
}

type Rule = readonly [fault: string, isBroken: (seal: Seal, signature: Trusted) => boolean];

interface Trusted extends SealSignature {
  readonly anchor: NonNullable<SealSignature["anchor"]>;
}

const RULES: readonly Rule[] = [
  ["The seal's signature is not its signer's.", (_, { isValid }) => !isValid],
  [
    "The seal was signed outside its signer's validity.",
    ({ signedOn }, { anchor }) =>
      signedOn !== null &&
      // A day has no time zone.
      (Date.parse(signedOn) + DAY_MS < anchor.validFrom || Date.parse(signedOn) > anchor.validTo),
  ],
  [
    "The seal's issuing state and its signer's country differ.",
    ({ issuingState }, { anchor }) =>
      issuingState !== null && anchor.country !== null && isoOfAlpha2(anchor.country) !== issuingState,
  ],
];

/**
 * Judges a seal by its signature and its signer. A signer that the operator does not trust proves nothing,
 * neither for the document nor against it.
 */
export function judgeSeal(seal: Seal, signature: SealSignature | undefined): SealVerdict {
  if (signature === undefined || signature.anchor === null)
    return { status: "unknown_signer", fault: null, notChecked: [] };
  const trusted: Trusted = { ...signature, anchor: signature.anchor };
  const broken = RULES.find(([, isBroken]) => isBroken(seal, trusted));
  if (broken !== undefined) return { status: "invalid", fault: broken[0], notChecked: [] };
  return {
    status: "valid",
    fault: null,
    notChecked: [
      "revocation",
      ...(trusted.anchor.isChained ? [] : ["signer_chain" as const]),
      ...(seal.signedOn === null ? ["signing_date" as const] : []),
      "carrier",
      "portrait",
    ],
  };
}
