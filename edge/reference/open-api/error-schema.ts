import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS, ERROR_TYPES } from "../../http/status.ts";
import { idOf } from "../../schemas/common.ts";
import { ERROR_TEXTS } from "./error-texts.ts";

const types = Object.values(ERROR_TYPES) as [string, ...string[]];
const param = z.string().optional().describe("The parameter, field, file or header that is refused.");

const issues = z
  .array(z.string())
  .optional()
  .describe("What is wrong with a capture (`face_quality_too_low`), in the order of `quality.issues`.");

/** A refusal (contract §9.1). */
export const errorSchema = z
  .object({
    error: z.object({
      type: z.enum([...new Set(types)]),
      code: z.enum(ERROR_CODES),
      message: z.string().describe("For a developer, not for an end user."),
      param,
      issues,
      request_id: idOf("request"),
      doc_url: z.url(),
    }),
  })
  .meta({ id: "Error", description: "A refusal." });

/** A refusal under `Accept: application/problem+json` (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.url(),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(ERROR_CODES),
    param,
    issues,
    request_id: idOf("request"),
  })
  .meta({ id: "Problem", description: "A refusal as RFC 9457 has it." });

/** One example of each code, as components. */
export const errorExamples = Object.fromEntries(
  ERROR_CODES.map((code) => [
    code,
    {
      summary: ERROR_TEXTS[code],
      value: {
        error: {
          type: ERROR_TYPES[ERROR_STATUS[code]],
          code,
          message: ERROR_TEXTS[code],
          request_id: "req_01JPA71B2M4P6R8T0V2X4Z6B8D",
          doc_url: `https://selfsame.example/docs#${code}`,
        },
      },
    },
  ]),
);

/** The content of an answer with one of these codes. */
export function errorContent(allowed: readonly ErrorCode[]) {
  const code = { properties: { code: { enum: allowed } } };
  const error = { properties: { error: code } };
  const examples = Object.fromEntries(
    allowed.map((name) => [name, { $ref: `#/components/examples/${name}` }]),
  );
  const narrowed = (name: string, by: object) => ({ allOf: [{ $ref: `#/components/schemas/${name}` }, by] });
  return {
    "application/json": { schema: narrowed("Error", error), examples },
    "application/problem+json": { schema: narrowed("Problem", code) },
  };
}
