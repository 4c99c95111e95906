import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { firstIdAt } from "#edge/core/ids.ts";
import { isUncertain } from "#edge/core/outage.ts";
import { createRouter } from "#edge/http/context.ts";
import { onError } from "#edge/http/problem.ts";
import { deadline } from "#edge/http/request.ts";
import { besideOf } from "#edge/operations/checks.ts";
import { deploymentVariables } from "#edge/platform/deployment.ts";
import type { Services } from "#edge/services.ts";

const SECONDS = 60;
const hung = () => new Promise<never>(() => undefined);
let background: Promise<unknown>[];
let thrown: unknown;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "error").mockReturnValue(undefined);
  background = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The app's own order: the services, the deadline, then the handler. */
function ask(answer: () => Promise<Response>): Promise<Response> {
  const app = createRouter();
  app.onError((error, c) => {
    thrown = error;
    return onError(error, c);
  });
  app.use(async (c, next) => {
    const services: Partial<Services> = {
      env: { REQUEST_DEADLINE: SECONDS } as Services["env"],
      background: (work) => void background.push(work),
    };
    c.set("services", services as Services);
    await next();
  });
  app.use(deadline);
  app.get("/", answer);
  return Promise.resolve(app.request("/"));
}

it("a request that hangs is answered 503 at its deadline, and not before, as work that may have taken effect", async () => {
  let status = 0;
  const pending = ask(hung).then(async (response) => {
    status = response.status;
    return response;
  });
  await vi.advanceTimersByTimeAsync(SECONDS * 1_000 - 1);
  expect(status).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  const response = await pending;
  expect(status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ error: { code: "service_unavailable" } });
  expect(isUncertain(thrown)).toBe(true);
});

it("the work of a late request goes on after its answer, so that it gives back what it holds", async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  const pending = ask(() => promise);
  await vi.advanceTimersByTimeAsync(SECONDS * 1_000);
  expect((await pending).status).toBe(503);
  expect(background).toHaveLength(1);
  resolve(new Response("late"));
  await expect(background[0]).resolves.toBeDefined();
});

it("two calls that run side by side compare their images, however long a deadline may be set", () => {
  const { REQUEST_DEADLINE } = deploymentVariables;
  const longest = [...Array(601).keys()].findLast((n) => REQUEST_DEADLINE.safeParse(String(n)).success)!;
  expect(longest).toBe(60);
  const now = Date.UTC(2026, 10, 27);
  // The other call began so much earlier, on a machine whose clock is a minute behind.
  expect(besideOf("fraud", now) <= firstIdAt("fraud", now - longest * 1_000 - 60_000)).toBe(true);
});
