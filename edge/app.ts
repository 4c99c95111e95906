import { noteRejection } from "./api/call/rejected-key.ts";
import { API } from "./api/routes.ts";
import { dashboard } from "./dashboard/app.tsx";
import { drainRefused } from "./http/body/drain.ts";
import { createRouter } from "./http/context.ts";
import { onError } from "./http/problem.ts";
import {
  deadline,
  finish,
  observe,
  ownHost,
  provide,
  requestId,
  type ServicesProvider,
} from "./http/request.ts";
import { answerUnrouted, mount, openToPages, refuseUnknownPaths } from "./http/route.ts";
import { type Instance, instance } from "./platform/figures.ts";
import { reference, showBrowser } from "./reference/routes.ts";
import { type SdkFiles, sdkRoutes } from "./reference/sdk.ts";

/**
 * The API: the middleware of every request, in order, and the routes.
 *
 * @param sdk The built SDK files to serve, if they have been built.
 */
export function createApp(services: ServicesProvider, sdk?: SdkFiles, self: Instance = instance) {
  const app = createRouter();
  const routes = API.flatMap((group) => group.routes);
  app.onError(onError);
  app.notFound(answerUnrouted([...reference.routes, ...routes]));

  app.use(observe(self), requestId, ownHost);
  openToPages(app, routes);
  app.use("/", showBrowser);
  mount(app, reference.routes, noteRejection);
  if (sdk !== undefined) app.route("/sdk", sdkRoutes(sdk));
  app.use(drainRefused(), finish, provide(services), deadline);
  app.route("/dashboard", dashboard);
  mount(app, routes, noteRejection);
  refuseUnknownPaths(app, noteRejection);
  return app;
}
