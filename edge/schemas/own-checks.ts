import { z } from "zod";
import { DETAIL_RESULTS } from "../../vocabulary/details.ts";
import { CHECK_OUTCOMES, CHECK_STATUSES, LIST_KINDS, LISTS } from "../../vocabulary/own-checks.ts";
import { exampleTime, idOf, pageOf, timestamp } from "./common.ts";
import { documentNumber, issuingState, plainText } from "./expected.ts";
import { exampleAnswer, exampleDeadline, exampleId } from "./verification-examples.ts";

const LONGEST = { reference: 100, reason: 200 } as const;

const reference = plainText("Your own name for the case.", LONGEST.reference);
const reason = plainText("Why, for your staff.", LONGEST.reason);

/** The body of an answer to an external check. */
export const checkAnswer = {
  schema: z.strictObject({
    outcome: z
      .enum(CHECK_OUTCOMES)
      .describe(
        "`passed`: nothing was found. `review`: a reviewer has to decide. `failed`: the verification is declined.",
      ),
    reference: reference.optional(),
    reason: reason.optional(),
  }),
  example: exampleAnswer,
};

/** The external checks of a verification. */
export const checks = z
  .array(
    z
      .object({
        name: z.string().describe("The check, as the policy names it."),
        status: z
          .enum(CHECK_STATUSES)
          .describe("`pending`: your server has not answered yet. Otherwise the answer, or `on_deadline`."),
        requested_at: timestamp.describe("When `verification.check_requested` was sent."),
        deadline: timestamp.describe("When the policy's `on_deadline` decides instead of an answer."),
        answered_at: timestamp.nullable().describe("When your server answered; null without an answer."),
        reference: z.string().nullable().describe("Your own name for the case, or null."),
        reason: z.string().nullable().describe("Your reason, or null."),
      })
      .meta({ id: "ExternalCheck", description: "A check of your own before the decision." }),
  )
  .describe(
    "Your own checks; empty until every step is settled. Absent if the policy has no `external_checks`.",
  );

const compared = z.enum(DETAIL_RESULTS);

/** Other end users' verifications in which the document was shown. */
export const seenUnder = z
  .array(
    z
      .object({
        verification_id: idOf("verification"),
        name: compared.describe("How the name on that reading compares with this one."),
        date_of_birth: compared.describe("How the birth date compares."),
      })
      .meta({ id: "SeenUnder", description: "Another end user's verification with the same document." }),
  )
  .describe(
    "Only when a verification is retrieved, and only if the policy has `repeat`. Other end users' verifications with the same document, newest first, at most 20.",
  );

export const listName = z.enum(LISTS);

/** What a new item says of a document. */
export const newDocument = { issuing_country: issuingState, document_number: documentNumber, reason };

/** The body of a new item. */
export const newItem = {
  schema: z
    .strictObject({
      kind: z.enum(LIST_KINDS).describe("`document`, or `face`: a registered face, on the block list only."),
      issuing_country: issuingState
        .optional()
        .describe("Of a document: its issuing state, ISO 3166-1 alpha-3."),
      document_number: documentNumber
        .optional()
        .describe("Of a document: its number. Only an HMAC of it is stored."),
      registration_id: idOf("registration").optional().describe("Of a face: the id of its registration."),
      reason: reason.optional(),
      expires_at: z.iso
        .datetime({ offset: true })
        .optional()
        .describe("When the item ends: ISO 8601 with an offset. Default: never."),
    })
    .superRefine(({ kind, issuing_country, document_number, registration_id }, context) => {
      const issue = (path: string, message: string) =>
        context.addIssue({ code: "custom", path: [path], message });
      const isDocument = kind === "document";
      if (isDocument !== (issuing_country !== undefined))
        issue("issuing_country", isDocument ? "is needed for a document" : "is not taken for a face");
      if (isDocument !== (document_number !== undefined))
        issue("document_number", isDocument ? "is needed for a document" : "is not taken for a face");
      if (isDocument === (registration_id !== undefined))
        issue("registration_id", isDocument ? "is not taken for a document" : "is needed for a face");
    }),
  example: {
    kind: "document",
    issuing_country: "UTO",
    document_number: "L898902C3",
    reason: "stolen in March",
  },
};

export const itemAnswer = z
  .object({
    id: idOf("listItem"),
    list: listName.describe("The list."),
    kind: z.enum(LIST_KINDS).describe("What the item is."),
    issuing_country: z.string().nullable().describe("Of a document: its issuing state. Null for a face."),
    registration_id: z.string().nullable().describe("Of a face: its registration. Null for a document."),
    reason: z.string().nullable().describe("Your reason, or null."),
    created_at: timestamp.describe("When it was added."),
    expires_at: timestamp.nullable().describe("When it ends; null for never."),
  })
  .meta({
    id: "ListItem",
    description: "A document or a face on a list. The number of a document is returned by no call.",
    examples: [
      {
        id: "li_01JPA6Z8W4K8N2P4R6S8T0V2W4",
        list: "block",
        kind: "document",
        issuing_country: "UTO",
        registration_id: null,
        reason: "stolen in March",
        created_at: exampleTime,
        expires_at: null,
      },
    ],
  });

export const itemPage = pageOf(itemAnswer);

export const exampleRequest = {
  vf_id: exampleId,
  check: "watchlist",
  deadline: exampleDeadline,
  customer_ref: "user-4711",
  fields: { full_name: { value: "ANNA MARIA ERIKSSON", source: "mrz" }, date_of_birth: null },
  metadata: { order: "4711" },
};
