import type { OperationGroup } from "../../http/operation.ts";
import { nextAnswer } from "../../schemas/capture/next.ts";
import { pageOf } from "../../schemas/common.ts";
import { withdrawalAnswer } from "../../schemas/customers.ts";
import { documentAnswer, documentFields, documentForToken } from "../../schemas/document.ts";
import {
  consentRecord,
  linkAnswer,
  verificationAnswer,
  verificationCreated,
  verificationForToken,
} from "../../schemas/verifications.ts";
import { consentSchema } from "./consent.ts";
import { createVerificationSchema } from "./create.ts";
import { documentForm } from "./document.ts";
import { verificationsQuery, verificationsSearch } from "./query.ts";

const id = "The verification's id, `vf_…`.";

export const verificationOperations: OperationGroup = {
  tag: "Verifications",
  description:
    "A verification groups what one end user does, document and liveness steps, and ends in a decision. Results of calls that are made with its session token become its steps.",
  operations: [
    {
      method: "post",
      path: "/v1/verifications",
      id: "createVerification",
      summary: "Create a verification",
      description: "The policy is resolved with defaults, echoed and frozen.",
      json: {
        schema: createVerificationSchema,
        example: { customer_ref: "user-4711", policy: { liveness_mode: "challenge" } },
      },
      answer: {
        status: 201,
        description: "The verification, and a session token and a link bound to it.",
        schema: verificationCreated,
      },
      errors: ["usage_cap_reached"],
    },
    {
      method: "get",
      path: "/v1/verifications",
      id: "listVerifications",
      summary: "List verifications",
      description: "Newest first; filters narrow the list together. Not metered.",
      query: verificationsQuery,
      answer: { status: 200, description: "A page.", schema: pageOf(verificationAnswer) },
    },
    {
      method: "post",
      path: "/v1/verifications/search",
      id: "searchVerifications",
      summary: "List a customer's verifications",
      description:
        "As `GET /v1/verifications` with its filters, without the person in an address, which proxies may log.",
      json: { schema: verificationsSearch, example: { customer_ref: "user-4711", limit: 20 } },
      unkeyed: true,
      answer: { status: 200, description: "A page.", schema: pageOf(verificationAnswer) },
      errors: ["limit_out_of_range", "invalid_cursor"],
    },
    {
      method: "get",
      path: "/v1/verifications/:id",
      id: "readVerification",
      summary: "Read a verification",
      description:
        "A session token reads its own verification only. Counts against the usage cap; a session token's read only when it tells something new since the token's last one.",
      parameters: { id },
      answer: {
        status: 200,
        description: "The verification.",
        schema: verificationAnswer,
        forToken: verificationForToken,
      },
      errors: ["not_found", "usage_cap_reached"],
    },
    {
      method: "get",
      path: "/v1/verifications/:id/next",
      id: "nextOfVerification",
      summary: "Read what the person does next",
      description:
        "For a page that asks again and again: not metered, and 304 while nothing has changed. Reasons are those that a person can mend, for a secret key too.",
      parameters: { id },
      conditional: true,
      answer: { status: 200, description: "The next action.", schema: nextAnswer, forToken: nextAnswer },
      errors: ["not_found"],
    },
    {
      method: "post",
      path: "/v1/verifications/:id/document",
      id: "examineDocument",
      summary: "Examine a document",
      description:
        "One look at a document, at its front and perhaps its back: each picture is read and judged once. A front alone of a document whose zone is on the back, or the reverse, answers `needs_back: true` and uses no attempt: send both then.",
      parameters: { id },
      form: { spec: documentForm, required: ["front"], fields: documentFields },
      answer: {
        status: 200,
        description: "The results of each side, and the verification as it stands then.",
        schema: documentAnswer,
        forToken: documentForToken,
      },
      errors: ["not_found", "unsupported_document_type", "usage_cap_reached", "verification_not_open"],
    },
    {
      method: "post",
      path: "/v1/verifications/:id/links",
      id: "createLink",
      summary: "Make a new link",
      description:
        "For a link that went astray, or a person who lost the device. The earlier links end, and so do the sessions that they gave.",
      parameters: { id },
      answer: { status: 201, description: "The link, shown this once.", schema: linkAnswer },
      errors: ["not_found", "verification_not_open", "limit_reached"],
    },
    {
      method: "post",
      path: "/v1/verifications/:id/consent",
      id: "giveConsent",
      summary: "Record the person's consent",
      description:
        "The text must be the present one, as `GET /v1/capture/page` tells it. The first record stands: agreeing again answers it.",
      parameters: { id },
      json: {
        schema: consentSchema,
        example: {
          version: "selfsame-1",
          sha256: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
          locale: "en",
        },
      },
      callers: ["sessionToken"],
      answer: { status: 201, description: "The record.", schema: consentRecord, forToken: consentRecord },
      errors: ["not_found", "verification_not_open"],
    },
    {
      method: "delete",
      path: "/v1/verifications/:id/consent",
      id: "withdrawConsent",
      summary: "Withdraw the consent",
      description:
        "Cancels the open verification and erases all that it holds, with its tokens and links; the record of the consent stays. A verification that has ended is the tenant's to erase.",
      parameters: { id },
      callers: ["sessionToken"],
      answer: {
        status: 200,
        description: "A signed receipt.",
        schema: withdrawalAnswer,
        forToken: withdrawalAnswer,
      },
      errors: ["not_found", "verification_not_open"],
    },
    {
      method: "post",
      path: "/v1/verifications/:id/cancel",
      id: "cancelVerification",
      summary: "Cancel a verification",
      parameters: { id },
      answer: { status: 200, description: "The canceled verification.", schema: verificationAnswer },
      errors: ["not_found", "verification_not_open"],
    },
  ],
};
