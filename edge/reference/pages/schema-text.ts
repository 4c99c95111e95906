import { componentName, type JsonSchema } from "../open-api/json-schema.ts";
import type { OperationObject } from "../open-api/open-api.ts";

/** What the security schemes of the document are called. */
const CREDENTIALS: Readonly<Record<string, string>> = {
  secretKey: "secret key",
  sessionToken: "session token",
  captureLink: "secret of a link (hosted page only)",
  handoffCode: "handoff code (hosted page only)",
};

/** The credentials that an operation accepts, such as `secret key (scope events:read) or session token`. */
export function credentialsOf({
  security = [],
  "x-scopes": scopes = [],
}: Pick<OperationObject, "security" | "x-scopes">): string {
  const names = security
    .flatMap((each) => Object.keys(each))
    .map((scheme) =>
      [CREDENTIALS[scheme], ...(scheme === "secretKey" ? scopes.map(inBrackets) : [])].join(" "),
    );
  return names.join(" or ") || "none";
}

/** A piece of a type's description: plain words, or the name of a component. */
type TypeWord = string | { readonly component: string };

const inBrackets = (scope: string) => `(scope ${scope})`;

/** A schema in a few words, such as `list of`, `FaceQuality`, `or null`, and its scope if it needs one. */
export function typeWords(schema: JsonSchema): TypeWord[] {
  const scope = schema["x-scope"];
  return [...wordsOf(schema), ...(typeof scope === "string" ? [inBrackets(scope)] : [])];
}

function wordsOf(schema: JsonSchema): TypeWord[] {
  if (schema.$ref !== undefined) return [{ component: componentName(schema.$ref) }];
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined)
    return choices.flatMap((each, i) => [...(i > 0 ? ["or"] : []), ...typeWords(each)]);
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  if (schema.enum !== undefined) {
    const values = schema.enum.map((value) => JSON.stringify(value)).join(" | ");
    return [[values, ...fallbackText(schema)].join(", ")];
  }
  if (schema.type === "array") return listWords(schema);
  if (schema.contentMediaType !== undefined) return ["file"];
  if (isMap(schema)) return ["object of", ...typeWords(schema.additionalProperties)];
  return [[[schema.type ?? "any"].flat().join(" or "), ...limits(schema)].join(", ")];
}

const isMap = (schema: JsonSchema): schema is JsonSchema & { additionalProperties: JsonSchema } =>
  typeof schema.additionalProperties === "object";

function listWords({ items, prefixItems }: JsonSchema): TypeWord[] {
  if (Array.isArray(prefixItems)) return [`list of ${prefixItems.length}`];
  return items ? ["list of", ...typeWords(items)] : ["list"];
}

function limits(schema: JsonSchema): string[] {
  const { minimum, maximum, minLength, maxLength, format } = schema;
  const [least, most] = [minimum ?? minLength, maximum ?? maxLength];
  return [
    ...(typeof format === "string" ? [format] : []),
    ...(most === undefined ? [] : [least === undefined ? `up to ${most}` : `${least}–${most}`]),
    ...(most === undefined && least !== undefined ? [`${least} or more`] : []),
    ...fallbackText(schema),
  ];
}

const fallbackText = ({ default: fallback }: JsonSchema) =>
  fallback === undefined ? [] : [`default ${JSON.stringify(fallback)}`];

/** A schema in a few words, without links. */
export const typeText = (schema: JsonSchema) =>
  typeWords(schema)
    .map((word) => (typeof word === "string" ? word : word.component))
    .join(" ");

/** A property and its type. Nested objects have rows in place, such as `policy.steps`. */
export interface PropertyRow {
  readonly name: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
}

export function propertyRows(schema: JsonSchema, prefix = ""): PropertyRow[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const name = prefix + key;
    const row = { name, required: schema.required?.includes(key) ?? false, schema: inner };
    return [row, ...nestedRows(inner, name)];
  });
}

function nestedRows(schema: JsonSchema, name: string): PropertyRow[] {
  const { items, anyOf = [] } = schema;
  if (items) return propertyRows(items, `${name}[].`);
  return [schema, ...anyOf].flatMap((each) => propertyRows(each, `${name}.`));
}
