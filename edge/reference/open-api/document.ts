import { openedTo } from "../../auth/scopes.ts";
import { ERROR_CODES, type ErrorCode } from "../../errors.ts";
import { UPLOAD_LIMITS } from "../../http/body/multipart.ts";
import { ERROR_STATUS, ERROR_TYPES, type ErrorStatus } from "../../http/errors/status.ts";
import {
  type Caller,
  type FormBody,
  isKeyed,
  type Operation,
  type OperationGroup,
} from "../../http/operation.ts";
import { errorContent, errorExamples, errorSchema, problemSchema } from "./error-schema.ts";
import { HEADERS, headersOf } from "./headers.ts";
import { type JsonSchema, SchemaWriter } from "./json-schema.ts";
import type { OpenApiDocument, OperationObject, ParameterObject, ResponseObject } from "./open-api.ts";
import { INFO, SECURITY_SCHEMES, WEBHOOKS_DESCRIPTION } from "./prose.ts";
import { isGuarded, refusalsOf } from "./refusals.ts";
import { webhooksObject } from "./webhooks.ts";

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes it safe to try again: for 24 hours a repetition with the same key and body gets the kept answer and does nothing.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
} as const satisfies ParameterObject;

const PRIORITY = {
  name: "Priority",
  in: "header",
  required: false,
  description:
    "RFC 9218. With a secret key `u=7` says that nobody waits for the answer, as in a backfill: the call goes after those that somebody waits for. Anything else is ignored.",
  schema: { type: "string" },
} as const satisfies ParameterObject;

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` of the answer that the caller holds: 304 without a body while it holds still.",
  schema: { type: "string" },
} as const satisfies ParameterObject;

/** The OpenAPI 3.1 document of these operations and of every event type. */
export function writeDocument(groups: readonly OperationGroup[]): OpenApiDocument {
  const writer = new SchemaWriter();
  writer.answer(errorSchema);
  writer.answer(problemSchema);
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const { tag, operations } of groups) {
    for (const operation of operations) {
      const path = operation.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [operation.method]: writeOperation(writer, tag, operation) };
    }
  }
  const webhooks = webhooksObject(writer);
  return {
    openapi: "3.1.1",
    info: INFO,
    servers: [{ url: "/", description: "The host that serves this document." }],
    tags: [
      ...groups.map(({ tag, description }) => ({ name: tag, description })),
      { name: "Webhooks", description: WEBHOOKS_DESCRIPTION },
    ],
    paths,
    webhooks,
    components: {
      schemas: writer.components,
      headers: HEADERS,
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY, IfNoneMatch: IF_NONE_MATCH, Priority: PRIORITY },
      examples: errorExamples,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function writeOperation(writer: SchemaWriter, tag: string, operation: Operation): OperationObject {
  const guarded = isGuarded(operation);
  const takesTokens = guarded && openedOf(operation).session_token !== undefined;
  const { json, form } = operation;
  return {
    operationId: operation.id,
    tags: [tag],
    summary: operation.summary,
    ...(operation.description && { description: operation.description }),
    security: guarded ? callersOf(operation, takesTokens).map((caller) => ({ [caller]: [] })) : [],
    parameters: writeParameters(writer, operation),
    ...(json && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: writer.request(json.schema), example: json.example } },
      },
    }),
    ...(form && {
      requestBody: {
        required: true,
        content: { "multipart/form-data": { schema: writeForm(writer, operation.id, form) } },
      },
    }),
    responses: writeResponses(writer, operation, takesTokens),
  };
}

const openedOf = ({ method, path }: Operation) => openedTo(method.toUpperCase(), path);

function callersOf({ callers }: Operation, takesTokens: boolean): readonly Caller[] {
  return callers ?? ["secretKey", ...(takesTokens ? (["sessionToken"] as const) : [])];
}

function writeParameters(writer: SchemaWriter, operation: Operation) {
  const { path, parameters = {}, query, form } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]): ParameterObject => {
    const description = parameters[name];
    if (description === undefined) throw new Error(`${operation.id} does not say what ${name} is.`);
    return { name, in: "path", required: true, description, schema: { type: "string" } };
  });
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]): ParameterObject => {
    const { description, ...rest } = writer.parameter(schema);
    if (description === undefined) throw new Error(`${operation.id} does not say what ${name} is.`);
    return { name, in: "query", required: !schema.safeParse(undefined).success, description, schema: rest };
  });
  const keyed = isKeyed(operation) ? [{ $ref: "#/components/parameters/IdempotencyKey" as const }] : [];
  const urgent = form === undefined ? [] : [{ $ref: "#/components/parameters/Priority" as const }];
  const held = operation.conditional ? [{ $ref: "#/components/parameters/IfNoneMatch" as const }] : [];
  return [...inPath, ...inQuery, ...keyed, ...urgent, ...held];
}

function writeForm(writer: SchemaWriter, id: string, { spec, required, fields }: FormBody): JsonSchema {
  const written = writer.request(fields);
  const described = Object.keys(written.properties ?? {});
  if ([...described].sort().join() !== [...spec.fields].sort().join()) {
    throw new Error(`${id} describes other fields than its form takes.`);
  }
  const description = `JPEG, PNG or WebP, at most ${UPLOAD_LIMITS.fileBytes / 2 ** 20} MiB.`;
  const file = { type: "string", contentMediaType: "application/octet-stream", description };
  return {
    type: "object",
    properties: { ...Object.fromEntries(spec.files.map((name) => [name, file])), ...written.properties },
    required: [...required, ...(written.required ?? [])],
    additionalProperties: false,
  };
}

function writeResponses(writer: SchemaWriter, operation: Operation, takesTokens: boolean) {
  const { answer, conditional = false } = operation;
  const empty = { ...operation.empty, ...(conditional && { 304: "Nothing has changed." }) };
  const kind = { guarded: isGuarded(operation), keyed: isKeyed(operation), conditional };
  const responses: Record<string, ResponseObject> = {
    [answer.status]: {
      description: answer.description,
      headers: headersOf(answer.status, kind),
      ...writeContent(writer, operation, takesTokens),
    },
  };
  for (const [status, description] of Object.entries(empty)) {
    responses[status] = { description, headers: headersOf(Number(status), kind) };
  }
  for (const [status, codes] of byStatus(refusalsOf(operation, openedOf(operation)))) {
    responses[status] = {
      description: ERROR_TYPES[status],
      headers: headersOf(status, kind),
      content: errorContent(codes),
    };
  }
  return responses;
}

function writeContent(writer: SchemaWriter, { id, answer }: Operation, takesTokens: boolean) {
  if (answer.mediaType !== undefined) {
    return { content: Object.fromEntries([answer.mediaType].flat().map((type) => [type, {}])) };
  }
  if (answer.schema === undefined) return {};
  const full = writer.answer(answer.schema);
  if (takesTokens !== (answer.forToken !== undefined)) {
    throw new Error(`${id} does not say what a session token is answered, or says it though none may call.`);
  }
  const same = answer.forToken === undefined || answer.forToken === answer.schema;
  const schema = same ? full : { anyOf: [full, writer.answer(answer.forToken)] };
  return { content: { "application/json": { schema } } };
}

/** In the order of the table of codes. */
function byStatus(codes: ReadonlySet<ErrorCode>): Map<ErrorStatus, ErrorCode[]> {
  const grouped = new Map<ErrorStatus, ErrorCode[]>();
  for (const code of ERROR_CODES) {
    if (!codes.has(code)) continue;
    grouped.set(ERROR_STATUS[code], [...(grouped.get(ERROR_STATUS[code]) ?? []), code]);
  }
  return grouped;
}
