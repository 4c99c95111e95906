import { uploadForm } from "../../http/body.ts";
import { createRouter } from "../../http/context.ts";
import { jsonBody } from "../../http/validation.ts";
import { findLivenessResult } from "../../store/results/liveness-results.ts";
import { readResult } from "../answers/read-result.ts";
import { metered, recorded } from "../call/commit.ts";
import { checkForm, checkLiveness } from "./check.ts";
import { challengeRequest, issueChallenge } from "./issue-challenge.ts";

export const liveness = createRouter()
  .post("/challenges", jsonBody(challengeRequest), recorded(issueChallenge))
  .post("/check", uploadForm(checkForm), metered(checkLiveness))
  .get("/:id", async (c) => c.json((await readResult(c, findLivenessResult)).body));
