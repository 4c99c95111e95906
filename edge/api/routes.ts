import type { RouteGroup } from "../http/route.ts";
import { captureRoutes } from "./capture.ts";
import { customers } from "./customers.ts";
import { events } from "./events.ts";
import { comparisonRoutes } from "./faces.ts";
import { fraud } from "./fraud.ts";
import { handoffs } from "./handoffs.ts";
import { health } from "./health.ts";
import { liveness } from "./liveness.ts";
import { ocr } from "./ocr.ts";
import { registrationRoutes } from "./registrations.ts";
import { sessionRoutes } from "./sessions.ts";
import { verifications } from "./verifications.ts";

const sessions: RouteGroup = {
  tag: "Sessions",
  description:
    "Session tokens let an end user's device make the calls of one verification, without the secret key. A token is valid for 30 minutes unless the call sets another time. It cannot be renewed: mint a fresh one.",
  routes: [...sessionRoutes, ...captureRoutes],
};

const faces: RouteGroup = {
  tag: "Faces",
  description: "Compares two faces, registers faces, and searches the gallery of registered faces.",
  routes: [...comparisonRoutes, ...registrationRoutes],
};

/** Every route of the API, in the order of the reference. */
export const API: readonly RouteGroup[] = [
  ...[sessions, handoffs, verifications, ocr, fraud, liveness, faces],
  ...[events, customers, health],
];
