import { expect, it } from "vitest";
import { Deliveries } from "#edge/dashboard/sections/webhooks/deliveries.tsx";
import { MENU } from "#edge/dashboard/shell/menu.ts";
import { useTestEdge } from "../harness/edge/use.ts";
import { newOwner } from "./visitor.ts";

const { visitor } = await newOwner(await useTestEdge());

const SECTIONS = MENU.flatMap(({ path, title }) => [`test/${path}`, `live/${path}`].map((at) => [at, title]));

it.each(SECTIONS)("shows the section %s of a new tenant", async (at, title) => {
  const page = await visitor.get(`/dashboard/${at}`);
  expect(page.status).toBe(200);
  expect(page.text).toMatch(/^<!doctype html>/);
  expect(page.text).toContain(`${title}</h1>`);
});

it("a webhook's failed attempt says what its error means and how its cause is found", async () => {
  const attempt = { n: 1, at: 0, status: null, latencyMs: 12, responseExcerpt: null, ofReplay: false };
  const textOf = async (error: string | null) => {
    const row = { eventId: "wh_evt_1", type: "webhook.test", state: "pending", createdAt: 0 };
    const log = [{ ...attempt, error }];
    const rows = [{ ...row, nextAttemptAt: 30_000, log }] as unknown as Parameters<
      typeof Deliveries
    >[0]["rows"];
    return String(await Deliveries({ rows, host: "example.com", now: 0 }));
  };
  const shown = await textOf("connection_failed");
  expect(shown).toMatch(/DNS.*port.*certificate.*curl -sv/);
  expect(shown).toMatch(/No connection to example\.com<\/span><code[^>]*>connection_failed<\/code>/);
  // It is retried, and says when.
  expect(shown).toMatch(/<span class="badge warn">retrying<\/span>.*1 attempt, next attempt in 30 s/s);
  expect(shown).toContain("1970-01-01 00:00:30 UTC");
  for (const error of ["timeout", "address_refused", "secret_unreadable"]) {
    expect(await textOf(error)).toMatch(new RegExp(`<code>${error}</code>: \\w`));
  }
  expect(await textOf(null)).not.toContain("</code>: ");
});
