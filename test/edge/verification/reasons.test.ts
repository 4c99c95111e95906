import { expect, it } from "vitest";
import { LIVENESS_REASONS } from "#edge/verdicts/liveness/reasons.ts";
import { VISIBLE_REASONS } from "#edge/verdicts/outcomes/visible-reasons.ts";
import { DOCUMENT_TEXTS } from "#edge/verification/reasons/document.ts";
import { FACE_MATCH_TEXTS, LIVENESS_TEXTS } from "#edge/verification/reasons/face.ts";
import { ELIGIBILITY_REASONS } from "#vocabulary/documents.ts";

const texts = { ...DOCUMENT_TEXTS, ...LIVENESS_TEXTS, ...FACE_MATCH_TEXTS };

it("every reason of a liveness check, of a reading, and that a person sees, has a text for the tenant", () => {
  const passes = ["live", "ok", "not_accepted"];
  const codes = [...LIVENESS_REASONS, ...ELIGIBILITY_REASONS, ...VISIBLE_REASONS];
  expect(codes.filter((code) => !passes.includes(code) && !Object.hasOwn(texts, code))).toEqual([]);
});

it("a finding has no full stop, since the message adds what can be done; the others are sentences", () => {
  for (const { finding, cause, support } of Object.values(texts)) {
    expect(finding).toMatch(/^[A-Z].*[^.:]$/);
    for (const sentence of [cause, support]) expect(sentence).toMatch(/^[`A-Z].*\.$/);
  }
});
