import { sessions } from "./api/sessions/routes.ts";
import { verifications } from "./api/verifications/routes.ts";
import { authenticate } from "./auth/authenticate.ts";
import { createRouter } from "./http/context.ts";
import { drainRefused } from "./http/drain.ts";
import { onError, onNotFound } from "./http/problem.ts";
import { provide, type ServicesProvider } from "./http/provide.ts";
import { requestId } from "./http/request-id.ts";

/** The API: what every request meets, in order, and which folder answers which path. */
export function createApp(services: ServicesProvider) {
  const app = createRouter();
  app.onError(onError);
  app.notFound(onNotFound);

  app.use(requestId, drainRefused, provide(services));
  app.use("/v1/*", authenticate);

  app.route("/v1/sessions", sessions);
  app.route("/v1/verifications", verifications);
  return app;
}
