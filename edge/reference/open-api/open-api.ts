import type { OperationScope } from "../../../vocabulary/key-scopes.ts";
import type { JsonSchema } from "./json-schema.ts";

/** The part of OpenAPI 3.1.1 that this service writes. */
export interface OpenApiDocument {
  readonly openapi: "3.1.1";
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string; readonly description: string }[];
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: OperationObject }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly headers: Readonly<Record<string, object>>;
    readonly parameters: Readonly<Record<string, ParameterObject>>;
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: ErrorBody }>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
}

export interface OperationObject {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  /** The call in each language; absent for a webhook. */
  readonly "x-codeSamples"?: readonly CodeSample[];
  /** The scopes that a restricted key needs; absent if no key may call. */
  readonly "x-scopes"?: readonly OperationScope[];
  /** Alternative ways to authenticate; empty for an open operation. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly (ParameterObject | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, ResponseObject>>;
}

/** An extension that renderers of OpenAPI documents know. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

export interface Reference {
  readonly $ref: string;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference | object>>;
  readonly content?: Content;
}

/** The body of an error, as the examples have it. */
interface ErrorBody {
  readonly error: Readonly<Record<"type" | "code" | "message" | "request_id" | "doc_url", string>>;
}

interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: object;
  /** Of a form: the media types of each file. */
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

type Content = Readonly<Record<string, MediaType>>;
