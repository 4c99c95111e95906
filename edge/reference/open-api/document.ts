import type { Principal } from "../../auth/principal.ts";
import { ERROR_CODES, type ErrorCode } from "../../core/errors.ts";
import {
  type AnswerSpec,
  type FormBody,
  pathParametersOf,
  type Route,
  type RouteGroup,
} from "../../http/route.ts";
import { ERROR_STATUS, ERROR_TYPES, type ErrorStatus } from "../../http/status.ts";
import { errorContent, errorExamples, errorSchema, problemSchema } from "./error-schema.ts";
import { contentOf } from "./example.ts";
import { HEADERS, headersOf } from "./headers.ts";
import { type JsonSchema, SchemaWriter } from "./json-schema.ts";
import type { OpenApiDocument, OperationObject, ParameterObject, ResponseObject } from "./open-api.ts";
import { INFO, SECURITY_SCHEMES, WEBHOOKS_DESCRIPTION } from "./prose.ts";
import { refusalsOf } from "./refusals.ts";
import { IMAGE, samplesOf } from "./samples.ts";
import { webhooksObject } from "./webhooks.ts";

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description:
    "Makes a retry safe: for 24 hours, a call with the same key and body returns the stored response without repeating the work.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
} as const satisfies ParameterObject;

const PRIORITY = {
  name: "Priority",
  in: "header",
  required: false,
  description:
    "RFC 9218. With a secret key, `u=7` marks a background call, such as a backfill. It runs after interactive calls. Other values are ignored.",
  schema: { type: "string" },
} as const satisfies ParameterObject;

const IF_NONE_MATCH = {
  name: "If-None-Match",
  in: "header",
  required: false,
  description: "The `ETag` of your last answer. Returns 304 without a body while nothing has changed.",
  schema: { type: "string" },
} as const satisfies ParameterObject;

/** The security scheme of each kind of caller. */
const SCHEMES: Readonly<Record<Principal["kind"], keyof typeof SECURITY_SCHEMES>> = {
  secret_key: "secretKey",
  session_token: "sessionToken",
  link: "captureLink",
  handoff: "handoffCode",
};

/** The OpenAPI 3.1 document of these routes and of every event type. */
export function writeDocument(groups: readonly RouteGroup[]): OpenApiDocument {
  const writer = new SchemaWriter();
  writer.answer(errorSchema);
  writer.answer(problemSchema);
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const { tag, routes } of groups) {
    for (const route of routes) {
      const path = route.path.replace(/:(\w+)/g, "{$1}");
      paths[path] = { ...paths[path], [route.method]: writeOperation(writer, tag, route) };
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

function writeOperation(writer: SchemaWriter, tag: string, route: Route): OperationObject {
  const { id, summary, description, callers, scope, json, form } = route;
  return {
    operationId: id,
    tags: [tag],
    summary,
    "x-codeSamples": samplesOf(route),
    ...(description && { description }),
    ...(scope && { "x-scopes": [scope] }),
    security: callers === "anybody" ? [] : callers.map((kind) => ({ [SCHEMES[kind]]: [] })),
    parameters: writeParameters(writer, route),
    ...(json && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: writer.request(json.schema), example: json.example } },
      },
    }),
    ...(form && {
      requestBody: {
        required: true,
        content: { "multipart/form-data": { schema: writeForm(writer, form), encoding: encodingOf(form) } },
      },
    }),
    responses: writeResponses(writer, route),
  };
}

function writeParameters(writer: SchemaWriter, route: Route) {
  const { id, path, parameters = {}, query, form } = route;
  const inPath = pathParametersOf(path).map((name): ParameterObject => {
    const description = parameters[name];
    if (description === undefined) throw new Error(`${id} does not say what ${name} is.`);
    return { name, in: "path", required: true, description, schema: { type: "string" } };
  });
  const inQuery = Object.entries(query?.shape ?? {}).map(([name, schema]): ParameterObject => {
    const { description, ...rest } = writer.parameter(schema);
    if (description === undefined) throw new Error(`${id} does not say what ${name} is.`);
    return { name, in: "query", required: !schema.safeParse(undefined).success, description, schema: rest };
  });
  const keyed = route.isKeyed ? [{ $ref: "#/components/parameters/IdempotencyKey" as const }] : [];
  const urgent = form === undefined ? [] : [{ $ref: "#/components/parameters/Priority" as const }];
  const conditional = route.conditional ? [{ $ref: "#/components/parameters/IfNoneMatch" as const }] : [];
  return [...inPath, ...inQuery, ...keyed, ...urgent, ...conditional];
}

const encodingOf = ({ files, file: { contentType } = IMAGE }: FormBody) =>
  Object.fromEntries(files.map((name) => [name, { contentType }]));

function writeForm(
  writer: SchemaWriter,
  { files, required, fields, file: { description } = IMAGE }: FormBody,
): JsonSchema {
  const written = writer.request(fields);
  const file = { type: "string", contentMediaType: "application/octet-stream", description };
  return {
    type: "object",
    properties: { ...Object.fromEntries(files.map((name) => [name, file])), ...written.properties },
    required: [...required, ...(written.required ?? [])],
    additionalProperties: false,
  };
}

function writeResponses(writer: SchemaWriter, route: Route) {
  const { answer, conditional = false } = route;
  const empty = { ...route.empty, ...(conditional && { 304: "Nothing has changed." }) };
  const kind = { guarded: route.callers !== "anybody", keyed: route.isKeyed, conditional };
  const responses: Record<string, ResponseObject> = {
    [answer.status]: {
      description: answer.description,
      headers: headersOf(answer.status, kind),
      ...writeContent(writer, answer),
    },
  };
  for (const [status, description] of Object.entries(empty)) {
    responses[status] = { description, headers: headersOf(Number(status), kind) };
  }
  for (const [status, codes] of byStatus(refusalsOf(route))) {
    responses[status] = {
      description: ERROR_TYPES[status],
      headers: headersOf(status, kind),
      content: errorContent(codes),
    };
  }
  return responses;
}

function writeContent(writer: SchemaWriter, { schema, forToken, mediaType, example }: AnswerSpec) {
  if (mediaType !== undefined) {
    return { content: Object.fromEntries([mediaType].flat().map((type) => [type, {}])) };
  }
  if (schema === undefined) return {};
  const full = writer.answer(schema);
  const same = forToken === undefined || forToken === schema;
  const shown = same ? full : { anyOf: [full, writer.answer(forToken)] };
  return {
    content: {
      "application/json": { ...contentOf(writer, schema), ...(example && { example }), schema: shown },
    },
  };
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
