import { uploadForm } from "../../http/body/upload-form.ts";
import { createRouter } from "../../http/context.ts";
import { findFraudResult } from "../../store/results/fraud-results.ts";
import { readResult } from "../call/read-result.ts";
import { removeResult } from "../call/remove-result.ts";
import { detect, detectForm } from "./detect.ts";

export const fraud = createRouter()
  .post("/detect", uploadForm(detectForm), detect)
  .get("/:id", async (c) => c.json((await readResult(c, findFraudResult)).body))
  .delete("/:id", removeResult("fraud"));
