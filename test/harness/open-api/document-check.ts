import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** An answer and its request. */
export interface Exchange {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly credential: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

interface Pointed {
  readonly pointer: string;
  readonly value: Json;
}

type Json = { readonly [key: string]: Json };

const pointerKey = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/**
 * Checks responses against the OpenAPI document that the service serves: operation, status, headers, body. In
 * its schemas an object may have no undescribed property: clients must tolerate them, but the
 * service must document them.
 */
export class DocumentCheck {
  readonly #document: Json;
  readonly #operations: readonly { method: string; pattern: RegExp; at: Pointed }[];
  readonly #ajv = new Ajv2020({
    allErrors: true,
    discriminator: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
  });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: unknown) {
    addFormats.default(this.#ajv);
    this.#document = closed(document) as Json;
    this.#ajv.addVocabulary([...Object.keys(this.#document), "x-scope"]);
    this.#ajv.addSchema(this.#document, "openapi", false, false);
    this.#ajv.addSchema(restricted(this.#document) as Json, "restricted", false, false);
    this.#operations = Object.entries(this.#document.paths ?? {})
      // Of two paths that fit, the one with fewer parameters is meant.
      .sort(([a], [b]) => a.split("{").length - b.split("{").length)
      .flatMap(([path, methods]) => {
        const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace(/\{\w+\}/g, "[^/]+")}$`);
        return Object.entries(methods).map(([method, value]) => ({
          method: method.toUpperCase(),
          pattern,
          at: { pointer: `#/paths/${pointerKey(path)}/${method}`, value },
        }));
      });
  }

  /** Throws an error that names the operation and the difference between the response and the document. */
  check(exchange: Exchange): void {
    const { method, path, status } = exchange;
    const wrong = this.#faults(exchange);
    if (wrong.length === 0) return;
    const seen = `${method} ${path} → ${status}`;
    throw new Error(
      `${seen} is not what /openapi.json says:\n${wrong.map((line) => `  ${line}`).join("\n")}`,
    );
  }

  #faults({ method, path, credential, status, headers, text }: Exchange): string[] {
    const pathname = new URL(path, "http://edge").pathname;
    const asked = method === "HEAD" ? "GET" : method;
    // A described name is no id.
    const isNamed = this.#document.paths?.[pathname] !== undefined;
    const fitting = this.#operations.filter(
      ({ pattern, at }) => pattern.test(pathname) && !(isNamed && /~1\{id\}\/\w+$/.test(at.pointer)),
    );
    const operation = fitting.find((each) => each.method === asked);
    if (operation === undefined) {
      return this.#unknown(new Set(fitting.map((each) => each.method)), status, headers, text);
    }
    const responses = operation.at.value.responses as Json;
    const response = responses[status];
    if (response === undefined) return [`the status is none of ${Object.keys(responses).join(", ")}`];
    const at = this.#follow({ pointer: `${operation.at.pointer}/responses/${status}`, value: response });
    return [
      ...this.#headerFaults(at.value, headers),
      ...(method === "HEAD" ? [] : this.#bodyFaults(at, credential, headers, text)),
    ];
  }

  /**
   * Rejections before any operation: an unknown path, an unusable credential, or 405 for a path that has
   * these other methods.
   */
  #unknown(others: ReadonlySet<string>, status: number, headers: Headers, text: string): string[] {
    const missing = others.size === 0 ? 404 : 405;
    if (![401, 403, missing, 429, 503].includes(status)) return ["no such operation is described"];
    const allow = new Set(headers.get("allow")?.split(", "));
    if (status === 405 && [...others].sort().join() !== [...allow].sort().join()) return ["Allow is wrong"];
    if (text === "") return [];
    const { error } = JSON.parse(text);
    return this.#schemaFaults(`#/components/schemas/${error ? "Error" : "Problem"}`, text);
  }

  #headerFaults({ headers = {} as Json }: Json, sent: Headers): string[] {
    return Object.entries(headers).flatMap(([name, header]) => {
      const described = this.#follow({ pointer: "", value: header }).value as { required?: unknown };
      return described.required === true && !sent.has(name) ? [`the header ${name} is missing`] : [];
    });
  }

  #bodyFaults(at: Pointed, credential: string | undefined, headers: Headers, text: string): string[] {
    const { content } = at.value;
    if (content === undefined) return text === "" ? [] : ["a body was sent where none is described"];
    const type = headers.get("content-type")?.split(";")[0] ?? "none";
    const media = content[type];
    if (media === undefined)
      return [`the Content-Type ${type} is none of ${Object.keys(content).join(", ")}`];
    const { schema } = media;
    if (schema === undefined) return [];
    const pointer = `${at.pointer}/content/${pointerKey(type)}/schema`;
    const choices = schema.anyOf as unknown as readonly Json[] | undefined;
    const reduced = choices?.some((choice) => refOf(choice)?.endsWith("ForToken"));
    const which = credential?.startsWith("svc_rk_") ? "restricted" : "openapi";
    if (!reduced) return this.#schemaFaults(pointer, text, which);
    return this.#schemaFaults(`${pointer}/anyOf/${credential?.startsWith("svc_tok_") ? 1 : 0}`, text, which);
  }

  #schemaFaults(pointer: string, text: string, which = "openapi"): string[] {
    const ref = which + pointer;
    const validate = this.#validators.get(ref) ?? this.#ajv.compile({ $ref: ref });
    this.#validators.set(ref, validate);
    if (validate(JSON.parse(text))) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || "the body"} ${message} ${JSON.stringify(params)}`,
    );
  }

  #follow(at: Pointed): Pointed {
    const ref = refOf(at.value);
    if (ref === undefined) return at;
    const keys = ref.slice(2).split("/");
    return { pointer: ref, value: keys.reduce<Json>((value, key) => value[key]!, this.#document) };
  }
}

/** The document for restricted keys: a member with a scope may be absent. */
function restricted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(restricted);
  if (value === null || typeof value !== "object") return value;
  const mapped = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, restricted(inner)]));
  const { required, properties } = mapped as { required?: readonly string[]; properties?: Json };
  if (!Array.isArray(required) || properties === undefined) return mapped;
  return { ...mapped, required: required.filter((name) => properties[name]?.["x-scope"] === undefined) };
}

const refOf = (value: Json) => value.$ref as string | undefined;

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (value === null || typeof value !== "object") return value;
  const mapped = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, closed(inner)]));
  const isOpen =
    mapped.type === "object" && mapped.properties !== undefined && mapped.additionalProperties === undefined;
  return isOpen ? { ...mapped, additionalProperties: false } : mapped;
}
