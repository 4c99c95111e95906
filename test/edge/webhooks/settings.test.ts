import { expect, test } from "vitest";
import { z } from "zod";
import {
  localWebhookSettings,
  misplacedVariables,
  webhookSettings,
  webhookVariables,
} from "../../../edge/webhooks/settings.ts";

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

test("what is for tests is taken on a local stack and misplaced elsewhere", () => {
  const tests = { WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_TIME_SCALE: "1000" };
  expect(localWebhookSettings(tests)).toMatchObject({ allowLocal: true, timeScale: 1000 });
  expect(misplacedVariables(parse({ ...tests, LOCAL_STACK: "1" }))).toEqual([]);
  expect(misplacedVariables(parse(tests))).toEqual(Object.keys(tests));
  expect(misplacedVariables(parse({ WEBHOOK_ALLOW_PRIVATE: "0" }))).toEqual([]);
});

test("a setting that makes no sense is refused", () => {
  expect(() => parse({ WEBHOOK_DISABLE_AFTER_FAILURES: "0" })).toThrow();
  expect(() => parse({ WEBHOOK_TIME_SCALE: "fast" })).toThrow();
  expect(() => parse({ WEBHOOK_ALLOW_PRIVATE: "perhaps" })).toThrow();
});
