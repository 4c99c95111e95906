import { uploadForm } from "../../http/body/upload-form.ts";
import { createRouter } from "../../http/context.ts";
import { jsonBody, queryParameters } from "../../http/parameters/validation.ts";
import { personSchema } from "../../schemas/common.ts";
import { findFaceMatch } from "../../store/results/face-matches.ts";
import { readResult } from "../call/read-result.ts";
import { removeResult } from "../call/remove-result.ts";
import { dedupe, dedupeForm } from "./dedupe.ts";
import {
  personOf,
  readRegistration,
  readRegistrations,
  registerFace,
  registrationForm,
  registrationsQuery,
  removeRegistration,
} from "./registrations.ts";
import { verify, verifyForm } from "./verify.ts";
import { verifyRegistration, verifyRegistrationForm } from "./verify-registration.ts";

export const face = createRouter()
  .post("/verify", uploadForm(verifyForm), verify)
  .get("/verify/:id", async (c) => c.json((await readResult(c, findFaceMatch)).body))
  .delete("/verify/:id", removeResult("face"))
  .post("/dedupe", uploadForm(dedupeForm), dedupe)
  .post("/registrations", uploadForm(registrationForm), registerFace)
  .post("/registrations/verify", uploadForm(verifyRegistrationForm), verifyRegistration)
  .get("/registrations", queryParameters(registrationsQuery), (c) =>
    readRegistrations(c, c.req.valid("query")),
  )
  .post("/registrations/read", jsonBody(personSchema), (c) =>
    readRegistration(c, c.req.valid("json").customer_ref),
  )
  .post("/registrations/delete", jsonBody(personSchema), (c) =>
    removeRegistration(c, c.req.valid("json").customer_ref),
  )
  .get("/registrations/:customer_ref", (c) => readRegistration(c, personOf(c)))
  .delete("/registrations/:customer_ref", (c) => removeRegistration(c, personOf(c)));
