import { html } from "hono/html";
import type { Child, PropsWithChildren } from "hono/jsx";
import { MODES } from "../../../vocabulary/enumerations.ts";
import { countReviews } from "../../store/verifications/history.ts";
import { Spelt } from "../form/notes.tsx";
import { type DashboardContext, to } from "./context.ts";
import { Form } from "./forms.tsx";
import { MENU } from "./menu.ts";
import { viewerMay } from "./roles.ts";

interface Page {
  /** The document's title. No person's name: browsers keep it in their history. */
  readonly title: string;
  /** The heading. Default: the title. */
  readonly heading?: Child;
  /** A link above the heading, to the list that the page belongs to. */
  readonly back?: { readonly href: string; readonly text: string };
  /** Beside the heading. */
  readonly actions?: Child;
  readonly status?: 200 | 201 | 400 | 403 | 404 | 409 | 500 | 503;
  /** A link to a part of the page that the keyboard reaches first. */
  readonly skip?: { readonly href: string; readonly text: string };
  /** Whether the page needs the whole width: the menu is folded then, as on a phone. */
  readonly isWide?: boolean;
  /** The number of waiting reviews, if the page has read it. */
  readonly waiting?: number;
}

/** Responds with a page behind the sign-in. */
export async function showPage(c: DashboardContext, page: Page, body: Child): Promise<Response> {
  const { title, heading = title, back, actions, skip, status = 200, isWide = false } = page;
  const { waiting = await waitingReviews(c, status) } = page;
  const content = (
    <Document title={title}>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {skip && (
        <a class="skip" href={skip.href}>
          {skip.text}
        </a>
      )}
      <header class="bar">
        <Brand />
        <ModeSwitch c={c} />
        <UserMenu c={c} />
      </header>
      <div class={isWide ? "frame whole" : "frame"}>
        <Menu c={c} waiting={waiting} />
        <main id="main">
          {back && (
            <p class="back">
              <a href={back.href} accesskey="q">
                ← {back.text}
              </a>
            </p>
          )}
          <div class="heading">
            <h1>{heading}</h1>
            {actions && <div class="actions">{actions}</div>}
          </div>
          <FlashLine c={c} />
          {body}
        </main>
      </div>
    </Document>
  );
  return c.html(html`<!doctype html>${content}`, status);
}

/** Responds with a page before the sign-in: one card. `script` is the path of a file that it runs. */
export function showCard(
  c: DashboardContext,
  page: {
    title: string;
    script?: string;
    status?: 200 | 201 | 400 | 401 | 403 | 404 | 408 | 409 | 413 | 429 | 500 | 503;
  },
  body: Child,
): Response | Promise<Response> {
  const content = (
    <Document title={page.title} script={page.script}>
      <main class="card">
        <Brand />
        <h1>{page.title}</h1>
        <FlashLine c={c} />
        {body}
      </main>
    </Document>
  );
  return c.html(html`<!doctype html>${content}`, page.status ?? 200);
}

function Document({
  title,
  script,
  children,
}: PropsWithChildren<{ title: string; script?: string | undefined }>) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Selfsame`}</title>
        <link rel="icon" href="/dashboard/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/dashboard/style.css" />
        {script !== undefined && <script type="module" src={script} />}
      </head>
      <body>{children}</body>
    </html>
  );
}

const Brand = () => (
  <a class="brand" href="/dashboard">
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <circle cx="9" cy="12" r="7" class="left" />
      <circle cx="15" cy="12" r="7" class="right" />
    </svg>
    Selfsame
  </a>
);

/** The same page in the other mode. Test and live data are never mixed. */
function ModeSwitch({ c }: { c: DashboardContext }) {
  return (
    <nav class="modes" aria-label="Mode">
      {MODES.toReversed().map((mode) => (
        <a
          href={["/dashboard", mode, c.var.section].join("/")}
          class={mode}
          aria-current={mode === c.var.mode ? "true" : undefined}
        >
          {mode === "live" ? "Live" : "Test"}
        </a>
      ))}
    </nav>
  );
}

function UserMenu({ c }: { c: DashboardContext }) {
  const { name, tenantName, role } = c.var.viewer;
  return (
    <details class="user">
      <summary>{tenantName}</summary>
      <div class="sheet">
        <p>
          {name}
          <span class="soft">{role}</span>
        </p>
        <Form c={c} action="/dashboard/sign-out">
          <button type="submit" class="plain">
            Sign out
          </button>
        </Form>
      </div>
    </details>
  );
}

/** A count that was ended at `most`. */
export const upTo = (n: number, most: number): string => (n < most ? `${n}` : `${most - 1}+`);

/** The most reviews that the menu counts. */
const MOST_COUNTED = 100;

/** At most `MOST_COUNTED`. The page that reports an error asks the database for nothing. */
async function waitingReviews(c: DashboardContext, status: number): Promise<number> {
  if (status >= 400 || !viewerMay(c, "results.read")) return 0;
  const { services, scope } = c.var;
  const [waiting] = await countReviews(services.db, scope, MOST_COUNTED);
  return waiting?.n ?? 0;
}

/** `waiting`: how many reviews wait. */
function Menu({ c, waiting }: { c: DashboardContext; waiting: number }) {
  const open = MENU.filter(({ right }) => viewerMay(c, right));
  const groups = [...Map.groupBy(open, ({ group }) => group)];
  const links = groups.map(([group, sections]) => (
    <div class="group">
      <h2>{group}</h2>
      <ul>
        {sections.map(({ path, title }) => (
          <li>
            <a href={to(c, path)} aria-current={path === c.var.section ? "page" : undefined}>
              {title}
              {path === "reviews" && waiting > 0 && (
                <>
                  {" "}
                  <span class="badge warn">{upTo(waiting, MOST_COUNTED)}</span>
                </>
              )}
            </a>
          </li>
        ))}
        {group === "Developers" && (
          <li>
            <a href="/docs">Documentation</a>
          </li>
        )}
      </ul>
    </div>
  ));
  return (
    <>
      <nav class="menu wide" aria-label="Sections">
        {links}
      </nav>
      <details class="menu narrow">
        <summary>Menu</summary>
        <nav aria-label="Sections, for small screens">{links}</nav>
      </details>
    </>
  );
}

/** The sentence of the previous action, or about the form that is returned. */
function FlashLine({ c }: { c: DashboardContext }) {
  const { flash, returned } = c.var;
  const isReturned = returned !== undefined && c.req.method === "GET";
  const shown = isReturned ? { kind: "error", text: returned.message } : flash;
  if (shown === null || shown === undefined) return null;
  return (
    <p class={`flash ${shown.kind}`} role={shown.kind === "error" ? "alert" : "status"}>
      <Spelt text={shown.text} />
    </p>
  );
}
