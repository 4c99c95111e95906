import type { ErrorHandler, Hono } from "hono";
import { ApiError } from "../../core/errors.ts";
import { causes, logDefect } from "../../http/problem.ts";
import { statusOf } from "../../http/status.ts";
import { type DashboardContext, type DashboardEnv, isOurOrigin, PageError } from "./context.ts";
import { failed, redirect } from "./flash.ts";
import { InputFault } from "./input-fault.ts";
import { showCard, showPage } from "./layout.tsx";
import { showAgain } from "./show-again.ts";

type Status = 400 | 401 | 403 | 404 | 408 | 409 | 413 | 429 | 500 | 503;

const TITLES: Readonly<Record<Status, string>> = {
  400: "Invalid input",
  401: "Please sign in",
  403: "Not allowed",
  404: "Not found",
  408: "Too slow",
  409: "Not possible in this state",
  413: "Too large",
  429: "Too many attempts",
  500: "Something went wrong",
  503: "Not available",
};

/** Rejections of a form's input, which the form's own page shows. */
const OF_INPUT: readonly Status[] = [400, 409, 413];

/**
 * Responds to an error of a page: a rejection with its message, a defect without one. If a form's input is
 * rejected, its page is shown again.
 */
export const onPageError =
  (dashboard: Hono<DashboardEnv>): ErrorHandler<DashboardEnv> =>
  async (error, c) => {
    const refused = refusalOf(error, c);
    const { status, retryAfter } = refused;
    const message = error instanceof InputFault ? error.inFull : refused.message;
    if (retryAfter !== undefined) c.header("Retry-After", String(retryAfter));
    const isSignedIn = c.var.viewer !== undefined;
    const isForm = c.req.method === "POST";
    if (OF_INPUT.includes(status) && (isForm || c.var.submitted !== undefined)) {
      const again = await showAgain(c, error, status, dashboard);
      if (again !== null) return again;
      if (isForm && isSignedIn) return redirect(c, pageBefore(c), failed(message));
    }
    const body = (
      <>
        <p>{message}</p>
        <p class="soft">Request {c.var.requestId}</p>
      </>
    );
    return isSignedIn
      ? showPage(c, { title: TITLES[status], status: status as 400 }, body)
      : showCard(c, { title: TITLES[status], status }, body);
  };

interface Shown {
  readonly status: Status;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
}

function refusalOf(error: Error, c: DashboardContext): Shown {
  const known = causes(error).find((cause) => cause instanceof ApiError || cause instanceof PageError);
  if (known instanceof PageError) return known;
  const status = known === undefined ? 500 : statusOf(known);
  if (known !== undefined && status !== 500) {
    const { message, retryAfter } = known;
    return { status: status in TITLES ? (status as Status) : 400, message, retryAfter };
  }
  logDefect(error, c.var.requestId);
  return {
    status: 500,
    message: "An internal error occurred. Check whether your change was saved, then try again.",
  };
}

/** The form's page if it is one of this dashboard; else the section's first page. */
function pageBefore(c: DashboardContext): string {
  const section = ["/dashboard", c.var.mode, c.var.section].join("/");
  const referer = c.req.header("referer");
  if (referer === undefined || !URL.canParse(referer)) return section;
  const { origin, pathname, search } = new URL(referer);
  return isOurOrigin(c, origin) && pathname.startsWith(section) ? pathname + search : section;
}
