import { customers, publicKeys } from "./api/customers/routes.ts";
import { events } from "./api/events/routes.ts";
import { face } from "./api/face/routes.ts";
import { fraud } from "./api/fraud/routes.ts";
import { liveness } from "./api/liveness/routes.ts";
import { media } from "./api/media/routes.ts";
import { ocr } from "./api/ocr/routes.ts";
import { OPERATION_GROUPS } from "./api/operation-groups.ts";
import { handoffs } from "./api/sessions/handoffs/routes.ts";
import { capture, sessions } from "./api/sessions/routes.ts";
import { verifications } from "./api/verifications/routes.ts";
import { dashboard } from "./dashboard/app.tsx";
import { health } from "./health/routes.ts";
import { drainRefused } from "./http/body/drain.ts";
import { authenticate } from "./http/caller/authenticate.ts";
import { cors } from "./http/caller/cors.ts";
import { ownHost } from "./http/caller/own-host.ts";
import { createRouter } from "./http/context.ts";
import { deadline } from "./http/deadline.ts";
import { onError, onNotFound } from "./http/errors/problem.ts";
import { finish } from "./http/finish.ts";
import { observe } from "./http/observe.ts";
import { knownQuery } from "./http/parameters/known-query.ts";
import { provide, type ServicesProvider } from "./http/provide.ts";
import { requestId } from "./http/request-id.ts";
import { type Instance, instance } from "./monitoring/instance.ts";
import { reference } from "./reference/routes.ts";
import type { SdkFiles } from "./sdk/files.ts";
import { sdkRoutes } from "./sdk/routes.ts";

/**
 * The API: the middleware of every request, in order, and the router of each path.
 *
 * @param sdk What is served to those who build on the API, where it has been built.
 */
export function createApp(services: ServicesProvider, sdk?: SdkFiles, self: Instance = instance) {
  const app = createRouter();
  app.onError(onError);
  app.notFound(onNotFound);

  app.use(observe(self.figures), requestId, ownHost);
  app.use("/v1/*", cors);
  app.route("/", reference);
  if (sdk !== undefined) app.route("/sdk", sdkRoutes(sdk));
  app.use(drainRefused(), finish, provide(services), deadline);
  app.route("/health", health(self));
  app.route("/dashboard", dashboard);
  app.use("/v1/*", authenticate, knownQuery(OPERATION_GROUPS.flatMap(({ operations }) => operations)));

  app.route("/v1/sessions", sessions);
  app.route("/v1/capture", capture);
  app.route("/v1/handoffs", handoffs);
  app.route("/v1/verifications", verifications);
  app.route("/v1/ocr", ocr);
  app.route("/v1/fraud", fraud);
  app.route("/v1/liveness", liveness);
  app.route("/v1/face", face);
  app.route("/v1/events", events);
  app.route("/v1/customers", customers);
  app.route("/.well-known", publicKeys);
  app.route("/media", media);
  return app;
}
