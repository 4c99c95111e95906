import type { MiddlewareHandler } from "hono";
import type { PropsWithChildren } from "hono/jsx";
import type { z } from "zod";
import { LARGEST_LOGO } from "../../capture-settings/fields.ts";
import { ApiError } from "../../core/errors.ts";
import { sameText } from "../../crypto/hashing.ts";
import { LARGEST_BODY, readSmall } from "../../http/body/read-body.ts";
import { keysAt } from "../../http/issue-text.ts";
import { Returned } from "../form/returned-form.ts";
import { type DashboardContext, type DashboardEnv, isOurOrigin, PageError } from "./context.ts";
import { faultsOf, InputFault, summaryOf, type Values } from "./input-fault.ts";

const CSRF_FIELD = "csrf";
/** Path and query of the page that a form is on, which is shown again if its input is rejected. */
const PAGE_FIELD = "page";

/**
 * A form that posts to `action` with the CSRF token. Every form that changes data uses this component. If its
 * input was rejected, its fields show what was entered, and their faults.
 */
export function Form({
  c,
  action,
  class: className,
  enctype,
  children,
}: PropsWithChildren<{
  c: DashboardContext;
  action: string;
  class?: string;
  enctype?: "multipart/form-data";
}>) {
  return (
    <form method="post" action={action} class={className} enctype={enctype}>
      <input type="hidden" name={CSRF_FIELD} value={c.var.csrf} />
      <input type="hidden" name={PAGE_FIELD} value={c.req.path + new URL(c.req.url).search} />
      <Returned.Provider value={returnedTo(c, action)}>{children}</Returned.Provider>
    </form>
  );
}

/** The filter of a list. If it was rejected, its fields show what was entered, and their faults. */
export const Filter = ({ c, children }: PropsWithChildren<{ c: DashboardContext }>) => (
  <search class="panel">
    <form method="get" class="row">
      <Returned.Provider value={returnedTo(c, c.req.path)}>{children}</Returned.Provider>
      <div class="actions">
        <button type="submit">Filter</button>
        {Object.entries(c.req.query()).some(([name, value]) => name !== "from" && value !== "") && (
          <a class="button plain" href={c.req.path}>
            Clear
          </a>
        )}
      </div>
    </form>
  </search>
);

const returnedTo = ({ var: { returned } }: DashboardContext, action: string) =>
  returned !== undefined && returned.action === action.split("?")[0] ? returned : null;

/**
 * The form's fields, parsed by the schema: a field that occurs once is a text, a repeated one a list. Throws
 * `InputFault` with the fault of each field.
 */
export async function readForm<S extends z.ZodType>(c: DashboardContext, schema: S): Promise<z.output<S>> {
  const { [CSRF_FIELD]: _, [PAGE_FIELD]: page, ...fields } = await c.req.parseBody({ all: true });
  const values = textsOf(fields);
  c.set("submitted", { page: pageWithin(c, page), names: keysAt(schema, []), values });
  const result = schema.safeParse(fields);
  if (result.success) return result.data;
  const faults = faultsOf(result.error, values);
  c.set("returned", { action: c.req.path, values, faults, message: summaryOf(faults) });
  throw new InputFault(faults);
}

function textsOf(fields: Readonly<Record<string, unknown>>): Values {
  const texts = Object.entries(fields).map(
    ([name, value]) => [name, [value].flat().filter((each) => typeof each === "string")] as const,
  );
  return new Map(texts);
}

/** The page that the form names, if it is of the same section; else the form's own path. */
function pageWithin({ req, var: { mode, section } }: DashboardContext, page: unknown): string {
  const within = section === undefined ? "/dashboard/" : ["/dashboard", mode, section].join("/");
  return typeof page === "string" && page.startsWith(within) ? page : req.path;
}

/**
 * Reads a form of at most 1 MiB, and of 16 KiB before the sign-in: 413 for a larger one, 408 for one that
 * does not arrive, 503 for one that finds no room. Admits it only from this dashboard's pages (OWASP CSRF):
 * the browser's Origin or Sec-Fetch-Site must say so if present, and the token must be the session's. Throws
 * 403 otherwise.
 */
export const guardForms: MiddlewareHandler<DashboardEnv> = async (c, next) => {
  if (c.req.method !== "GET" && c.req.method !== "HEAD") {
    c.req.raw = new Request(c.req.raw, { body: await wholeForm(c) });
    const { [CSRF_FIELD]: token } = await c.req.parseBody().catch(refuseMalformed);
    if (!comesFromUs(c) || typeof token !== "string" || !sameText(token, c.var.csrf)) {
      throw new PageError(403, "This form has expired. Go back, reload the page and try again.");
    }
  }
  await next();
};

async function wholeForm(c: DashboardContext): Promise<Uint8Array<ArrayBuffer>> {
  const { services, viewer } = c.var;
  const largest = viewer === undefined ? LARGEST_BODY.strangersForm : LARGEST_BODY.form;
  const sender = viewer && { tenant: viewer.tenantId, caller: viewer.userId };
  const place = sender === undefined ? null : services.uploads.enter(sender);
  const body = await readSmall(c.req.raw, largest, place).catch(refuseBroken);
  if (body === null) throw tooLarge(c, largest);
  return body;
}

/** The page that sent the form shows the fault. A form with a file has the logo: see `capture-forms.tsx`. */
function tooLarge(c: DashboardContext, largest: number): ApiError {
  const referer = c.req.header("referer") ?? "";
  const section = ["/dashboard", c.var.mode, c.var.section].join("/");
  const page = URL.canParse(referer) ? new URL(referer).pathname : section;
  const isLogo = c.req.header("content-type")?.startsWith("multipart/") === true;
  c.set("submitted", { page: pageWithin(c, page), names: ["logo"], values: new Map() });
  return isLogo
    ? new ApiError(
        "request_too_large",
        `logo must be a PNG image of at most ${LARGEST_LOGO.bytes / 1024} KiB.`,
        {
          param: "logo",
        },
      )
    : new ApiError("request_too_large", `A form has at most ${largest / 1024} KiB here. Shorten its text.`);
}

function refuseBroken(error: unknown): never {
  throw error instanceof ApiError
    ? error
    : new ApiError("invalid_parameter", "The form ended early.", { cause: error });
}

/** A body that claims multipart and does not parse is a 400. */
function refuseMalformed(error: unknown): never {
  if (!(error instanceof TypeError)) throw error;
  throw new ApiError("invalid_parameter", "The form cannot be read.");
}

function comesFromUs(c: DashboardContext): boolean {
  const site = c.req.header("sec-fetch-site");
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const origin = c.req.header("origin");
  return origin === undefined || isOurOrigin(c, origin);
}
