import type { z } from "zod";
import type { ErrorCode } from "../errors.ts";
import type { UploadSpec } from "./body/multipart.ts";

/**
 * One operation for the reference. `edge/reference/open-api/refusals.ts` adds the refusals that follow from
 * the operation's shape.
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
  /** Whether the answer has an `ETag`, and is 304 to a call whose `If-None-Match` names it. */
  readonly conditional?: boolean;
  /**
   * Whether it is a POST without an Idempotency-Key: one that asks with a body, or deletes what the body
   * names. Repeating it changes nothing more.
   */
  readonly unkeyed?: true;
  /** Who may call it, where that is not a secret key and what `auth/scopes.ts` opens to a token. */
  readonly callers?: readonly Caller[];
  readonly answer: ResponseSpec;
  /** Further statuses without a body, each with its occasion. */
  readonly empty?: Readonly<Record<number, string>>;
  /** The operation's own refusals. */
  readonly errors?: readonly ErrorCode[];
}

/** Whether repeating it is made safe by an Idempotency-Key. */
export const isKeyed = ({ method, unkeyed }: Operation): boolean => method === "post" && unkeyed !== true;

/** A credential, by its name in the reference. */
export type Caller = "secretKey" | "sessionToken" | "captureLink" | "handoffCode";

export interface FormBody {
  readonly spec: UploadSpec;
  /** Files that the form must have; the others are optional. */
  readonly required: readonly string[];
  /** The form's fields, by the names of the spec. */
  readonly fields: z.ZodObject;
}

interface ResponseSpec {
  readonly status: 200 | 201 | 204;
  readonly description: string;
  /** The schema of a JSON body. */
  readonly schema?: z.ZodType;
  /** The schema of the view for a session token, where a token may call the operation. */
  readonly forToken?: z.ZodType;
  /** The media type of a body other than JSON. */
  readonly mediaType?: string | readonly string[];
}

/** Operations that stand together in the reference. */
export interface OperationGroup {
  readonly tag: string;
  readonly description: string;
  readonly operations: readonly Operation[];
}
