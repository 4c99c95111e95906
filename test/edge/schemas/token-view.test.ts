import fc from "fast-check";
import { expect, it } from "vitest";
import { fraudAnswer, fraudForToken } from "#edge/schemas/fraud.ts";
import { livenessAnswer, livenessForToken } from "#edge/schemas/liveness.ts";
import { ocrAnswer, ocrForToken } from "#edge/schemas/ocr.ts";
import { verificationAnswer, verificationForToken } from "#edge/schemas/verifications.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const ANSWERS = {
  ocr: ocrAnswer,
  fraud: fraudAnswer,
  liveness: livenessAnswer,
  verification: verificationAnswer,
};
const VIEWS = {
  ocr: ocrForToken,
  fraud: fraudForToken,
  liveness: livenessForToken,
  verification: verificationForToken,
};
const forToken = (kind: keyof typeof VIEWS, body: unknown): object => VIEWS[kind].parse(body);
const KINDS = Object.keys(ANSWERS) as (keyof typeof ANSWERS)[];

const exampleOf = (kind: (typeof KINDS)[number]) => {
  const { examples } = ANSWERS[kind].meta() as { examples: [Record<string, Json>] };
  return examples[0];
};

/**
 * A key that a later version, or a mistake, might add to any response, and that no device schema allows.
 */
const addition = fc.tuple(
  fc.constantFrom("score", "near_miss", "signals", "similarity_band", "__proto__x"),
  fc.oneof(fc.double({ noNaN: true }), fc.string(), fc.constant({ print_attack: 0.9 })),
);

function sprinkled(value: Json, [key, added]: [string, unknown]): Json {
  if (Array.isArray(value)) return value.map((each) => sprinkled(each, [key, added]));
  if (value === null || typeof value !== "object") return value;
  const inner = Object.entries(value).map(([name, each]) => [name, sprinkled(each, [key, added])]);
  return { [key]: added as Json, ...Object.fromEntries(inner) };
}

/**
 * Without the fields of a document: they are by name, so that on their level a strange name is rejected, not
 * left out.
 */
const plain = (example: Record<string, Json>) => ({ ...example, ...("fields" in example && { fields: {} }) });

it.each(KINDS)("of a %s answer nothing passes that the view does not name, at any depth", (kind) => {
  const example = plain(exampleOf(kind));
  const visible = forToken(kind, example);
  fc.assert(
    fc.property(addition, (added) => {
      const { fields, ...rest } = sprinkled(example, added) as Record<string, Json>;
      const body = fields === undefined ? rest : { ...rest, fields: {} };
      expect(forToken(kind, body)).toEqual(visible);
    }),
  );
});

it("a reason is returned in the table's words, not in those of its source", () => {
  const body = {
    ...exampleOf("verification"),
    decision_reasons: [
      { code: "document_forged", step: "document", message: "A reviewer found the document forged." },
      { code: "no_face", step: "liveness", message: "The liveness step failed." },
    ],
  };
  expect(forToken("verification", body)).toMatchObject({
    decision_reasons: [
      { code: "not_accepted", step: "document", message: "This could not be accepted." },
      { code: "no_face", step: "liveness", message: expect.stringContaining("Look into the camera") },
    ],
  });
});

it("a value that a view does not know is not returned", () => {
  expect(() => forToken("liveness", { ...exampleOf("liveness"), is_live: "perhaps" })).toThrow();
});
