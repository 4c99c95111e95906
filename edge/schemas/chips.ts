import { z } from "zod";
import { FIELD_KEYS } from "../../vocabulary/documents.ts";
import { CHECK_SEVERITIES, CHECK_STATUSES } from "../../vocabulary/fraud.ts";
import {
  CHIP_CHECKS,
  CLONE_CHECKS,
  SIGNED_OUTCOMES,
  SIGNED_UNCHECKED,
} from "../../vocabulary/signed-evidence.ts";
import { CHIP_RULES } from "../verdicts/chip/rules.ts";
import {
  createdAt,
  customerRef,
  customerRefSchema,
  exampleAfter,
  exampleTime,
  idOf,
  modeSchema,
  timestamp,
} from "./common.ts";
import { documentType, field, mrz, portrait } from "./ocr.ts";
import { needing } from "./scoped-members.ts";
import { exampleId, exampleShownBy } from "./verification-examples.ts";
import { verificationAnswer, verificationForToken } from "./verifications.ts";

const challengeId = z
  .string()
  .describe("The `chip_challenge_id` of the challenge that the chip signed. Only with `aa_signature`.");

/** The form fields of a chip within a verification. */
export const chipFields = z.strictObject({ chip_challenge_id: challengeId.optional() });

/** The form fields of a chip outside a verification. */
export const chipFieldsOutside = chipFields.extend({ customer_ref: customerRefSchema.optional() });

const check = z
  .object({
    name: z.enum(CHIP_CHECKS).describe("The check."),
    status: z.enum(CHECK_STATUSES).describe("`not_evaluated`: something that the check needs is missing."),
    severity: z
      .enum(CHECK_SEVERITIES)
      .describe("A failed `critical` check means `not_authentic`; a failed `major` one needs a review."),
    detail: z.string().nullable().describe("Why it has this status, without a value of the document."),
    explanation: z.string().describe("What is checked."),
  })
  .meta({ id: "ChipCheck", description: "One check of a chip." });

const anchor = z
  .object({
    country: z.string().nullable().describe("ISO 3166 alpha-2 of the certificate, or null."),
    sha256: z.string().describe("SHA-256 of the certificate in hexadecimal."),
    kind: z.literal("csca").describe("The kind of trust anchor."),
  })
  .meta({ id: "ChipAnchor", description: "The trust anchor that issued the signer's certificate." });

const signer = z
  .object({
    country: z.string().nullable().describe("ISO 3166 alpha-2 of the certificate, or null."),
    serial_number: z.string().describe("In hexadecimal."),
    valid_from: timestamp.describe("When its validity begins."),
    valid_to: timestamp.describe("When its validity ends."),
  })
  .meta({ id: "ChipSigner", description: "The document signer whose certificate the chip names." });

const shape = {
  chip_id: idOf("signed"),
  outcome: z
    .enum(SIGNED_OUTCOMES)
    .describe(
      "`authentic`: the issuing state signed the data, and the chip is no copy. `data_authentic`: the state signed the data; files that were read once can be sent again. `unknown_issuer`: no trust anchor issued the signer. `not_authentic`: the data are not as signed, or the chip is a copy. `not_readable`: EF.SOD, DG1 or the face of DG2 is missing or cannot be read.",
    ),
  deterministic_checks: z.array(check).describe("Every check, in a fixed order."),
  anchor: anchor.nullable().describe("The trust anchor that issued the signer's certificate, or null."),
  signer: signer.nullable().describe("The certificate that the chip names; null if it cannot be read."),
  clone_check: z
    .enum(CLONE_CHECKS)
    .describe(
      "Whether the chip is no copy. `passed`: it signed the challenge (active authentication). `not_made`: it could, and was not asked. `not_supported`: it has no key for that.",
    ),
  chip_authentication: z
    .boolean()
    .nullable()
    .describe(
      "Whether the chip says that it supports chip authentication, which files cannot prove; null without a signed DG14.",
    ),
  weak_algorithm: z
    .boolean()
    .describe("Whether the signer's algorithms have less than 112 bits of security."),
  security_bits: z
    .int()
    .describe("Bits of security of the signer's weakest algorithm (NIST SP 800-57): 0, 80, 112 or 128."),
  not_checked: z
    .array(z.enum(SIGNED_UNCHECKED))
    .describe(
      "What was not checked. `revocation`: whether the state revoked the signer. `copy`: whether the chip is a copy.",
    ),
  document_type: documentType,
  issuing_country: z.string().nullable().describe("Issuing state, ISO 3166 alpha-3; null if not signed."),
  fields: needing(
    "personal:read",
    z
      .partialRecord(z.enum(FIELD_KEYS), field)
      .describe("The fields of DG1 and DG11; empty unless their issuer signed them."),
  ),
  mrz: needing("personal:read", mrz.nullable().describe("DG1; null unless its issuer signed it.")),
  portrait: needing("media:read", portrait.link),
  portrait_expires_at: needing("media:read", portrait.expiry),
  customer_ref: customerRef.nullable().describe("The end user's `customer_ref`, or null if none was sent."),
  verification_id: idOf("verification").nullable().describe("The verification of the chip, or null."),
  mode: modeSchema,
};

const statuses: Partial<Record<string, "not_evaluated">> = {
  chip_zone_consistency: "not_evaluated",
  chip_face_consistency: "not_evaluated",
};

const example = {
  chip_id: "se_01JPA70M3BX4Z6C8E0G2J4K6M8",
  outcome: "authentic",
  deterministic_checks: CHIP_CHECKS.map((name) => ({
    name,
    status: statuses[name] ?? "pass",
    severity: CHIP_RULES[name].severity,
    detail: statuses[name] === undefined ? null : "No photo of the document counts in this verification.",
    explanation: CHIP_RULES[name].explanation,
  })),
  anchor: {
    country: "UT",
    sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    kind: "csca",
  },
  signer: {
    country: "UT",
    serial_number: "2A",
    valid_from: "2022-01-01T00:00:00.000Z",
    valid_to: "2032-06-30T00:00:00.000Z",
  },
  clone_check: "passed",
  chip_authentication: null,
  weak_algorithm: false,
  security_bits: 128,
  not_checked: ["revocation"],
  document_type: "passport",
  issuing_country: "UTO",
  fields: {
    document_number: { value: "L898902C3", confidence: 1, source: "chip", bbox: null },
    date_of_birth: { value: "1974-08-12", confidence: 1, source: "chip", bbox: null },
  },
  mrz: {
    format: "TD3",
    lines: ["P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F3204159ZE184226B<<<<<10"],
    valid: true,
    checks: { document_number: true, date_of_birth: true, date_of_expiry: true, composite: true },
  },
  customer_ref: "user-4711",
  verification_id: null,
  mode: "test",
};

/** The data of `chip.completed` (contract §11.1). */
export const chipData = z.object(shape).meta({
  id: "ChipData",
  description: "The data of a `chip.completed` event.",
  examples: [example],
});

export const chipResult = z.object({ ...shape, ...createdAt }).meta({
  id: "ChipResult",
  description: "What a document's chip came to.",
  examples: [{ ...example, created_at: exampleTime }],
});

/** The answer of a chip within a verification. */
export const chipAnswer = z.object({ chip: chipResult, verification: verificationAnswer }).meta({
  id: "ChipAnswer",
  description: "What a document's chip came to, and the verification.",
  examples: [
    {
      chip: { ...example, verification_id: exampleId, created_at: exampleTime },
      verification: exampleShownBy("chip", example.chip_id),
    },
  ],
});

/** The view for a session token: no issuer, no algorithm and no data of the chip. */
export const chipForToken = z
  .object({
    chip: z.object({ chip_id: idOf("signed") }).describe("The result's id alone."),
    verification: verificationForToken,
  })
  .meta({
    id: "ChipAnswerForToken",
    description: "The same, as a session token receives it: `verification` says what to do next.",
  });

export const chipChallenge = z
  .object({
    chip_challenge_id: idOf("chipChallenge"),
    challenge: z
      .string()
      .regex(/^[0-9a-f]{16}$/)
      .describe("Eight random bytes in hexadecimal: the RND.IFD that the chip signs (ICAO Doc 9303-11)."),
    expires_at: timestamp.describe("Until when it can be used, once."),
  })
  .meta({
    id: "ChipChallenge",
    description: "A challenge for active authentication.",
    examples: [
      {
        chip_challenge_id: "cc_01JPA70M3BX4Z6C8E0G2J4K6M8",
        challenge: "781723860c06c226",
        expires_at: exampleAfter(120),
      },
    ],
  });
