interface Route {
  readonly method: string;
  readonly path: string;
}

const PREFIX = "/dashboard";

/**
 * Where to go if the address of a form is opened, as by reloading after a sign-in: the nearest address above
 * it that is a page. Null for an address that no form is sent to.
 */
export function pageOfForm(routes: readonly Route[], path: string): string | null {
  const takes = (method: string, at: string) =>
    routes.some((route) => route.method === method && patternOf(route.path).test(at));
  const own = path.slice(PREFIX.length);
  if (!takes("POST", own)) return null;
  const parts = own.split("/");
  const above = parts.map((_, i) => parts.slice(0, i + 1).join("/") || "/").toReversed();
  const page = above.find((at) => takes("GET", at));
  return page === undefined ? null : PREFIX + (page === "/" ? "" : page);
}

/** A route's path as a regular expression; routes of pages have no other parts than these. */
const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/:mode\{live\|test\}/, "(live|test)").replace(/:\w+/g, "[^/]+")}$`);
