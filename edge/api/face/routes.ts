import { createRouter } from "../../http/context.ts";
import { findFaceMatch } from "../../store/face-matches.ts";
import { readResult } from "../read-result.ts";
import { verifyFaces } from "./verify.ts";

export const face = createRouter()
  .post("/verify", verifyFaces)
  .get("/verify/:id", async (c) => c.json((await readResult(c, findFaceMatch)).body));
