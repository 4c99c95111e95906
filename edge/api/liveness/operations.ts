import type { OperationGroup } from "../../http/operation.ts";
import { FRAME_FIELDS } from "../../operations/liveness/frames.ts";
import { challengeAnswer, checkFields, livenessAnswer, livenessForToken } from "../../schemas/liveness.ts";
import { checkForm } from "./check.ts";
import { challengeRequest } from "./issue-challenge.ts";

export const livenessOperations: OperationGroup = {
  tag: "Liveness",
  description: "Tells a person in front of the camera from a picture, a screen or a mask (ISO/IEC 30107).",
  operations: [
    {
      method: "post",
      path: "/v1/liveness/check",
      id: "checkLiveness",
      summary: "Check liveness",
      description:
        "Frames are `image_1` and on without a gap. A capture that shows no living person is an answer, not an error. In a burst the head turns a little between some two frames (about 10 degrees in all): what a flat picture cannot imitate is measured on that, and every frame must be clear by itself. A challenge asks for all of this and the action, which may also settle what a single frame left open.",
      form: { spec: { ...checkForm, files: FRAME_FIELDS }, required: ["image_1"], fields: checkFields },
      answer: { status: 200, description: "The result.", schema: livenessAnswer, forToken: livenessForToken },
      errors: [
        "frame_count_invalid",
        "challenge_required",
        "challenge_invalid",
        "challenge_expired",
        "challenge_used",
        "liveness_mode_too_weak",
        "usage_cap_reached",
        "verification_mismatch",
        "verification_not_open",
        "too_many_attempts",
      ],
    },
    {
      method: "post",
      path: "/v1/liveness/challenges",
      id: "issueChallenge",
      summary: "Issue a challenge",
      description:
        "The server chooses the action; the hint may be ignored, and a session token's is. Send the neutral frame first, then one or more of the action. A challenge is good for 120 seconds, once, for this tenant, mode and, with a session token, verification. Not metered.",
      json: { schema: challengeRequest, example: { action_hint: "random" } },
      answer: {
        status: 201,
        description: "The challenge.",
        schema: challengeAnswer,
        forToken: challengeAnswer,
      },
      errors: ["verification_not_open"],
    },
    {
      method: "get",
      path: "/v1/liveness/:id",
      id: "readLivenessResult",
      summary: "Read a liveness result",
      description: "Counts against the usage cap.",
      parameters: { id: "The result's id, `lc_…`." },
      answer: { status: 200, description: "The result.", schema: livenessAnswer },
      errors: ["not_found", "usage_cap_reached"],
    },
    {
      method: "delete",
      path: "/v1/liveness/:id",
      id: "deleteLivenessResult",
      summary: "Delete a liveness result",
      description:
        "What was found, the face and its pictures are gone for good, and what of its event is still to be delivered is not sent. Repeating it is allowed.",
      parameters: { id: "The result's id, `lc_…`." },
      answer: { status: 204, description: "The result is deleted." },
      errors: ["not_found"],
    },
  ],
};
