import { describe, expect, it } from "vitest";
import { chipFaults, credentialFaults } from "#edge/verdicts/dossier/measured-signed.ts";
import type { MeasuredSigned } from "#edge/verification/measured.ts";
import { CREDENTIAL_CHECKS } from "#vocabulary/credentials.ts";
import type { CheckStatus } from "#vocabulary/fraud.ts";

const recorded = (of: Partial<MeasuredSigned>): MeasuredSigned => ({
  ...{ resultIds: ["se_1"], kind: "credential", outcome: "authentic", failed: [], strength: 128 },
  ...{ sameAs: null, ...of },
});

describe("a credential in a dossier", () => {
  const body = (
    outcome: Parameters<typeof credentialFaults>[0]["outcome"],
    changed: Readonly<Record<string, CheckStatus>> = {},
    anchor: object | null = {},
  ) => ({
    outcome,
    deterministic_checks: CREDENTIAL_CHECKS.map((name) => ({ name, status: changed[name] ?? "pass" })),
    issuer: { anchor },
  });

  it("is what its own checks give", () => {
    expect(credentialFaults(body("authentic"), recorded({}))).toEqual([]);
    expect(credentialFaults(body("not_readable"), recorded({ outcome: "not_readable" }))).toEqual([]);
    const unsigned = body("authentic", { credential_digests: "fail" });
    expect(credentialFaults(unsigned, recorded({ failed: ["credential_digests"] }))).toEqual([
      "its checks give not_authentic, it says authentic",
    ]);
  });

  it("is by an unsupported algorithm if its signature could not be verified", () => {
    const unverified = { credential_issuer_signature: "not_evaluated" } as const;
    const record = recorded({ outcome: "unsupported_algorithm" });
    expect(credentialFaults(body("unsupported_algorithm", unverified), record)).toEqual([]);
    expect(credentialFaults(body("authentic", unverified), recorded({}))).toEqual([
      "its checks give unsupported_algorithm, it says authentic",
    ]);
  });

  it("counts for no issuer without a trust anchor", () => {
    expect(credentialFaults(body("authentic", {}, null), recorded({}))).toEqual([
      "its checks give unknown_issuer, it says authentic",
    ]);
  });

  it("is what the record of its call says", () => {
    expect(credentialFaults(body("authentic"), recorded({ outcome: "expired" }))).toEqual([
      "its call's record says something else",
    ]);
  });
});

it("a chip in a dossier has the strength that the record of its call says", () => {
  const body = {
    ...{ outcome: "authentic" as const, deterministic_checks: [], anchor: {}, signer: {} },
    ...{ clone_check: "passed", security_bits: 112 },
  };
  const record = recorded({ kind: "chip", strength: 112 });
  expect(chipFaults(body, record)).toEqual([]);
  expect(chipFaults(body, { ...record, strength: 80 })).toEqual(["its call's record has another strength"]);
});
