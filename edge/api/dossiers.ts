import { z } from "zod";
import { ApiError } from "../core/errors.ts";
import { existingVerification } from "../operations/verification-write.ts";
import { makeDossier } from "../operations/verifications/dossier.ts";
import { dossierAnswer } from "../schemas/dossiers.ts";
import { isAgeOnly } from "../verification/purpose.ts";
import { ERASED_REF } from "../verification/types.ts";
import { contextOf } from "./call/call.ts";
import { meterRead } from "./call/results.ts";
import { route } from "./call/route.ts";

const read = route(
  {
    method: "get",
    path: "/v1/verifications/:id/dossier",
    id: "readDossier",
    summary: "Retrieve a dossier",
    description:
      "All that the decision rests on, signed: policy, timeline, measurements, verdicts, reasons and image hashes. `npx --no-install selfsame dossier verify` checks it without the service. It holds personal data. Billed like a read of the verification.",
    sdk: "verifications.dossier",
    parameters: { id: "The verification's id, `vf_…`." },
    callers: ["secret_key"],
    scope: "verifications:dossier",
    query: z.strictObject({
      images: z
        .literal("1")
        .optional()
        .describe(
          "`1` adds the images that the policy keeps, at most 12 MiB in all. While a human has to decide, it also adds those that are kept for the review.",
        ),
    }),
    answer: { status: 200, description: "The dossier.", schema: dossierAnswer },
    errors: ["not_found", "usage_cap_reached"],
  },
  async (call) => {
    const { services, principal, param, query } = call;
    const verification = await existingVerification(services.db, principal.scope, param("id"));
    if (verification.customerRef === ERASED_REF) {
      throw new ApiError("not_found", "The end user was erased: nothing that the decision rests on is left.");
    }
    if (isAgeOnly(verification.policy)) {
      const message = "A verification with purpose: age has no dossier: nothing that it rests on is kept.";
      throw new ApiError("not_found", message);
    }
    await meterRead(call, verification);
    return makeDossier(contextOf(call), { verification, withImages: query.images === "1" });
  },
);

/** Proofs of decisions. */
export const dossierRoutes = [read];
