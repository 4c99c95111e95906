import { z } from "zod";
import { DETAIL_RESULTS, EXPECTED_KEYS, VERIFIED_KEYS } from "../../vocabulary/details.ts";
import { DOCUMENT_TYPES } from "../../vocabulary/document-types.ts";
import { FIELD_SOURCES } from "../../vocabulary/documents.ts";
import { isIcaoCountry } from "../verdicts/text/country-names.ts";
import { calendarText } from "./common.ts";
import { needing } from "./scoped-members.ts";

/** Values longer than any of a document. */
const MAX_VALUE = 200;

/**
 * Text that looks as it is compared: composed characters (NFC), and none that is invisible or changes the
 * direction.
 */
const text = (describe: string, max = MAX_VALUE) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{C}\p{Zl}\p{Zp}]*$/u, "must not have control, format or invisible characters")
    .refine((value) => value === value.normalize("NFC"), "must be in Unicode Normalization Form C (NFC)")
    .describe(describe);

/** Text of a tenant about its own case. */
export const plainText = text;

const STATE_FORM = "must be a state's code of three capital letters, such as DEU (ISO 3166-1 alpha-3)";
/** What a code of another form is; it is not quoted, since it is personal data. */
const otherState = ({ input }: { readonly input?: unknown }): string => {
  if (/^[A-Za-z]{2}$/.test(String(input))) return `${STATE_FORM}, not two (alpha-2)`;
  return /^[a-z]{3}$/i.test(String(input)) ? `${STATE_FORM}, not small ones` : STATE_FORM;
};

const state = (describe: string) =>
  z
    .string()
    .regex(/^[A-Z]{3}$/, { error: otherState, abort: true })
    .refine(isIcaoCountry, "is of no state: look it up in ISO 3166-1 alpha-3. Germany is DEU")
    .describe(describe);

const OLDEST_YEAR = 1900;
/** The last day that has begun anywhere (UTC+14), `YYYY-MM-DD`. */
const lastDay = () => new Date(Date.now() + 14 * 60 * 60 * 1000).toISOString().slice(0, 10);

const dateOfBirth = z.iso
  .date({ error: calendarText("must be a date, such as 1974-08-12"), abort: true })
  .refine((day) => day <= lastDay(), "is in the future. Check the order of year, month and day")
  .refine((day) => Number(day.slice(0, 4)) >= OLDEST_YEAR, `is before ${OLDEST_YEAR}. Check the year`);

export const documentNumber = text("The document's number.", 40);
export const issuingState = state("The issuing state, ISO 3166-1 alpha-3.");

const fields = {
  full_name: text("The whole name, in any order. Not together with `first_name` or `last_name`.").optional(),
  first_name: text("The given names.").optional(),
  last_name: text("The surname.").optional(),
  date_of_birth: dateOfBirth.optional().describe("ISO 8601, `YYYY-MM-DD`: from 1900, and not in the future."),
  document_number: documentNumber.optional(),
  personal_number: text("The national number of the person.", 40).optional(),
  nationality: state("ISO 3166-1 alpha-3. It is compared and decides nothing.").optional(),
  issuing_country: issuingState.optional(),
  address: text("The address in one line. A document without one is accepted.", 500).optional(),
} as const satisfies Record<(typeof EXPECTED_KEYS)[number], z.ZodType>;

/** The details that the tenant expects of the person (contract §3.10). */
export const expectedDetails = z
  .strictObject(fields)
  .superRefine((given, context) => {
    const issue = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
    if (Object.values(given).every((value) => value === undefined))
      issue([], `must name at least one of ${EXPECTED_KEYS.join(", ")}`);
    if (given.full_name === undefined) return;
    if (given.first_name === undefined && given.last_name === undefined) return;
    issue(["full_name"], "is not taken together with first_name or last_name: send one or the other");
  })
  .meta({
    id: "ExpectedDetails",
    description:
      "What you know of the person. Send it as `expected` when you create a verification: the document is compared with it, and `details` has the results.",
    examples: [{ first_name: "Anna Maria", last_name: "Eriksson", date_of_birth: "1974-08-12" }],
  });

const LIMITS = { keys: 20, key: 40, value: 500 } as const;

/** The tenant's own labels. */
export const metadata = z
  .record(z.string().min(1).max(LIMITS.key), z.string().max(LIMITS.value))
  .refine((labels) => Object.keys(labels).length <= LIMITS.keys, {
    error: ({ input }) =>
      `must have at most ${LIMITS.keys} keys, not ${Object.keys(input as Record<string, string>).length}`,
  })
  .describe(
    `Your own labels: up to ${LIMITS.keys} keys of ${LIMITS.key} characters, values of up to ${LIMITS.value}. Returned as sent, here and in the events \`verification.*\`.`,
  );

export const details = z
  .array(
    z
      .object({
        field: z.enum(EXPECTED_KEYS).describe("The expected detail."),
        result: z
          .enum(DETAIL_RESULTS)
          .describe(
            "`close`: a name or address that is nearly the expected one. `not_read`: the document does not show it, or it was not read.",
          ),
        normalised: z.boolean().describe("Whether the values match in another spelling, order or form only."),
      })
      .meta({ id: "Detail", description: "The comparison of one expected detail, without its value." }),
  )
  .describe(
    "How the document compares with `expected`; empty until a document was read. Absent without `expected`.",
  );

export const verifiedValue = z
  .object({
    value: z.string().describe("Dates are ISO 8601, states ISO 3166-1 alpha-3."),
    source: z
      .enum(FIELD_SOURCES)
      .describe("`mrz`: the machine-readable zone. `viz`: the print. `both`: both agree."),
  })
  .nullable();

const verifiedData = z
  .object({
    document_type: z.enum(DOCUMENT_TYPES).describe("The document's type."),
    ...(Object.fromEntries(
      VERIFIED_KEYS.map((key) => [key, verifiedValue.describe("Null if the document does not show it.")]),
    ) as Record<(typeof VERIFIED_KEYS)[number], typeof verifiedValue>),
  })
  .meta({
    id: "VerifiedData",
    description: "The person's data as the decision accepted them.",
  });

/**
 * The personal data of an answered verification, in one place: no other answer, no event and no session token
 * has them.
 */
export const personalMembers = {
  verified_data: needing(
    "personal:read",
    verifiedData
      .nullable()
      .optional()
      .describe(
        "Only when a verification is retrieved. The data of the accepted document. Null unless the verification is approved, without a document step, and after the result was deleted.",
      ),
  ),
  expected: needing(
    "personal:read",
    expectedDetails
      .optional()
      .describe(
        "Only when a verification is retrieved. The details that you expect, as sent; absent without them.",
      ),
  ),
};
