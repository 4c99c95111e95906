import { afterAll, expect, it, vi } from "vitest";
import { ApiError } from "#edge/core/errors.ts";
import { createInferenceClient } from "#edge/inference/client.ts";
import { Readiness } from "#edge/limits/readiness.ts";
import { openTestEdge } from "../harness/edge/test-edge.ts";
import { serveScripted } from "../harness/inference/serving.ts";

const [edge, serving] = await Promise.all([openTestEdge(), serveScripted()]);
afterAll(() => Promise.all([edge.close(), serving.stop()]));

/** The response of `/health`, and its log lines. */
async function ask(token: string) {
  const inference = createInferenceClient({
    baseUrl: serving.addresses.grpcWeb,
    token,
    deadlineMs: 5_000,
    clock: Date.now,
  });
  Object.assign(edge.services, { inference });
  edge.advance(1_000);
  const error = vi.spyOn(console, "error").mockReturnValue();
  const answer = await edge.call("GET", "/health");
  const log = error.mock.calls.flat().join("\n");
  error.mockRestore();
  return { ...answer, log };
}

it("asks the database once a second, however often it is asked", async () => {
  const inference = { ...edge.services.inference, bundle: vi.fn(async () => ({})) };
  Object.assign(edge.services, { inference });
  edge.advance(1_000);
  const ask = () => edge.call("GET", "/health");
  for (const answer of [await ask(), ...(await Promise.all([ask(), ask(), ask()]))])
    expect(answer.status).toBe(200);
  expect(inference.bundle).toHaveBeenCalledTimes(1);
  edge.advance(1_000);
  inference.bundle.mockRejectedValue(new ApiError("service_unavailable", "It is away."));
  await Promise.all([ask(), ask(), ask()]);
  expect((await ask()).status).toBe(503);
  expect(inference.bundle).toHaveBeenCalledTimes(2);
});

it("while one caller waits for the result, the others get the previous one, for ten seconds at most", async () => {
  let [now, asked, answer] = [0, 0, () => {}];
  const readiness = new Readiness(() => now);
  await readiness.assert(async () => {});
  const hang = () => {
    asked++;
    return new Promise<void>((resolve) => {
      answer = resolve;
    });
  };
  now += 1_000;
  void readiness.assert(hang);
  now += 9_999;
  await readiness.assert(hang);
  expect(asked).toBe(1);
  now += 1;
  const second = readiness.assert(hang);
  expect(asked).toBe(2);
  answer();
  await second;
});

const TOKEN = "t".repeat(32);

it("says ready when the database has the schema and inference answers with this token", async () => {
  const right = serving.token;
  expect(await ask(right)).toMatchObject({ status: 200, body: { ready: true }, log: "" });
});

it("a wrong INFERENCE_TOKEN is 503, and leaves a line on both sides without a secret in it", async () => {
  const before = serving.refusedTokens();
  const answer = await ask(TOKEN);
  expect(answer).toMatchObject({ status: 503, body: { error: { code: "service_unavailable" } } });
  expect(answer.log).toContain("it rejects INFERENCE_TOKEN");
  expect(answer.log + answer.text).not.toContain(TOKEN);
  expect(serving.refusedTokens()).toBeGreaterThan(before);
});

it("a database without the newest migration is not ready", async () => {
  await edge.client.execute("update __drizzle_migrations set created_at = created_at - 1");
  const answer = await ask(serving.token);
  expect(answer).toMatchObject({ status: 503, log: expect.stringContaining("migrate") });
});
