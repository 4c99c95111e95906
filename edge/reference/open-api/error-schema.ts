import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import { ERROR_STATUS, ERROR_TYPES } from "../../http/status.ts";
import { idOf } from "../../schemas/common.ts";
import { ERROR_TEXTS } from "./error-texts.ts";

const types = Object.values(ERROR_TYPES) as [string, ...string[]];
const param = z.string().optional().describe("The parameter, field, file or header at fault.");

const issues = z
  .array(z.string())
  .optional()
  .describe("With `face_quality_too_low`: what is wrong with the image.");

const errors = z
  .array(
    z.object({
      code: z.enum(ERROR_CODES).describe("The fault's error code."),
      param: z.string().describe("The parameter at fault; empty for the body itself."),
      message: z.string().describe("What is wrong and what to do, for a developer."),
    }),
  )
  .optional()
  .describe("All faults of a request that has several, ten at most. The first is the error itself.");

const code = z.enum(ERROR_CODES).describe("The error code. It does not change within `/v1`.");
const requestId = idOf("request").describe("The request's id, as in the header `X-Request-Id`.");

/** A rejection (contract §9.1). */
export const errorSchema = z
  .object({
    error: z
      .object({
        type: z.enum([...new Set(types)]).describe("The group of the error, by its status."),
        code,
        message: z.string().describe("What is wrong and what to do, for a developer."),
        param,
        issues,
        errors,
        request_id: requestId,
        doc_url: z.url().describe("The code's entry on this page."),
      })
      .describe("The error."),
  })
  .meta({ id: "Error", description: "An error." });

/** A rejection under `Accept: application/problem+json` (RFC 9457). */
export const problemSchema = z
  .object({
    type: z.url().describe("The code's entry on this page."),
    title: z.string().describe("The code in words."),
    status: z.int().describe("The HTTP status."),
    detail: z.string().describe("What is wrong and what to do, for a developer."),
    code,
    param,
    issues,
    errors,
    request_id: requestId,
  })
  .meta({
    id: "Problem",
    description: "An error in the format of RFC 9457, returned for `Accept: application/problem+json`.",
  });

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
