import type { OperationGroup } from "../../../http/operation.ts";
import { declinedHandoff, handoffAnswer, handoffContext } from "../../../schemas/capture/handoffs.ts";
import { captureSessionAnswer } from "../../../schemas/sessions.ts";
import { PROOF_EXAMPLE, proofSchema } from "../device-proof.ts";
import { confirmSchema } from "./phone.ts";

const id = "The handoff's id, `ho_…`.";
export const handoffOperations: OperationGroup = {
  tag: "Handoffs",
  description:
    "A person goes on with a phone, as BCP 247 asks: the computer shows a code that is new every 25 seconds, the phone says who asks and offers to decline, and the person types the number that the computer shows.",
  operations: [
    {
      method: "post",
      path: "/v1/handoffs",
      id: "beginHandoff",
      summary: "Begin a handoff",
      description:
        "From the computer that has the verification, at most five times. An earlier handoff that is still pending ends. Good for ten minutes.",
      callers: ["sessionToken"],
      answer: { status: 201, description: "The handoff.", schema: handoffAnswer, forToken: handoffAnswer },
      errors: ["verification_not_open", "link_claimed", "limit_reached"],
    },
    {
      method: "get",
      path: "/v1/handoffs/:id",
      id: "readHandoff",
      summary: "Read a handoff",
      description: "For the computer, which asks every other second: with the code of now, or the number.",
      parameters: { id },
      callers: ["sessionToken"],
      answer: { status: 200, description: "The handoff.", schema: handoffAnswer, forToken: handoffAnswer },
      errors: ["not_found"],
    },
    {
      method: "delete",
      path: "/v1/handoffs/:id",
      id: "endHandoff",
      summary: "End a handoff",
      description:
        "From the computer; repeating it is allowed. What has moved comes back while the phone has captured nothing.",
      parameters: { id },
      callers: ["sessionToken"],
      answer: { status: 204, description: "The handoff has ended." },
      errors: ["not_found", "link_claimed", "verification_not_open"],
    },
    {
      method: "post",
      path: "/v1/handoffs/claim",
      id: "claimHandoff",
      summary: "Claim a handoff on a phone",
      description: "The first phone has it, and may ask again. Nothing has moved yet.",
      json: { schema: proofSchema, example: PROOF_EXAMPLE },
      callers: ["handoffCode"],
      answer: { status: 200, description: "What the person is told.", schema: handoffContext },
      errors: ["verification_not_open"],
    },
    {
      method: "post",
      path: "/v1/handoffs/confirm",
      id: "confirmHandoff",
      summary: "Go on with this phone",
      description: "With the number that the computer shows. Another number ends the handoff.",
      json: { schema: confirmSchema, example: { ...PROOF_EXAMPLE, number: "42" } },
      callers: ["handoffCode"],
      answer: {
        status: 201,
        description: "The phone's token, shown this once.",
        schema: captureSessionAnswer,
      },
      errors: ["handoff_mismatch", "verification_not_open"],
    },
    {
      method: "post",
      path: "/v1/handoffs/decline",
      id: "declineHandoff",
      summary: "Decline a handoff",
      description: "The person on the phone has not asked for it; the computer is told.",
      json: { schema: proofSchema, example: PROOF_EXAMPLE },
      callers: ["handoffCode"],
      answer: { status: 200, description: "The handoff has ended.", schema: declinedHandoff },
    },
  ],
};
