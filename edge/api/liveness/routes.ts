import { createRouter } from "../../http/context.ts";
import { jsonBody } from "../../http/validation.ts";
import { findLivenessResult } from "../../store/liveness-results.ts";
import { readResult } from "../read-result.ts";
import { checkLiveness } from "./check.ts";
import { challengeRequest, issueChallenge } from "./issue-challenge.ts";

export const liveness = createRouter()
  .post("/challenges", jsonBody(challengeRequest), (c) => issueChallenge(c, c.req.valid("json")))
  .post("/check", checkLiveness)
  .get("/:id", async (c) => c.json((await readResult(c, findLivenessResult)).body));
