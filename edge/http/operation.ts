import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { UploadSpec } from "./body/multipart.ts";

/**
 * One operation for the reference. Refusals that follow from its shape are in
 * `edge/reference/open-api/refusals.ts`.
 */
export interface Operation {
  readonly method: "get" | "post" | "delete";
  /** The whole path as Hono knows it, such as `/v1/sessions/:jti`. */
  readonly path: string;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The meaning of each `:name` of the path. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: z.ZodObject;
  readonly json?: { readonly schema: z.ZodType; readonly example: object };
  readonly form?: FormBody;
  readonly answer: ResponseSpec;
  /** Statuses without a body besides the answer's, and when they come. */
  readonly empty?: Readonly<Record<number, string>>;
  /** The operation's own refusals. */
  readonly errors?: readonly ErrorCode[];
}

export interface FormBody {
  readonly spec: UploadSpec;
  /** Files that must be there; the others may be. */
  readonly required: readonly string[];
  /** The form's fields, by the names of the spec. */
  readonly fields: z.ZodObject;
}

interface ResponseSpec {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  /** Of a JSON body. */
  readonly schema?: z.ZodType;
  /** Of the same for a session token, where that may call the operation. */
  readonly forToken?: z.ZodType;
  /** Of a body that is not JSON. */
  readonly mediaType?: string | readonly string[];
}

/** Operations that are told of together. */
export interface OperationGroup {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}
