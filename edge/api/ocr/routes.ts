import { uploadForm } from "../../http/body.ts";
import { createRouter } from "../../http/context.ts";
import { metered } from "../call/commit.ts";
import { scanDocument, scanForm } from "./scan.ts";
import { deleteOcrResult, readOcrResult } from "./stored.ts";

export const ocr = createRouter()
  .post("/scan", uploadForm(scanForm), metered(scanDocument))
  .get("/:id", readOcrResult)
  .delete("/:id", deleteOcrResult);
