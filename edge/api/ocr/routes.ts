import { uploadForm } from "../../http/body.ts";
import { createRouter } from "../../http/context.ts";
import { idempotent } from "../idempotency/idempotent.ts";
import { metered } from "../metered.ts";
import { scanDocument, scanForm } from "./scan.ts";
import { deleteOcrResult, readOcrResult } from "./stored.ts";

export const ocr = createRouter()
  .post("/scan", uploadForm(scanForm), idempotent, metered, scanDocument)
  .get("/:id", readOcrResult)
  .delete("/:id", deleteOcrResult);
