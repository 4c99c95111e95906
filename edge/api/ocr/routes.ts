import { uploadForm } from "../../http/body/upload-form.ts";
import { createRouter } from "../../http/context.ts";
import { scan, scanForm } from "./scan.ts";
import { deleteOcrResult, readOcrResult } from "./stored.ts";

export const ocr = createRouter()
  .post("/scan", uploadForm(scanForm), scan)
  .get("/:id", readOcrResult)
  .delete("/:id", deleteOcrResult);
