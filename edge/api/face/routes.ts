import { uploadForm } from "../../http/body.ts";
import { createRouter } from "../../http/context.ts";
import { findFaceMatch } from "../../store/face-matches.ts";
import { idempotent } from "../idempotency/idempotent.ts";
import { metered } from "../metered.ts";
import { readResult } from "../read-result.ts";
import { verifyFaces, verifyForm } from "./verify.ts";

export const face = createRouter()
  .post("/verify", uploadForm(verifyForm), idempotent, metered, verifyFaces)
  .get("/verify/:id", async (c) => c.json((await readResult(c, findFaceMatch)).body));
