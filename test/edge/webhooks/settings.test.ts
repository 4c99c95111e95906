import { expect, test } from "vitest";
import { readWebhookSettings } from "../../../edge/webhooks/settings.ts";

test("the defaults are the contract's numbers", () => {
  expect(readWebhookSettings({})).toEqual({
    allowLocal: false,
    timeScale: 1,
    health: { failures: 20, windowMs: 3_600_000, minEvents: 3 },
  });
});

test("what is for tests is taken on a local stack and refused elsewhere", () => {
  const local = { WEBHOOK_ALLOW_PRIVATE: "1", WEBHOOK_TIME_SCALE: "1000" };
  expect(readWebhookSettings({ ...local, LOCAL_STACK: "1" })).toMatchObject({
    allowLocal: true,
    timeScale: 1000,
  });
  expect(() => readWebhookSettings({ WEBHOOK_ALLOW_PRIVATE: "1" })).toThrow();
  expect(() => readWebhookSettings({ WEBHOOK_TIME_SCALE: "1000" })).toThrow();
});

test("a setting that is no positive number is refused", () => {
  expect(() => readWebhookSettings({ WEBHOOK_DISABLE_AFTER_FAILURES: "0" })).toThrow();
  expect(() => readWebhookSettings({ WEBHOOK_TIME_SCALE: "fast", LOCAL_STACK: "1" })).toThrow();
});
