import { createRouter } from "../../http/context.ts";
import { scanDocument } from "./scan.ts";
import { deleteOcrResult, readOcrResult } from "./stored.ts";

export const ocr = createRouter()
  .post("/scan", scanDocument)
  .get("/:id", readOcrResult)
  .delete("/:id", deleteOcrResult);
