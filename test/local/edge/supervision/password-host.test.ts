import { Request, Response } from "miniflare";
import { expect, it } from "vitest";
import { derivationBy } from "#edge/accounts/hash-queue.ts";
import { answerDerivation } from "#local/edge/worker-options.ts";

const ask = (body: string) => answerDerivation(new Request("http://host/", { method: "POST", body }));

it("the host derives the key that the Worker derives by itself", async () => {
  const host = { fetch: async (_: string, init: RequestInit) => ask(String(init.body)) };
  const given = ["correct horse fi 🐎", "00ff"] as const;
  const key = await derivationBy(host as never)(...given);
  expect(key).toMatch(/^[0-9a-f]{128}$/);
  expect(key).toBe(await derivationBy(undefined)(...given));
});

it.each(["", "[]", '{"password":"a"}', '{"password":1,"salt":"b"}'])("%j is no derivation", async (body) => {
  expect((await ask(body)).status).toBe(400);
});

it.each([
  ["an error", new Response("out of memory", { status: 500 })],
  ["half a key", new Response("00ff")],
])("%s is never taken for a key", async (_, answer) => {
  const derive = derivationBy({ fetch: async () => answer as never });
  await expect(derive("a", "b")).rejects.toThrow("the host derived no key");
});
