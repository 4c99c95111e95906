import { html } from "hono/html";
import type { JsonSchema } from "../open-api/json-schema.ts";
import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "../open-api/open-api.ts";
import { exampleView, type Html, inline, prose, rowsView, schemaView, typeView } from "./parts.ts";

/** One operation: its callers, its input and its answers. */
export function operationView(
  { components }: OpenApiDocument,
  method: string,
  path: string,
  operation: OperationObject,
): Html {
  const parameters = operation.parameters.map((each) =>
    "$ref" in each ? components.parameters[each.$ref.split("/").at(-1)!]! : each,
  );
  return html`<section id="${operation.operationId}">
<h3>${operation.summary}</h3>
<p><code><span class="method">${method.toUpperCase()}</span> ${path}</code></p>
${operation.description ? prose(operation.description) : ""}
<p>${callers(operation)}</p>
${parametersView(parameters)}${bodyView(operation)}
<h4>Answers</h4>
<dl>${Object.entries(operation.responses).map(([status, response]) => responseView(status, response))}</dl>
</section>`;
}

/** A request to a tenant's endpoint. */
export function webhookView(type: string, { post }: { readonly post: OperationObject }): Html {
  const [body] = Object.values(post.requestBody?.content ?? {});
  return html`<section id="${type}"><h3><code>${type}</code></h3>
<p>${inline(post.summary)} Body: ${body?.schema ? typeView(body.schema) : ""}</p></section>`;
}

function callers({ security = [] }: OperationObject): string {
  if (security.length === 0) return "Open to all.";
  return security.some((each) => "sessionToken" in each) ? "Secret key or session token." : "Secret key.";
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
    ([type, { schema = {}, example }]) =>
      html`<h4>Body, <code>${type}</code></h4>${schemaView(schema)}${example ? exampleView(example) : ""}`,
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
