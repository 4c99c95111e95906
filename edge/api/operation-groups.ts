import { healthOperations } from "../health/operations.ts";
import type { OperationGroup } from "../http/operation.ts";
import { customerOperations } from "./customers/operations.ts";
import { eventOperations } from "./events/operations.ts";
import { faceOperations } from "./face/operations.ts";
import { fraudOperations } from "./fraud/operations.ts";
import { livenessOperations } from "./liveness/operations.ts";
import { ocrOperations } from "./ocr/operations.ts";
import { handoffOperations } from "./sessions/handoffs/operations.ts";
import { sessionOperations } from "./sessions/operations.ts";
import { verificationOperations } from "./verifications/operations.ts";

/** Every operation of the API, in the order of the reference. */
export const OPERATION_GROUPS: readonly OperationGroup[] = [
  sessionOperations,
  handoffOperations,
  verificationOperations,
  ocrOperations,
  fraudOperations,
  livenessOperations,
  faceOperations,
  eventOperations,
  customerOperations,
  healthOperations,
];
