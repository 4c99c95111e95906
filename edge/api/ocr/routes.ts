import { uploadForm } from "../../http/body/upload-form.ts";
import { createRouter } from "../../http/context.ts";
import { removeResult } from "../call/remove-result.ts";
import { scan, scanForm } from "./scan.ts";
import { readOcrResult } from "./stored.ts";

export const ocr = createRouter()
  .post("/scan", uploadForm(scanForm), scan)
  .get("/:id", readOcrResult)
  .delete("/:id", removeResult("ocr"));
