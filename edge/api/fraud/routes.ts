import { uploadForm } from "../../http/body.ts";
import { createRouter } from "../../http/context.ts";
import { findFraudResult } from "../../store/results/fraud-results.ts";
import { readResult } from "../answers/read-result.ts";
import { metered } from "../call/commit.ts";
import { detectForm, detectFraud } from "./detect.ts";

export const fraud = createRouter()
  .post("/detect", uploadForm(detectForm), metered(detectFraud))
  .get("/:id", async (c) => c.json((await readResult(c, findFraudResult)).body));
