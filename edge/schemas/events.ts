import { z } from "zod";
import { EVENT_TYPES, type EventType, TEST_EVENT_TYPE } from "../../vocabulary/events.ts";
import { chipData } from "./chips.ts";
import { idOf, modeSchema, timestamp } from "./common.ts";
import { credentialData } from "./credentials.ts";
import { faceVerifyData } from "./faces.ts";
import { fraudData } from "./fraud.ts";
import { livenessData } from "./liveness.ts";
import { ocrData } from "./ocr.ts";
import {
  checkRequestedData,
  contestedData,
  recalledData,
  reviewedData,
  reviewRequiredData,
  verificationData,
} from "./verification-events.ts";

/** The types of events: those of contract §11.1, and the test event of an endpoint. */
type SentType = EventType | typeof TEST_EVENT_TYPE;

const testData = z.object({
  endpoint_id: idOf("endpoint"),
  message: z
    .string()
    .describe("A fixed sentence.")
    .meta({ examples: ["This is a test event."] }),
});

/** The envelope of contract §11.1. */
const envelope = <T extends SentType>(type: T, name: string, data: z.ZodType) =>
  z
    .object({
      id: idOf("event").describe(
        "The same for every delivery attempt. Use it to ignore repeated deliveries.",
      ),
      type: z.literal(type).describe("The event type."),
      created_at: timestamp,
      mode: modeSchema,
      tenant_id: idOf("tenant"),
      data: data.describe("The result or verification that the event is about."),
    })
    .meta({ id: name, description: `An event of the type \`${type}\`.` });

/** The envelope of each type of event. */
export const eventSchemas = {
  "ocr.completed": envelope("ocr.completed", "OcrCompleted", ocrData),
  "face.verify.completed": envelope("face.verify.completed", "FaceVerifyCompleted", faceVerifyData),
  "liveness.check.completed": envelope("liveness.check.completed", "LivenessCheckCompleted", livenessData),
  "fraud.signal_detected": envelope("fraud.signal_detected", "FraudSignalDetected", fraudData),
  "chip.completed": envelope("chip.completed", "ChipCompleted", chipData),
  "credential.completed": envelope("credential.completed", "CredentialCompleted", credentialData),
  "verification.completed": envelope("verification.completed", "VerificationCompleted", verificationData),
  "verification.check_requested": envelope(
    "verification.check_requested",
    "VerificationCheckRequested",
    checkRequestedData,
  ),
  "verification.review_required": envelope(
    "verification.review_required",
    "VerificationReviewRequired",
    reviewRequiredData,
  ),
  "verification.reviewed": envelope("verification.reviewed", "VerificationReviewed", reviewedData),
  "verification.contested": envelope("verification.contested", "VerificationContested", contestedData),
  "verification.recalled": envelope("verification.recalled", "VerificationRecalled", recalledData),
  "webhook.test": envelope("webhook.test", "WebhookTest", testData),
} as const satisfies Record<SentType, z.ZodType>;

/** An event whose person was erased. */
const erasedEvent = eventSchemas["webhook.test"]
  .extend({
    type: z.enum([...EVENT_TYPES, TEST_EVENT_TYPE]).describe("The event type."),
    data: z.null().describe("Erased."),
  })
  .meta({ id: "ErasedEvent", description: "An event whose data were erased." });

/** The answer of GET /v1/events/:id, distinguished by `type`. */
export const eventAnswer = z.union([...Object.values(eventSchemas), erasedEvent]);

/** When each type of event is sent. */
export const eventOccasions: Readonly<Record<SentType, string>> = {
  "ocr.completed": "A document was read. It is sent for each successful scan.",
  "face.verify.completed": "Two images were compared with `POST /v1/face/verify`.",
  "liveness.check.completed": "A liveness check was completed, whatever its outcome.",
  "fraud.signal_detected":
    "A document was checked for fraud. It is sent for every successful check, also if `decision` is `clean`: it is no alarm. Read `decision`.",
  "chip.completed": "The data of a document's chip were verified, whatever their outcome.",
  "credential.completed": "A wallet's credential was checked, whatever its outcome.",
  "verification.completed":
    "A verification was completed. It is sent once. If `final` is false, a reviewer has to decide: `verification.review_required` is sent beside it, and `verification.reviewed` follows.",
  "verification.check_requested":
    "A check of your own is due: every step of the verification is settled, and its policy has `external_checks`. It is sent once for each check. Answer with `POST /v1/verifications/:id/checks/:name` before `deadline`.",
  "verification.review_required":
    "A reviewer has to decide a verification. It is sent once, beside `verification.completed`, if the decision is `review`.",
  "verification.reviewed":
    "A reviewer decided a verification that was in `review` or contested. It is sent once.",
  "verification.contested":
    "A declined end user asked for a decision by a human. It is sent once. The decision stands until `verification.reviewed`.",
  "verification.recalled":
    "The operator recalled a trust anchor that a result of the verification rests on. The decision stays. It is sent once for each verification.",
  "webhook.test": "A test event was requested for this endpoint. Every endpoint receives it.",
};
