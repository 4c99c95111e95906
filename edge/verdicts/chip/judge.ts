import type { CheckSeverity, CheckStatus } from "../../../vocabulary/fraud.ts";
import {
  CHIP_CHECKS,
  type ChipCheckName,
  type CloneCheck,
  type SignedOutcome,
  type SignedUnchecked,
} from "../../../vocabulary/signed-evidence.ts";
import type { DocumentSigner } from "../../inference/chip.ts";
import type { ChipReading } from "../../inference/port.ts";
import { isoOf, isoOfAlpha2 } from "../text/country-names.ts";
import { CHIP_RULES } from "./rules.ts";
import { strengthOf, WEAK_BELOW } from "./strength.ts";

/** The trust anchor whose key signed a document signer's certificate. Times are milliseconds. */
interface ChipAnchor {
  readonly country: string | null;
  readonly validFrom: number;
  readonly validTo: number;
}

/** What the trust store says of a chip's signer. */
interface Issuer {
  readonly anchor: ChipAnchor | null;
  /** Whether the signer names a trust anchor by its key, without being signed by it. */
  readonly isForged: boolean;
}

/** How a chip compares with a photo of the document; null if there is none, or nothing to compare. */
export interface Compared {
  /** The elements in which the MRZs differ. */
  readonly zone: readonly string[] | null;
  readonly samePerson: boolean | null;
}

interface ChipInput extends Issuer, Compared {
  readonly reading: ChipReading;
  readonly now: number;
}

interface ChipCheck {
  readonly name: ChipCheckName;
  readonly status: CheckStatus;
  readonly severity: CheckSeverity;
  /** The reason for the status, without any value of the document. */
  readonly detail: string | null;
  readonly explanation: string;
}

export interface ChipVerdict {
  readonly outcome: SignedOutcome;
  readonly checks: readonly ChipCheck[];
  readonly failed: readonly ChipCheckName[];
  readonly cloneCheck: CloneCheck;
  readonly strength: number;
  readonly isWeak: boolean;
  readonly notChecked: readonly SignedUnchecked[];
}

type Result = Pick<ChipCheck, "status" | "detail">;

const PASS: Result = { status: "pass", detail: null };
const failed = (detail: string): Result => ({ status: "fail", detail });
const notEvaluated = (detail: string): Result => ({ status: "not_evaluated", detail });
const notApplicable = (detail: string): Result => ({ status: "not_applicable", detail });

const NO_SOD = notEvaluated("EF.SOD could not be read.");
const NO_ANCHOR = notEvaluated("The issuer is not among the trust anchors.");
const NO_PHOTO = notEvaluated("No photo of the document counts in this verification.");

/** The number of the data group that has the key of active authentication. */
const DG15 = 15;

const EVALUATE: Readonly<Record<ChipCheckName, (input: ChipInput) => Result>> = {
  chip_dg_hashes({ reading: { securityObject, dataGroups } }) {
    if (securityObject === null) return NO_SOD;
    const other = dataGroups.filter(({ hash }) => hash !== "equal");
    return other.length === 0 ? PASS : failed(`Not as signed: ${numbersOf(other)}.`);
  },
  chip_sod_signature({ reading: { securityObject } }) {
    if (securityObject === null) return NO_SOD;
    return securityObject.signatureValid ? PASS : failed("The signature is not the document signer's.");
  },
  chip_signer_chain({ reading: { securityObject }, anchor, isForged }) {
    if (securityObject === null) return NO_SOD;
    if (isForged) return failed("The signer names a trust anchor that has not issued it.");
    if (anchor === null) return NO_ANCHOR;
    const { extendedKeyUsages } = securityObject.signer;
    return extendedKeyUsages.length === 0
      ? PASS
      : failed("The certificate is for another purpose than to sign documents.");
  },
  chip_issuer_matches_zone({ reading: { securityObject, mrz }, anchor }) {
    if (securityObject === null) return NO_SOD;
    if (anchor === null) return NO_ANCHOR;
    const state = mrz?.fields.find(({ name }) => name === "issuing_state")?.value;
    if (state === undefined) return notEvaluated("DG1 could not be read.");
    const countries = [securityObject.signer.country, anchor.country];
    return countries.every((country) => isOfState(country, state))
      ? PASS
      : failed("The issuing state and the country of the signer or its CSCA differ.");
  },
  chip_active_authentication({ reading: { activeAuthentication, securityObject } }) {
    const { status } = activeAuthentication;
    if (status === "valid") return PASS;
    if (status === "invalid") return failed("The chip does not have the key of DG15.");
    if (securityObject === null) return NO_SOD;
    if (status === "unsupported") return notEvaluated("The key of DG15 is of an unknown kind.");
    return securityObject.namedDataGroups.includes(DG15)
      ? notEvaluated("The chip was not asked: DG15, a challenge and its answer are needed.")
      : notApplicable("The chip has no key for active authentication.");
  },
  chip_signer_dates({ reading: { securityObject }, anchor, now }) {
    if (securityObject === null) return NO_SOD;
    if (anchor === null) return NO_ANCHOR;
    const { signer, signedAt } = securityObject;
    if (!isWithin(signedAt ?? now, signer))
      return failed("The chip was signed outside its signer's validity.");
    return isWithin(signer.validFrom, anchor)
      ? PASS
      : failed("The signer was issued outside its CSCA's validity.");
  },
  chip_zone_consistency({ zone }) {
    if (zone === null) return NO_PHOTO;
    return zone.length === 0 ? PASS : failed(`The chip and the photo differ in ${zone.join(", ")}.`);
  },
  chip_face_consistency({ samePerson }) {
    if (samePerson === null) return NO_PHOTO;
    return samePerson ? PASS : failed("The chip's face is not the person of the printed portrait.");
  },
};

const numbersOf = (groups: readonly { readonly number: number }[]) =>
  groups.map(({ number }) => `DG${number}`).join(", ");

const isWithin = (time: number, { validFrom, validTo }: Pick<DocumentSigner, "validFrom" | "validTo">) =>
  time >= validFrom && time <= validTo;

/** Codes of organisations and of Kosovo, in certificates and in MRZs (ICAO Doc 9303-3, section 5). */
const STATES: Readonly<Record<string, readonly string[]>> = {
  EU: ["EUE"],
  UN: ["UNO", "UNA"],
  KS: ["RKS", "UNK"],
  XK: ["RKS", "UNK"],
};

function isOfState(country: string | null, state: string): boolean {
  const code = country?.toUpperCase() ?? "";
  return STATES[code]?.includes(state) ?? isoOfAlpha2(code) === isoOf(state);
}

/**
 * Judges a chip: its data, by their issuer's signature; the chip, by its answer to a challenge; and how both
 * compare with a photo of the document. A chip whose issuer the operator does not trust proves nothing,
 * neither for the document nor against it, unless it contradicts itself.
 */
export function judgeChip(input: ChipInput): ChipVerdict {
  const { reading } = input;
  const checks = CHIP_CHECKS.map((name): ChipCheck => {
    const { severity, explanation } = CHIP_RULES[name];
    return { name, severity, ...EVALUATE[name](input), explanation };
  });
  const broken = checks.filter(({ status }) => status === "fail");
  const { securityObject } = reading;
  const outcome = outcomeOf(
    input,
    broken.some(({ severity }) => severity === "critical"),
  );
  const cloneCheck = cloneCheckOf(reading);
  const strength = securityObject === null ? 0 : strengthOf(securityObject);
  return {
    outcome,
    checks,
    failed: broken.map(({ name }) => name),
    cloneCheck,
    strength,
    isWeak: strength < WEAK_BELOW,
    notChecked: ["revocation", ...(cloneCheck === "passed" ? [] : ["copy" as const])],
  };
}

function outcomeOf({ reading, anchor }: ChipInput, isBroken: boolean): SignedOutcome {
  const { securityObject, mrz, portrait, activeAuthentication } = reading;
  if (securityObject === null) return "not_readable";
  if (isBroken) return "not_authentic";
  if (anchor === null) return "unknown_issuer";
  if (mrz === null || portrait === null) return "not_readable";
  return activeAuthentication.status === "valid" ? "authentic" : "data_authentic";
}

function cloneCheckOf({ activeAuthentication: { status }, securityObject }: ChipReading): CloneCheck {
  if (status === "valid") return "passed";
  if (status === "invalid") return "failed";
  return securityObject?.namedDataGroups.includes(DG15) ? "not_made" : "not_supported";
}
