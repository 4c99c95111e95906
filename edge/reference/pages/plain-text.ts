import { ERROR_CODES } from "../../core/errors.ts";
import { ERROR_STATUS } from "../../http/status.ts";
import { REASON_ENTRIES } from "../../schemas/reasons.ts";
import { ERROR_TEXTS } from "../open-api/error-texts.ts";
import type { JsonSchema } from "../open-api/json-schema.ts";
import type { OpenApiDocument, OperationObject, ResponseObject } from "../open-api/open-api.ts";
import { credentialsOf, propertyRows, typeText } from "./schema-text.ts";

/** The whole API in plain text for language models (llmstxt.org): the document, rendered as Markdown. */
export function renderText(document: OpenApiDocument): string {
  const { info, tags, paths, components, webhooks } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return [
    `# ${info.title}`,
    info.description,
    "Other forms: the [OpenAPI 3.1 document](/openapi.json) and the [reference as a page](/docs).",
    ...tags.flatMap(({ name, description }) => [
      `## ${name}`,
      description,
      ...operations
        .filter(({ operation }) => operation.tags.includes(name))
        .map(({ method, path, operation }) => operationText(method, path, operation)),
      ...Object.entries(webhooks)
        .filter(([, { post }]) => post.tags.includes(name))
        .map(([type, { post }]) => `- \`${type}\`: ${post.summary} Body: ${contentText(post.requestBody)}`),
    ]),
    "## Schemas",
    ...Object.entries(components.schemas).map(([name, schema]) => schemaText(name, schema)),
    "## Error codes",
    ERROR_CODES.map((code) => `- \`${code}\` (${ERROR_STATUS[code]}): ${ERROR_TEXTS[code]}`).join("\n"),
    "## Decision reasons",
    REASON_ENTRIES.map(({ code, source, text }) => `- \`${code}\` (${source}): ${text}`).join("\n"),
    "",
  ].join("\n\n");
}

function operationText(method: string, path: string, operation: OperationObject): string {
  const { summary, description, parameters, requestBody, responses } = operation;
  const named = parameters.flatMap((each) => ("name" in each ? [`\`${each.name}\` (${each.in})`] : []));
  return [
    `### ${method.toUpperCase()} ${path}`,
    `${summary}. ${description ?? ""}`.trim(),
    [
      `- Credential: ${credentialsOf(operation)}`,
      ...(named.length > 0 ? [`- Parameters: ${named.join(", ")}`] : []),
      ...Object.entries(requestBody?.content ?? {}).map(
        ([type, { schema = {} }]) => `- Body (${type}):\n${rowsText(schema, "  ")}`,
      ),
      ...Object.entries(responses).map(([status, response]) => `- ${status}: ${responseText(response)}`),
    ].join("\n"),
  ].join("\n\n");
}

function responseText({ description, content = {} }: ResponseObject): string {
  const codes = Object.keys(Object.values(content)[0]?.examples ?? {});
  return codes.length > 0 ? codes.join(", ") : `${description} ${contentText({ content })}`.trim();
}

function contentText(body: Pick<ResponseObject, "content"> | undefined): string {
  const [type, media] = Object.entries(body?.content ?? {})[0] ?? ["", undefined];
  return media?.schema === undefined ? type : typeText(media.schema);
}

function schemaText(name: string, schema: JsonSchema): string {
  return `### ${name}\n\n${schema.description ?? ""}\n\n${rowsText(schema, "")}`;
}

function rowsText(schema: JsonSchema, indent: string): string {
  return propertyRows(schema)
    .map(({ name, required, schema: inner }) => {
      const meaning = inner.description === undefined ? "" : `: ${inner.description}`;
      return `${indent}- \`${name}\` (${typeText(inner)}${required ? "" : ", optional"})${meaning}`;
    })
    .join("\n");
}
