import type { OperationGroup } from "../../http/operation.ts";
import {
  capturePageAnswer,
  captureSessionAnswer,
  sessionAnswer,
  withdrawnAnswer,
} from "../../schemas/sessions.ts";
import { createSessionSchema } from "./create.ts";
import { PROOF_EXAMPLE, proofSchema } from "./device-proof.ts";
import { openLinkSchema } from "./open-link.ts";
import { pageQuery } from "./page.ts";

export const sessionOperations: OperationGroup = {
  tag: "Sessions",
  description:
    "Session tokens let an end user's device make the calls of one verification without the secret key. A token is good for 30 minutes unless the call says otherwise; it cannot be renewed, only replaced by a fresh one.",
  operations: [
    {
      method: "post",
      path: "/v1/sessions",
      id: "createSession",
      summary: "Mint a session token",
      description:
        "Without `verification_id` a verification is created under the default policy, and `customer_ref` is required. With it, a fresh token is minted for that open verification; an earlier one stays good.",
      json: {
        schema: createSessionSchema,
        example: { customer_ref: "user-4711", ttl_seconds: 1800 },
      },
      answer: { status: 201, description: "The token, shown this once.", schema: sessionAnswer },
      errors: [
        "ttl_out_of_range",
        "usage_cap_reached",
        "verification_mismatch",
        "not_found",
        "verification_not_open",
      ],
    },
    {
      method: "delete",
      path: "/v1/sessions/:jti",
      id: "revokeSession",
      summary: "Revoke a session token",
      description: "Effective everywhere within a second. Repeating it is allowed.",
      parameters: { jti: "The token's `jti`." },
      answer: { status: 204, description: "The token is revoked." },
      errors: ["not_found"],
    },
    {
      method: "get",
      path: "/v1/capture/page",
      id: "readCapturePage",
      summary: "Read what the page shows",
      description:
        "The tenant's name, looks and consent text, for a link or a session token. It claims nothing: a preview of the link uses nothing up. Not metered.",
      query: pageQuery,
      callers: ["sessionToken", "captureLink", "handoffCode"],
      answer: {
        status: 200,
        description: "What the page shows.",
        schema: capturePageAnswer,
        forToken: capturePageAnswer,
      },
      errors: ["link_expired"],
    },
    {
      method: "post",
      path: "/v1/capture/sessions",
      id: "openLink",
      summary: "Open a link on a device",
      description:
        "The first device holds the verification from then on; opened again there, the link gives a fresh token. So does the code of a handoff on the phone that it went to. Each proof is good once, and for five minutes.",
      json: {
        schema: openLinkSchema,
        example: PROOF_EXAMPLE,
      },
      callers: ["captureLink", "handoffCode"],
      answer: {
        status: 201,
        description: "The device's token, shown this once.",
        schema: captureSessionAnswer,
      },
      errors: ["link_claimed", "link_expired", "verification_not_open"],
    },
    {
      method: "post",
      path: "/v1/capture/withdrawals",
      id: "readWithdrawal",
      summary: "Read a withdrawal's receipt again",
      description:
        "For 24 hours, with the link or the code that has ended, and a proof by the key of the device that took its consent back. Whoever else asks is told nothing.",
      json: { schema: proofSchema, example: PROOF_EXAMPLE },
      unkeyed: true,
      callers: ["captureLink", "handoffCode"],
      answer: { status: 200, description: "The receipt's number.", schema: withdrawnAnswer },
      errors: [],
    },
  ],
};
