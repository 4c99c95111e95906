import { html } from "hono/html";
import type { JsonSchema } from "../open-api/json-schema.ts";
import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "../open-api/open-api.ts";
import { codeView, exampleView, type Html, inline, prose, rowsView, schemaView, typeView } from "./parts.ts";
import { credentialsOf } from "./schema-text.ts";

/** One operation: its callers, its input, its answers, and examples of all. */
export function operationView(
  { components }: OpenApiDocument,
  method: string,
  path: string,
  operation: OperationObject,
): Html {
  const parameters = operation.parameters.map((each) =>
    "$ref" in each ? components.parameters[each.$ref.split("/").at(-1)!]! : each,
  );
  const answers = Object.entries(operation.responses);
  return html`<section id="${operation.operationId}" class="operation"><div>
<h3>${operation.summary}</h3>
<p><code><span class="method">${method.toUpperCase()}</span> ${path}</code></p>
${operation.description ? prose(operation.description) : ""}
<p>Credential: ${credentialsOf(operation)}</p>
${parametersView(parameters)}${bodyView(operation)}
<h4>Answers</h4>
<dl>${answers.map(([status, response]) => responseView(status, response))}</dl>
</div><div class="examples">
${operation["x-codeSamples"]?.map(({ label, source }) => html`<h4>${label}</h4>${codeView(source)}`)}
${answers.map(([status, response]) => answerExample(status, response))}
</div></section>`;
}

/** A request to a tenant's endpoint. */
export function webhookView(type: string, { post }: { readonly post: OperationObject }): Html {
  const [body] = Object.values(post.requestBody?.content ?? {});
  return html`<section id="${type}" class="operation"><div><h3><code>${type}</code></h3>
<p>${inline(post.summary)}</p><p>Body: ${body?.schema ? typeView(body.schema) : ""}</p></div>
<div class="examples"><h4>Body</h4>${exampleView(body?.example)}</div></section>`;
}

export function parametersView(parameters: readonly ParameterObject[]): Html {
  if (parameters.length === 0) return html``;
  const rows = parameters.map(({ name, required, description, schema }) => ({
    name,
    required,
    schema: { ...schema, description },
  }));
  return html`<h4>Parameters and headers</h4>${rowsView(rows)}`;
}

function bodyView({ requestBody }: OperationObject): Html {
  return html`${Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema = {} }]) => html`<h4>Body, <code>${type}</code></h4>${schemaView(schema)}`,
  )}`;
}

function responseView(status: string, { description, content = {} }: ResponseObject): Html {
  const [[type, { schema, examples } = {}] = []] = Object.entries(content);
  const codes = Object.keys(examples ?? {});
  if (codes.length > 0) {
    const links = codes.map((code) => html` <a href="#${code}"><code>${code}</code></a>`);
    return html`<dt>${status}</dt><dd>${links}</dd>`;
  }
  const body = schema === undefined ? (type ?? "") : typeView(schema as JsonSchema);
  return html`<dt>${status} ${body}</dt><dd>${inline(description)}</dd>`;
}

function answerExample(status: string, { content = {} }: ResponseObject): Html | "" {
  const example = content["application/json"]?.example;
  return example === undefined ? "" : html`<h4>Answer ${status}</h4>${exampleView(example)}`;
}
