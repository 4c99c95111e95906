import { defineConfig } from "vitest/config";

/** Tests that drive a real browser: they need Chromium, which `npm ci` does not bring. */
const IN_A_BROWSER = ["{capture,dashboard}/browser/**/*.test.ts", "sdk/chromium/**/*.test.ts"];

const patience = { testTimeout: 60_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    root: "test",
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...patience,
          name: "service",
          include: ["**/*.test.ts"],
          exclude: IN_A_BROWSER,
        },
      },
      { test: { ...patience, name: "browser", include: IN_A_BROWSER } },
    ],
  },
});
