import { html } from "hono/html";
import type { ErrorCode } from "../../core/errors.ts";
import { tooSmallText } from "../../core/image-size.ts";
import { ERROR_STATUS } from "../../http/status.ts";
import { componentName, type JsonSchema } from "../open-api/json-schema.ts";
import type {
  OpenApiDocument,
  OperationObject,
  ParameterObject,
  ResponseObject,
} from "../open-api/open-api.ts";
import {
  codeView,
  exampleView,
  type Html,
  inline,
  prose,
  rowsView,
  schemaView,
  sectionView,
  typeView,
} from "./parts.ts";
import { credentialsOf } from "./schema-text.ts";

/** One operation: its callers, then examples of call and response, then its input and its responses. */
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
  const { operationId: id, summary, description } = operation;
  return sectionView(
    { id, kind: "operation" },
    html`<div class="about"><h3><a href="#${id}">${summary}</a></h3>
<p><code class="path"><span class="method">${method.toUpperCase()}</span> ${path}</code></p>
${description ? prose(description) : ""}
<p class="credential">Credential: ${credentialsOf(operation)}</p></div>
<div class="examples">${samplesView(operation)}
<div class="answers">${answers.map(([status, response]) => answerExample(status, response))}${errorExample(operation, components)}</div></div>
<div class="fields">${parameters.length > 0 ? html`<h4>Parameters and headers</h4>${parametersView(parameters)}` : ""}${bodyView(operation)}
<h4>Responses</h4>
<dl>${answers.map(([status, response]) => responseView(status, response))}</dl></div>`,
  );
}

/** The call in each language. The page's script shows one of them, and the buttons to choose it. */
function samplesView({ "x-codeSamples": samples = [] }: OperationObject): Html {
  const tabs = samples.map(({ label }) => html`<button type="button">${label}</button>`);
  return html`${samples.length > 1 ? html`<div class="tabs" hidden>${tabs}</div>` : ""}${samples.map(
    ({ label, source }) =>
      html`<div class="sample" data-label="${label}"><h4>${label}</h4>${codeView(source)}</div>`,
  )}`;
}

/** A request to a tenant's endpoint. */
export function webhookView(
  { components }: OpenApiDocument,
  type: string,
  { post }: { readonly post: OperationObject },
): Html {
  const [body] = Object.values(post.requestBody?.content ?? {});
  const schema = body?.schema ?? {};
  const namedBy = (each: JsonSchema) =>
    each.$ref === undefined ? each : components.schemas[componentName(each.$ref)]!;
  const { data = {} } = namedBy(schema).properties ?? {};
  return sectionView(
    { id: type, kind: "operation" },
    html`<div class="about"><h3><a href="#${type}"><code>${type}</code></a></h3>
<p>${inline(post.summary)}</p><p>Body: ${typeView(schema)}</p></div>
<div class="examples"><h4>Body</h4>${exampleView(body?.example)}</div>
<div class="fields"><h4>Fields of <code>data</code></h4>${schemaView(namedBy(data))}</div>`,
  );
}

/** Of a request to the service, where the required ones are marked; or of one that it sends. */
export function parametersView(parameters: readonly ParameterObject[], isInput = true): Html {
  const rows = parameters.map(({ name, required, description, schema }) => ({
    name,
    required,
    schema: { ...schema, description },
  }));
  return rowsView(rows, isInput);
}

function bodyView({ requestBody }: OperationObject): Html {
  return html`${Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema = {} }]) => html`<h4>Body, <code>${type}</code></h4>${schemaView(schema, true)}`,
  )}`;
}

function responseView(status: string, { description, content = {} }: ResponseObject): Html {
  const [[type, { schema, examples } = {}] = []] = Object.entries(content);
  const codes = Object.keys(examples ?? {});
  if (codes.length > 0) {
    const links = codes.map((code) => html` <a href="#${code}"><code>${code}</code></a>`);
    return html`<dt>${status}</dt><dd class="codes">${links}</dd>`;
  }
  const body = schema === undefined ? (type ?? "") : typeView(schema as JsonSchema);
  return html`<dt>${status} ${body}</dt><dd>${inline(description)}</dd>`;
}

function answerExample(status: string, { content = {} }: ResponseObject): Html | "" {
  const example = content["application/json"]?.example;
  return example === undefined ? "" : html`<h4>Response ${status}</h4>${exampleView(example)}`;
}

/** The error that such a call meets most often, a small photo or a missing field. */
function likelyError({
  requestBody,
}: OperationObject): { code: ErrorCode; message: string; param: string } | null {
  const { "multipart/form-data": form, "application/json": json } = requestBody?.content ?? {};
  const [[param, { contentType = "" } = {}] = [""]] = Object.entries(form?.encoding ?? {});
  if (contentType.includes("image/")) {
    return { code: "image_too_small", message: tooSmallText(param, { width: 160, height: 120 }), param };
  }
  const [required] = json?.schema?.required ?? [];
  return required === undefined
    ? null
    : { code: "missing_parameter", message: `${required} is required.`, param: required };
}

function errorExample(operation: OperationObject, { examples }: OpenApiDocument["components"]): Html | "" {
  const shown = likelyError(operation);
  if (shown === null) return "";
  const { code, message, param } = shown;
  const { error } = examples[code]!.value;
  const { request_id, doc_url, type } = error;
  const body = { error: { type, code, message, param, request_id, doc_url } };
  return html`<h4>Response ${ERROR_STATUS[code]}</h4>${exampleView(body)}`;
}
