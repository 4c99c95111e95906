import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import {
  localOnlySettings,
  localWebhookSettings,
  webhookSettings,
  webhookVariables,
} from "#edge/webhooks/settings.ts";

const parse = (source: object) => z.object(webhookVariables).parse(source);

test("the defaults are the contract's numbers", () => {
  const defaults = {
    allowLocal: false,
    timeScale: 1,
    health: { failures: 20, windowMs: 3_600_000, minEvents: 3 },
  };
  expect(webhookSettings(parse({}))).toEqual(defaults);
  expect(localWebhookSettings({ WEBHOOK_TIME_SCALE: "" })).toEqual(defaults);
});

test("the settings for tests are taken by a local stack, and named for every other", () => {
  const tests = { WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_TIME_SCALE: "1000" };
  expect(localWebhookSettings(tests)).toMatchObject({ allowLocal: true, timeScale: 1000 });
  expect(localOnlySettings(parse(tests))).toEqual(Object.keys(tests));
  expect(localOnlySettings(parse({ WEBHOOK_ALLOW_PRIVATE: "0" }))).toEqual([]);
});

test("a setting that makes no sense is rejected", () => {
  expect(() => parse({ WEBHOOK_DISABLE_AFTER_FAILURES: "0" })).toThrow();
  expect(() => parse({ WEBHOOK_TIME_SCALE: "fast" })).toThrow();
  expect(() => parse({ WEBHOOK_ALLOW_PRIVATE: "perhaps" })).toThrow();
});

test("on Cloudflare a webhook to the operator's own MRZ goes through its firewall", () => {
  const settings = readFileSync(join(import.meta.dirname, "../../../wrangler.toml"), "utf8");
  expect(/^compatibility_flags = \[(.*)\]$/m.exec(settings)?.[1]).toContain('"global_fetch_strictly_public"');
});
