import { z } from "zod";
import { ERROR_CODES } from "#edge/core/errors.ts";
import { ERROR_STATUS, ERROR_TYPES, type ErrorStatus } from "#edge/http/status.ts";
import { ERROR_TEXTS } from "#edge/reference/open-api/error-texts.ts";
import { openApiDocument } from "#edge/reference/routes.ts";
import { eventOccasions, eventSchemas } from "#edge/schemas/events.ts";
import { acceptedCredentials } from "#edge/verification/credential-policy.ts";
import { evidenceOf, policySchema, resolvedPolicySchema, withExpected } from "#edge/verification/policy.ts";
import { EVENT_TYPES, TEST_EVENT_TYPE } from "#vocabulary/events.ts";
import { CHIP_STRENGTHS } from "#vocabulary/signed-evidence.ts";
import { table, valuesIn } from "./markdown.ts";

const CREDENTIALS: Readonly<Record<string, string>> = {
  secretKey: "secret key",
  sessionToken: "session token",
  captureLink: "capture link",
  handoffCode: "handoff code",
};

/** The resources that most tenants never call come last. */
const LATE = ["Sessions", "Handoffs", "Health", "Reference"];

/** Every operation under a heading for each resource. */
export function operations(): string {
  const { paths = {}, tags = [] } = openApiDocument();
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const ordered = tags.toSorted((a, b) => LATE.indexOf(a.name) - LATE.indexOf(b.name));
  const sections = ordered.flatMap(({ name, description }) => {
    const rows = all
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ path, method, operation: { summary, security = [], "x-scopes": [scope] = [] } }) => [
        `\`${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}\``,
        summary,
        security
          .flatMap((each) => Object.keys(each))
          .map((key) => (CREDENTIALS[key] ?? key) + (key === "secretKey" ? ` (\`${scope}\`)` : ""))
          .join(", ") || "none",
      ]);
    if (rows.length === 0) return [];
    return [`## ${name}\n\n${description}\n\n${table(["operation", "what it does", "credential"], rows)}`];
  });
  return sections.join("\n\n");
}

/** Every error code, a table for each HTTP status. */
export function errors(): string {
  const byStatus = Map.groupBy(ERROR_CODES, (code) => ERROR_STATUS[code]);
  const statuses = [...byStatus].sort(([a], [b]) => a - b) as [ErrorStatus, (typeof ERROR_CODES)[number][]][];
  return statuses
    .map(([status, of]) => {
      const rows = of.map((code) => [`\`${code}\``, ERROR_TEXTS[code]]);
      return `### ${status} (\`${ERROR_TYPES[status]}\`)\n\n${table(["code", "meaning and remedy"], rows)}`;
    })
    .join("\n\n");
}

const SAMPLE = {
  id: "wh_evt_01JPA73W2K4M6P8R0T2V4X6Z8B",
  created_at: "2026-03-14T09:26:53.589Z",
  mode: "test",
  tenant_id: "tn_01JPA6Z8W4K8N2P4R6S8T0V2W4",
} as const;

/** Every event: when it is sent, and a payload. */
export function events(): string {
  return [...EVENT_TYPES, TEST_EVENT_TYPE]
    .map((type) => {
      const examples = eventSchemas[type].shape.data.meta()?.examples;
      const data: unknown = Array.isArray(examples) ? examples[0] : TEST_DATA;
      const { id, ...rest } = SAMPLE;
      const payload = JSON.stringify({ id, type, ...rest, data }, null, 2);
      return `### \`${type}\`\n\n${eventOccasions[type]}\n\n\`\`\`json\n${payload}\n\`\`\``;
    })
    .join("\n\n");
}

const TEST_DATA = { endpoint_id: "we_01JPA74B3D5F7H9K1M3P5R7T9V", message: "A test event." };

const OFF = Object.fromEntries(
  ["match_registered", "register_on_approval", "repeat", "block_list", "contest"].map((name) => [
    name,
    "off",
  ]),
);

/** Every field of a policy with its values, default and meaning. */
export function policy(): string {
  // What an absent field stands for.
  const signed = { document_evidence: evidenceOf({}), chip_min_strength: CHIP_STRENGTHS[0] };
  const wallets = { credential: { accept: acceptedCredentials({}) } };
  const absent = { ...OFF, ...signed, ...wallets, external_checks: null, purpose: "identity" };
  const usual: Readonly<Record<string, unknown>> = { ...absent, ...withExpected(policySchema.parse({})) };
  const { properties = {} } = z.toJSONSchema(resolvedPolicySchema, { io: "output" });
  const rows = Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === "boolean") throw new Error(`The policy's ${name} has no schema.`);
    if (usual[name] === undefined) throw new Error(`The policy's ${name} has no default.`);
    const shown = name === "external_checks" ? "none" : `\`${shownValue(usual[name])}\``;
    const row = [`\`${name}\``, valuesOf(schema), shown, schema.description ?? ""];
    return [row, ...innerRows(name, schema, usual[name])];
  });
  return table(["field", "values", "default", "meaning"], rows);
}

/** The fields of an object, or of the objects in a list, with their own defaults or the one of the whole. */
function innerRows(outer: string, schema: z.core.JSONSchema.JSONSchema, usual: unknown): string[][] {
  const { items } = schema;
  const isList = typeof items === "object" && !Array.isArray(items);
  const { properties = {} } = isList ? items : schema;
  return Object.entries(properties).map(([name, inner]) => {
    if (typeof inner === "boolean") throw new Error(`${outer}.${name} has no schema.`);
    const fallback = inner.default ?? (usual as Readonly<Record<string, unknown>> | null)?.[name];
    return [
      `\`${outer}${isList ? "[]" : ""}.${name}\``,
      valuesOf(inner),
      fallback === undefined ? "required" : `\`${shownValue(fallback)}\``,
      inner.description ?? "",
    ];
  });
}

const shownValue = (value: unknown) =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

function valuesOf(schema: z.core.JSONSchema.JSONSchema): string {
  const { const: word, items, anyOf, type } = schema;
  if (word !== undefined) return `\`${word}\``;
  if (items !== undefined && typeof items === "object" && !Array.isArray(items))
    return `list of ${valuesOf(items)}`;
  if (anyOf !== undefined)
    return anyOf.map((each) => (typeof each === "object" ? valuesOf(each) : "")).join(" or ");
  return valuesIn(schema) ?? `\`${type}\``;
}
