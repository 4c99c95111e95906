import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    root: "test",
    include: ["**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
