import type { Broken, Rulebook } from "./mutant-rules.ts";

const [JUDGE, NEEDED, FIELDS] = ["judge.ts", "needed.ts", "fields.ts"].map(
  (name) => `verdicts/credential/${name}`,
) as [string, string, string];
const SIGNED = "verdicts/outcomes/signed.ts";
const FACE_MATCH = "verdicts/outcomes/face-match.ts";
const JUDGED = "verdicts/replay/judged.ts";
const POLICY = "verification/credential-policy.ts";

/** The rules that lead from what a wallet presented, or a chip, to the outcomes of a document. */
export const CREDENTIAL_RULES: Rulebook = {
  folder: ".",
  copied: [JUDGE, NEEDED, FIELDS, SIGNED, FACE_MATCH, JUDGED, POLICY],
  loaded: [JUDGE, NEEDED, FIELDS, SIGNED, JUDGED, POLICY],
};

const of =
  (file: string) =>
  ([name, find, replace]: readonly [string, string, string]): Broken => ({ name, file, find, replace });

const FORGED_CHECKS = [
  "credential_format",
  "credential_issuer_chain",
  "credential_issuer_country",
  "credential_issuer_signature",
  "credential_digests",
].map((name) => [`${name} counts for nothing`, `  "${name}",\n`, ""] as const);

const JUDGE_MUTANTS = [
  ...FORGED_CHECKS,
  [
    "what has no one reading is not evaluated",
    `credential_format: "fail" };`,
    `credential_format: "pass" };`,
  ],
  ["an unknown issuer is trusted", "const isTrusted = issuer.anchor !== null;", "const isTrusted = true;"],
  ["no issuer is trusted", "const isTrusted = issuer.anchor !== null;", "const isTrusted = false;"],
  ["a signer's validity is not looked at", "isTrusted ? of(wasValid(found))", "isTrusted ? of(true)"],
  ["an unknown time of a signature is forged", "signedAt === null || (", "signedAt !== null && ("],
  ["signed before the signer's validity", "issuer.validFrom <= signedAt && ", ""],
  ["signed after the signer's validity", " && signedAt <= issuer.validTo", ""],
  [
    "the first moment of the signer is too early",
    "issuer.validFrom <= signedAt",
    "issuer.validFrom < signedAt",
  ],
  ["the last moment of the signer is too late", "signedAt <= issuer.validTo", "signedAt < issuer.validTo"],
  ["another country signs", "of(issuing.toUpperCase() === issuer.country)", "of(true)"],
  ["a country in small letters is another one", "issuing.toUpperCase()", "issuing"],
  [
    "a missing country is another one",
    "issuing === undefined || issuer.country === null",
    "issuer.country === null",
  ],
  ["a wrong signature counts", "of(found.isSignatureValid)", "of(true)"],
  [
    "what is not verified here is a forgery",
    `if ("unsupported" in found) return NONE;`,
    `if ("unsupported" in found) return { ...NONE, credential_format: "fail" };`,
  ],
  ["a revoked credential counts", `revoked: "fail"`, `revoked: "pass"`],
  ["a credential without a list is revoked", `none: "not_applicable"`, `none: "fail"`],
  ["a list that is not fetched revokes", `unchecked: "not_evaluated"`, `unchecked: "fail"`],
  ["a revoked credential is authentic", `if (status.credential_status === "fail") return "revoked";`, ""],
  ["digests count for nothing", "of(found.areDigestsValid)", "of(true)"],
  ["a validity that begins later counts", "validFrom <= now + CLOCKS_DIFFER_MS", "true"],
  ["clocks never differ", "now + CLOCKS_DIFFER_MS", "now"],
  ["clocks differ a millisecond less", "validFrom <= now +", "validFrom < now +"],
  ["clocks differ by longer", "60_000", "60_001"],
  ["a credential without a beginning is expired", "validFrom === null || ", "validFrom !== null && "],
  ["a validity that is over counts", "now < validUntil", "true"],
  ["valid a millisecond too long", "now < validUntil", "now <= validUntil"],
  ["a credential without an end is expired", "validUntil === null || ", "validUntil !== null && "],
  [
    "what an unknown issuer signed counts",
    `if (status.credential_issuer_chain !== "pass") return`,
    "if (false) return",
  ],
  [
    "what is not verified here is of an unknown issuer",
    `return "unsupported_algorithm"`,
    `return "unknown_issuer"`,
  ],
  ["what is expired counts", `? "authentic" : "expired"`, `? "authentic" : "authentic"`],
  ["everything is expired", `? "authentic" : "expired"`, `? "expired" : "expired"`],
] as const;

const NEEDED_MUTANTS = [
  ...["family_name", "given_name", "birth_date", "expiry_date", "issuing_country"].map(
    (claim) =>
      [
        `${claim} may be missing`,
        `identity: ["family_name", "given_name", "birth_date", "expiry_date", "issuing_country"]`,
        `identity: ${JSON.stringify(["family_name", "given_name", "birth_date", "expiry_date", "issuing_country"].filter((each) => each !== claim))}`,
      ] as const,
  ),
  ...[
    "family_name",
    "given_name",
    "birth_date",
    "document_number",
    "expiry_date",
    "issuing_country",
    "nationality",
  ].map((claim) => [`${claim} is not asked for`, `  "${claim}",\n`, ""] as const),
  ["an age may be missing", `age: ["age_over"],`, "age: [],"],
  ["a portrait is never asked for", `policy.require_face_match ? ["portrait"] : []`, "[]"],
  ["a portrait is always asked for", `policy.require_face_match ? ["portrait"] : []`, `["portrait"]`],
  ["an age check asks for the identity", `isAge ? ["age_over", ...portrait] : `, ""],
  [
    "an age check asks for the birth date, too",
    `? ["age_over", ...portrait]`,
    `? ["age_over", "birth_date", ...portrait]`,
  ],
  ["an identity is only an age", `isAge ? ["age_over"`, `true ? ["age_over"`],
  ["no portrait is asked for in an age check", `["age_over", ...portrait]`, `["age_over"]`],
  ["the required claims of an age check are the identity's", "isAgeOnly(policy) ? REQUIRED.age : ", ""],
  [
    "every kind is asked for",
    "kinds: acceptedCredentials(policy)",
    `kinds: ["mdl", "photo_id", "pid", "age"]`,
  ],
] as const;

const FIELDS_MUTANTS = [
  ["the number is not read", "    document_number: claims.document_number,\n", ""],
  ["the birth date is not read", "    date_of_birth: claims.birth_date,\n", ""],
  ["the date of expiry is not read", "    date_of_expiry: claims.expiry_date,\n", ""],
  ["the country is read as it is written", "countryOf(claims.issuing_country)", "claims.issuing_country"],
] as const;

const SIGNED_MUTANTS = [
  ["a chip of an unknown issuer is judged", `chip: { unknown_issuer: "unknown_issuer", `, "chip: { "],
  ["an expired credential is judged", `    expired: "credential_expired",\n`, ""],
  ["a revoked credential is judged", `    revoked: "credential_revoked",\n`, ""],
  [
    "a credential of an unknown issuer is judged",
    `    unknown_issuer: "unknown_issuer",\n    unsupported`,
    "    unsupported",
  ],
  ["what is not verified here is judged", `    unsupported_algorithm: "unsupported_algorithm",\n`, ""],
  ["an incomplete credential is judged", `    not_readable: "credential_incomplete",\n`, ""],
  [
    "what cannot be judged costs an attempt",
    `{ outcome: "capture_quality", reason: notJudged }`,
    `{ outcome: "retry", reason: notJudged }`,
  ],
  [
    "what is not authentic is suspicious",
    `{ outcome: "failed", reason: "fraud_fraudulent", found }`,
    `{ outcome: "adverse", reason: "fraud_fraudulent", found }`,
  ],
  ["what is not authentic passes", `if (outcome === "not_authentic") return`, "if (false) return"],
  ["a weak chip counts", "strength < (policy.chip_min_strength ?? 0)", "false"],
  ["every chip is weak", "policy.chip_min_strength ?? 0", "policy.chip_min_strength ?? 256"],
  ["a chip of the least strength is too weak", "strength < (policy", "strength - 16 < (policy"],
  ["a contradiction passes", "if (failed.length > 0) {", "if (false) {"],
  ["a contradiction declines", `policy.on_fraud_suspicious === "decline" ? "failed" : "adverse"`, `"failed"`],
  ["a contradiction is replaced by another capture", `"failed" : "adverse"`, `"failed" : "review"`],
  ["a contradiction is not reported as such", `contradicts ? "chip_contradicts" : `, ""],
  ["a copy lifts a finding", `outcome === "authentic" && sameAs`, "sameAs"],
  ["nothing lifts a finding", `outcome === "authentic" && sameAs !== null`, "false"],
  ["a person who is too young passes", `isReached ? PASSED`, "true ? PASSED"],
  ["who is old enough is too young", `isReached ? PASSED`, "!isReached ? PASSED"],
  [
    "who is too young tries again",
    `{ outcome: "failed", reason: "under_min_age" }`,
    `{ outcome: "retry", reason: "under_min_age" }`,
  ],
] as const;

const JUDGED_MUTANTS = [
  [
    "a reading of what cannot be judged is left out",
    `return [{ ...fraud, part: "ocr" }, fraud];`,
    "return [fraud];",
  ],
  ["an age check reads the birth date", "if (isAgeOnly(policy)) {", "if (false) {"],
  ["a credential without a portrait is captured again", "portrait: 0 }", "}"],
] as const;

const FACE_MATCH_MUTANTS = [
  [
    "who has no portrait passes",
    `outcome: "review", reason, found: TEXTS`,
    `outcome: "passed", reason, found: TEXTS`,
  ],
  [
    "who has no portrait is declined",
    `outcome: "review", reason, found: TEXTS`,
    `outcome: "failed", reason, found: TEXTS`,
  ],
] as const;

const POLICY_MUTANTS = [
  ["an age attestation is an identity", `["mdl", "photo_id", "pid"];`, `["mdl", "photo_id", "pid", "age"];`],
  ["only a licence counts if no kind is named", `["mdl", "photo_id", "pid"];`, `["mdl"];`],
  ["the named kinds are not looked at", "credential?.accept ?? USUAL", "USUAL"],
  ["kinds without credentials are taken", "if (!isUsed)", "if (false)"],
  ["kinds are never taken", `evidence.includes("credential")`, "false"],
  [
    "an identity by an age attestation is taken",
    `credential.accept.includes("age") && !isAgeOnly(policy)`,
    "false",
  ],
  ["no age attestation is taken", `&& !isAgeOnly(policy)\n`, "\n"],
] as const;

export const CREDENTIAL_MUTANTS: readonly Broken[] = [
  ...JUDGE_MUTANTS.map(of(JUDGE)),
  ...NEEDED_MUTANTS.map(of(NEEDED)),
  ...FIELDS_MUTANTS.map(of(FIELDS)),
  ...SIGNED_MUTANTS.map(of(SIGNED)),
  ...JUDGED_MUTANTS.map(of(JUDGED)),
  ...FACE_MATCH_MUTANTS.map(of(FACE_MATCH)),
  ...POLICY_MUTANTS.map(of(POLICY)),
];
