import { uploadForm } from "../../http/body/upload-form.ts";
import { createRouter } from "../../http/context.ts";
import { jsonBody } from "../../http/parameters/validation.ts";
import { findLivenessResult } from "../../store/results/liveness-results.ts";
import { readResult } from "../call/read-result.ts";
import { removeResult } from "../call/remove-result.ts";
import { check, checkForm } from "./check.ts";
import { challengeRequest, createChallenge } from "./issue-challenge.ts";

export const liveness = createRouter()
  .post("/challenges", jsonBody(challengeRequest), createChallenge)
  .post("/check", uploadForm(checkForm), check)
  .get("/:id", async (c) => c.json((await readResult(c, findLivenessResult)).body))
  .delete("/:id", removeResult("liveness"));
