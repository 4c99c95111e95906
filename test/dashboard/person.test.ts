import { expect, it } from "vitest";
import type { z } from "zod";
import { documentData, nameIn, nameOf } from "#edge/dashboard/ui/person.tsx";
import { outcomeOf } from "#edge/dashboard/ui/summary.tsx";
import { chipResult } from "#edge/schemas/chips.ts";
import { credentialResult } from "#edge/schemas/credentials.ts";
import { ocrAnswer } from "#edge/schemas/ocr.ts";
import { kindOf, type ResultRow } from "#edge/store/results/results.ts";
import type { Step } from "#edge/verification/types.ts";

const field = (value: string) => ({ value, confidence: 1, source: "credential", bbox: null });

/** A stored result, made of its schema's example, that has read this name. */
function resultOf(id: string, schema: z.ZodType): ResultRow {
  const { examples } = schema.meta() as { readonly examples: readonly object[] };
  return {
    ...{ id, kind: kindOf(id), verificationId: "vf_1", customerRef: "user-1", createdAt: 1 },
    body: { ...examples[0], fields: { full_name: field("Erika Mustermann") } },
  } as ResultRow;
}

it.each([
  ["a photo", resultOf("ocr_1", ocrAnswer), "passport"],
  ["a chip", resultOf("se_1", chipResult), "passport"],
  ["a wallet", resultOf("cred_1", credentialResult), "driving_license"],
])("a person has the name that %s showed, in lists and in the export", (_, row, type) => {
  const step = { name: "document", resultIds: [row.id], parts: {} } as unknown as Step;
  const document = documentData({ steps: [step] }, new Map([[row.id, row]]));
  expect(document?.type).toBe(type);
  expect([nameIn(document!.fields), nameOf(row)]).toEqual(["Erika Mustermann", "Erika Mustermann"]);
});

it.each([
  [0.4, "no match"],
  [null, "not compared"],
])("a comparison with the similarity %j is shown as %s", (similarity, state) => {
  const body = {
    ...{ id: "fm_1", kind: "verification", match: false, similarity, threshold: similarity && 0.69 },
    ...{
      reason: "face_erased",
      copied: null,
      verification_id: "vf_1",
      model_version: "faces@1",
      mode: "test",
    },
  };
  const row = { ...{ id: "fm_1", kind: "face", createdAt: 1 }, body } as unknown as ResultRow;
  expect(outcomeOf(row)?.state).toBe(state);
});
