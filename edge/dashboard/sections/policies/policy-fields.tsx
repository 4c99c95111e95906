import { z } from "zod";
import { jsonFault } from "../../../http/body/json-fault.ts";
import { type Policy, policyFields, policySchema } from "../../../verification/policy.ts";
import { Checks } from "../../form/checks.tsx";
import { Spelt } from "../../form/notes.tsx";
import { capital, words } from "../../ui/labels.tsx";
import { Field, Select } from "../../ui/parts.tsx";

type Key = keyof Policy;

/** How a field of a policy is entered. A field of another shape is entered as JSON. */
type Widget =
  | { readonly kind: "choice"; readonly values: readonly string[]; readonly mayBeUnset: boolean }
  | { readonly kind: "choices"; readonly values: readonly string[] }
  | { readonly kind: "number"; readonly min?: number; readonly max?: number }
  | { readonly kind: "json" };

/** The parts of a JSON Schema that this form reads. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

const { properties } = z.toJSONSchema(policyFields, { io: "input" });
const SHAPES = properties as unknown as Readonly<Record<Key, Shape>>;

/** Every field of a policy in the order of the contract: a new field joins by its schema. */
export const KEYS = Object.keys(SHAPES) as Key[];

/** The fields by what they are about, as the form shows them: each is in one group. */
export const GROUPS: Readonly<Record<string, readonly Key[]>> = {
  "Steps and purpose": ["steps", "purpose", "max_attempts", "expires_in_seconds"],
  Document: ["document_types", "min_age", "on_fraud_suspicious", "repeat", "block_list"],
  "Chips and wallets": ["document_evidence", "chip_min_strength", "credential"],
  Face: ["liveness_mode", "liveness_level", "require_face_match", "face_match_level"],
  "Registered faces": ["dedupe", "match_registered", "register_on_approval"],
  "Known details and own checks": ["on_expected_mismatch", "expected_name_match", "external_checks"],
  "Images and human review": ["store_media", "contest"],
};

/** Whether the field may be absent, without a default in its place. */
const isOptional = (key: Key): boolean => {
  const { success, data } = policyFields.shape[key].safeParse(undefined);
  return success && data === undefined;
};

export function widgetOf(key: Key): Widget {
  const found = widget(SHAPES[key], isOptional(key));
  return found.kind === "choices"
    ? { ...found, values: found.values.filter((each) => isOwn(key, each)) }
    : found;
}

/** Whether the value is stored as it is: another name of a document type is not. */
function isOwn(key: Key, value: string): boolean {
  const { data } = policyFields.shape[key].safeParse([value]);
  return Array.isArray(data) && data[0] === value;
}

function widget({ anyOf, ...shape }: Shape, mayBeUnset: boolean): Widget {
  // A shorter form beside the values, or null, is left out.
  const [first] = anyOf ?? [];
  if (first !== undefined) return widget({ ...shape, ...first }, mayBeUnset);
  const { type, items, minimum, maximum } = shape;
  if (shape.enum !== undefined) return { kind: "choice", values: shape.enum.map(String), mayBeUnset };
  if (type === "boolean") return { kind: "choice", values: ["true", "false"], mayBeUnset };
  if (type === "array" && items?.enum !== undefined)
    return { kind: "choices", values: items.enum.map(String) };
  if (type === "integer" || type === "number") {
    return {
      kind: "number",
      ...(minimum !== undefined && { min: minimum }),
      ...(maximum !== undefined && { max: maximum }),
    };
  }
  return { kind: "json" };
}

/** A text that cannot be the value, and why. */
class Misfit {
  readonly why: string;

  constructor(why: string) {
    this.why = why;
  }
}

/** The value of a field from the texts of a form; undefined takes the default. */
const READ: Readonly<Record<Widget["kind"], (given: unknown, key: Key) => unknown>> = {
  choice: (given, key) => {
    if (given === "") return undefined;
    if (given === "true" || given === "false") return given === "true";
    return SHAPES[key].enum?.find((value) => String(value) === given) ?? given;
  },
  choices: (given = []) => [given].flat(),
  // An empty field is null where the schema has it, and else its default.
  number: (given, key) => {
    const text = String(given ?? "").trim();
    if (text === "") return SHAPES[key].anyOf === undefined ? undefined : null;
    return /^-?\d{1,15}$/.test(text) ? Number(text) : new Misfit("must be a whole number");
  },
  json: (given) => (given === "" || given === undefined ? undefined : parsedJson(String(given))),
};

function parsedJson(text: string): unknown {
  const fault = jsonFault(text);
  if (fault === null) return JSON.parse(text);
  return new Misfit(`must be JSON. At line ${fault.line}, column ${fault.column}: ${fault.words}`);
}

const fields = Object.fromEntries(
  KEYS.map((key) => {
    const read = READ[widgetOf(key).kind];
    const valued = z.unknown().transform((given, context) => {
      const value = read(given, key);
      if (!(value instanceof Misfit)) return value;
      context.addIssue({ code: "custom", message: value.why });
      return z.NEVER;
    });
    const field = valued.pipe(policyFields.shape[key] as z.ZodType<unknown, unknown>);
    // A browser sends nothing of boxes without a tick.
    return [key, isOptional(key) ? field.optional() : field];
  }),
);

/** A form with the fields of a policy, and others. */
export const policyForm = <Shape extends z.ZodRawShape>(others: Shape) =>
  z.object({ ...others, ...fields }).transform((given, context) => {
    const rules = Object.fromEntries(KEYS.map((key) => [key, (given as Record<string, unknown>)[key]]));
    const parsed = policySchema.safeParse(rules);
    if (!parsed.success) {
      for (const { path, message } of parsed.error.issues) {
        context.addIssue({ code: "custom", path: [...path], message });
      }
      return z.NEVER;
    }
    return { policy: parsed.data, others: given as z.output<z.ZodObject<Shape>> };
  });

/** The fields of a policy, each explained, with the values of one. */
export function PolicyFields({ policy }: { policy: Policy }) {
  return (
    <>
      {Object.entries(GROUPS).map(([title, keys]) => (
        <section>
          <h3>{title}</h3>
          {keys.map((key) => (
            <PolicyField key={key} name={key} value={policy[key]} />
          ))}
        </section>
      ))}
    </>
  );
}

function PolicyField({ name, value }: { name: Key; value: unknown }) {
  const shown = widgetOf(name);
  const label = capital(words(name));
  const hint = SHAPES[name].description;
  switch (shown.kind) {
    case "choices":
      return (
        <div class="field">
          <Checks
            label={label}
            name={name}
            options={shown.values}
            chosen={(value ?? []) as readonly string[]}
            show={valueText}
          />
          {hint !== undefined && (
            <p class="hint">
              <Spelt text={hint} />
            </p>
          )}
        </div>
      );
    case "choice":
      return (
        <Select
          label={label}
          name={name}
          options={[
            ...(shown.mayBeUnset ? [["", "Default"] as const] : []),
            ...shown.values.map((each) => [each, CHOICES[each] ?? valueText(each)] as const),
          ]}
          chosen={value === undefined ? "" : String(value)}
          hint={hint}
        />
      );
    case "number":
      return (
        <Field
          label={label}
          name={name}
          type="number"
          min={shown.min}
          max={shown.max}
          value={value === null || value === undefined ? "" : String(value)}
          hint={hint}
        />
      );
    case "json":
      return (
        <Field
          label={`${label} (JSON)`}
          name={name}
          value={value === undefined ? "" : JSON.stringify(value)}
          spellcheck={false}
          hint={hint}
        />
      );
  }
}

/** A value in words, with its name in the API. */
const valueText = (value: string) => (words(value) === value ? value : `${capital(words(value))} (${value})`);

const CHOICES: Readonly<Record<string, string>> = { true: "yes", false: "no" };

/** A value as the API has it. */
const shownValue = (value: unknown) => (value === undefined ? "default" : JSON.stringify(value));

/** The fields in which a policy differs from the one before it, each with both values. */
export const differences = (before: Policy, after: Policy): readonly (readonly [Key, string, string])[] =>
  KEYS.flatMap((key) => {
    const [from, to] = [shownValue(before[key]), shownValue(after[key])];
    return from === to ? [] : [[key, from, to] as const];
  });
