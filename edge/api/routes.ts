import type { RouteGroup } from "../http/route.ts";
import { captureRoutes } from "./capture.ts";
import { chips } from "./chips.ts";
import { contestRoutes } from "./contests.ts";
import { credentials } from "./credentials.ts";
import { customers } from "./customers.ts";
import { dossierRoutes } from "./dossiers.ts";
import { events } from "./events.ts";
import { comparisonRoutes } from "./faces.ts";
import { fraud } from "./fraud.ts";
import { handoffs } from "./handoffs.ts";
import { health } from "./health.ts";
import { liveness } from "./liveness.ts";
import { ocr } from "./ocr.ts";
import { listRoutes } from "./own-checks.ts";
import { policies } from "./policies.ts";
import { registrationRoutes } from "./registrations.ts";
import { reviewRoutes } from "./reviews.ts";
import { sessionRoutes } from "./sessions.ts";
import { verifications } from "./verifications.ts";
import { webhookEndpoints } from "./webhook-endpoints.ts";

const sessions: RouteGroup = {
  tag: "Sessions",
  description:
    "A session token lets an end user's device make the calls of one verification without your secret key. It is valid for 30 minutes by default and cannot be renewed: create another one.",
  routes: sessionRoutes,
};

const reviews: RouteGroup = {
  tag: "Reviews",
  description:
    "Verifications whose decision is `review` await a person. Decide them in the dashboard, or from your own back office with these calls.",
  routes: [...reviewRoutes, ...contestRoutes, ...dossierRoutes],
};

const capturePage: RouteGroup = {
  tag: "Capture page",
  description: "The calls of the hosted capture page. Your own code does not need them.",
  routes: captureRoutes,
};

const faces: RouteGroup = {
  tag: "Faces",
  description:
    "Comparisons of two faces (1:1), and a gallery of registered faces to compare with and to search (1:N).",
  routes: [...comparisonRoutes, ...registrationRoutes],
};

const lists: RouteGroup = {
  tag: "Lists",
  description:
    "Documents and faces that you block, and documents that you allow. A verification's policy says what follows.",
  routes: listRoutes,
};

/** Every route of the API, in the order of the reference. */
export const API: readonly RouteGroup[] = [
  ...[verifications, policies, reviews, sessions, ocr, chips, credentials, fraud, liveness, faces, lists],
  ...[events, webhookEndpoints, customers, health, capturePage, handoffs],
];
