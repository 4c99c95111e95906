import { componentName, type JsonSchema } from "#edge/reference/open-api/json-schema.ts";
import type { OpenApiDocument, OperationObject, ParameterObject } from "#edge/reference/open-api/open-api.ts";
import { briefly } from "./briefly.ts";
import { declarations } from "./declarations.ts";
import { errorTypes } from "./errors.ts";
import { commentText, typeText } from "./type-text.ts";
import { withWordTypes, wordTypes } from "./words.ts";

const HEADER = "// Written by `npm run generate` from the OpenAPI document. Do not edit.\n";

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** The generated modules of `sdk/gen/`, by file name. */
export function modulesOf(document: OpenApiDocument): Readonly<Record<string, string>> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      // The reference is for people and generators.
      .filter(([, { tags }]) => !tags.includes("Reference"))
      .map(([method, operation]) => ({ method, path, operation })),
  );
  return {
    "schemas.ts": schemasModule(document),
    "operations.ts": operationsModule(document, operations),
    "errors.ts": `${HEADER}\n${errorTypes()}`,
  };
}

/** Rejections are thrown as errors, whose types `errors.ts` is for. */
const REFUSALS: readonly string[] = ["Error", "Problem"];

function schemasModule({ components, webhooks }: OpenApiDocument): string {
  const events = eventUnion({ webhooks }).split(" | ");
  const sent = new Set(events.flatMap((name) => [name, dataOf(components.schemas[name]!)]));
  const schemas = Object.entries(components.schemas)
    .filter(([name]) => !REFUSALS.includes(name))
    // The description of an event, or of its data, repeats the type, as its member `type` does.
    .map(([name, { description, ...schema }]) => {
      return [name, briefly(sent.has(name) ? schema : { ...schema, description })] as const;
    });
  const types = withWordTypes(declarations(schemas).join("\n"), components.schemas);
  const union = `/** Every event that is sent to an endpoint; \`type\` distinguishes them. */\nexport type WebhookEvent = ${events.join(" | ")};\n\nexport type EventType = WebhookEvent["type"];\n`;
  return [HEADER, types, union, wordTypes(components.schemas)].join("\n");
}

const dataOf = ({ properties }: JsonSchema) => componentName(properties?.data?.$ref ?? "");

const eventUnion = ({ webhooks }: Pick<OpenApiDocument, "webhooks">): string =>
  Object.values(webhooks)
    .map(({ post }) => typeText(bodyOf(post)!.schema))
    .join(" | ");

const ROW = `/** Method and path of an operation, and the forms of its body and answer. */
export type OperationRow<Name extends OperationName = OperationName> = readonly [
  name: Name,
  method: string,
  path: string,
  /** Default: no body. */
  body?: "json" | "form" | undefined,
  /** Default: JSON. */
  answer?: "none" | "bytes" | undefined,
  /** "open": the operation needs no credential. */
  open?: "open",
];
`;

function operationsModule(document: OpenApiDocument, operations: readonly Described[]): string {
  const bodies = operations.flatMap(({ operation }) => {
    const body = bodyOf(operation);
    const query = queryOf(document, operation);
    return [
      ...(body === undefined ? [] : [[bodyName(operation), body.schema] as const]),
      ...(query === undefined ? [] : [[queryName(operation), query] as const]),
    ];
  });
  const types = operations.map((each) => typesOf(document, each));
  const rows = operations.map(rowOf);
  const written = [
    `/** Input and answer of each operation. */\nexport interface Operations {\n${types.join("")}}\n`,
    `/** Every operation's name. */\nexport type OperationName = ${operations.map(({ operation }) => JSON.stringify(operation.operationId)).join(" | ")};\n`,
    ROW,
    // Each is a constant of its own, so that a bundle contains only the used ones.
    rows.join(""),
    ...declarations(bodies),
  ].join("\n");
  const text = withWordTypes(written, document.components.schemas).replaceAll(
    eventUnion(document),
    "WebhookEvent",
  );
  return `${HEADER}${importsOf(text, schemasModule(document))}\n${text}`;
}

function typesOf(document: OpenApiDocument, { method, path, operation }: Described): string {
  const comment = commentText(`${method.toUpperCase()} ${path}: ${operation.summary.toLowerCase()}.`, "  ");
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => `readonly ${name}: string`);
  const { full, forToken } = answersOf(operation);
  const members = {
    path: names.length === 0 ? undefined : `{ ${names.join("; ")} }`,
    query: queryOf(document, operation) && queryName(operation),
    body: bodyOf(operation) && bodyName(operation),
    answer: full,
    answerToToken: forToken,
  };
  const lines = Object.entries(members).map(([name, type]) =>
    type ? `    readonly ${name}: ${type};\n` : "",
  );
  return `${comment}  readonly ${operation.operationId}: {\n${lines.join("")}  };\n`;
}

/** The run-time part of an operation. */
function rowOf({ method, path, operation }: Described): string {
  const { operationId: name } = operation;
  const body = bodyOf(operation);
  const { kind } = answersOf(operation);
  const row = [
    name,
    method.toUpperCase(),
    path,
    body && (body.mediaType === "application/json" ? "json" : "form"),
    kind === "json" ? undefined : kind,
    (operation.security ?? []).length > 0 ? undefined : "open",
  ];
  const written = row.slice(0, row.findLastIndex((part) => part !== undefined) + 1);
  const text = written.map((part) => (part === undefined ? "undefined" : JSON.stringify(part))).join(", ");
  return `export const ${name}: OperationRow<"${name}"> = [${text}];\n`;
}

/** A token's view has its own schema, `…ForToken`, beside the one for a secret key (contract §2.7). */
function answersOf({ operationId, security = [], responses }: OperationObject) {
  const [status, success] = Object.entries(responses).find(([code]) => code.startsWith("2"))!;
  const takesTokens = security.some((way) => "sessionToken" in way);
  if (status === "204")
    return { kind: "none", full: "undefined", forToken: takesTokens ? "undefined" : undefined };
  const schema = success.content?.["application/json"]?.schema;
  if (schema === undefined) return { kind: "bytes", full: "Uint8Array", forToken: undefined };
  if (!takesTokens) return { kind: "json", full: typeText(schema, "    "), forToken: undefined };
  const views = schema.anyOf ?? [schema, schema];
  const [full, forToken] = views.map((view) => typeText(view, "    "));
  if (views.length !== 2 || (full !== forToken && forToken !== `${full}ForToken`)) {
    throw new Error(`${operationId} returns one view for tokens and keys`);
  }
  return { kind: "json", full: full!, forToken: forToken! };
}

function bodyOf({ requestBody }: OperationObject) {
  const [entry] = Object.entries(requestBody?.content ?? {});
  if (entry?.[1].schema === undefined) return undefined;
  return { mediaType: entry[0], schema: entry[1].schema };
}

function queryOf(document: OpenApiDocument, { parameters }: OperationObject): JsonSchema | undefined {
  const inQuery = parameters
    .map((each) =>
      "$ref" in each
        ? document.components.parameters[each.$ref.split("/").at(-1)!]!
        : (each as ParameterObject),
    )
    .filter((each) => each.in === "query");
  if (inQuery.length === 0) return undefined;
  return {
    type: "object",
    properties: Object.fromEntries(
      inQuery.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: inQuery.filter(({ required }) => required).map(({ name }) => name),
  };
}

/** The names that a module imports from the schemas. */
function importsOf(text: string, schemas: string): string {
  const words = new Set(text.replaceAll(/\/\*\*.*?\*\//gs, "").match(/\w+/g));
  const exported = [...schemas.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name!);
  const used = exported.filter((name) => words.has(name));
  return `import type { Upload } from "../platform/upload.ts";\nimport type {\n${used.map((name) => `  ${name},\n`).join("")}} from "./schemas.ts";\n`;
}

const pascal = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
const bodyName = ({ operationId }: OperationObject) => `${pascal(operationId)}Body`;
const queryName = ({ operationId }: OperationObject) => `${pascal(operationId)}Query`;
