import { z } from "zod";
import { contestVerification } from "../operations/verifications/contest.ts";
import { contestedExample, nextAnswer } from "../schemas/next.ts";
import { MAX_STATEMENT } from "../verification/contest.ts";
import { route } from "./call/route.ts";
import { idempotent } from "./call/writing.ts";
import { ownVerification, renderNext } from "./verification-reads.ts";

const contest = route(
  {
    method: "post",
    path: "/v1/verifications/:id/contest",
    id: "contestVerification",
    summary: "Contest a decision",
    description:
      "The declined end user asks for a decision by a human, once, if the policy has `contest: on`. The decision stands until a reviewer decides. Not billed.",
    parameters: { id: "The verification's id, `vf_…`." },
    callers: ["session_token"],
    json: {
      schema: z.strictObject({
        statement: z
          .string()
          .max(MAX_STATEMENT)
          .default("")
          .describe(
            "What the end user wants the reviewer to know, in at most 500 characters. It is encrypted, and only reviewers see it.",
          ),
      }),
      example: { statement: "The photo on my passport is ten years old." },
    },
    answer: {
      status: 201,
      description: "The state for the end user.",
      schema: nextAnswer,
      forToken: nextAnswer,
      example: contestedExample,
    },
    errors: ["not_found", "not_contestable"],
  },
  idempotent(contestVerification, {
    input: ({ principal, param, body }) => ({
      verification: ownVerification(principal, param("id")),
      statement: body.statement.trim(),
    }),
    answer: (verification, { services }) => ({
      body: renderNext(verification, services.clock()),
      subject: verification,
    }),
  }),
);

/** Contests of declined end users. */
export const contestRoutes = [contest];
