import { createRouter } from "../../http/context.ts";
import { findFraudResult } from "../../store/fraud-results.ts";
import { readResult } from "../read-result.ts";
import { detectFraud } from "./detect.ts";

export const fraud = createRouter()
  .post("/detect", detectFraud)
  .get("/:id", async (c) => c.json((await readResult(c, findFraudResult)).body));
