import { defineConfig } from "vitest/config";
import { isMilvusInstalled } from "./harness/inference/milvus.ts";

/** Tests that drive a real browser: they need Chromium, which `npm ci` does not bring. */
const IN_A_BROWSER = ["{capture,dashboard}/browser/**/*.test.ts", "sdk/chromium/**/*.test.ts"];

/** Tests that need a Milvus server, of `tools/milvus/install.sh`. Whether they run is said, always. */
const ON_MILVUS = ["edge/operations/faces/milvus.test.ts", "local/admin/fill-galleries.test.ts"];
const verdict = isMilvusInstalled
  ? "runs"
  : "DOES NOT RUN: no Milvus here, tools/milvus/install.sh brings one";
process.stderr.write(ON_MILVUS.map((file) => `${file} ${verdict}\n`).join(""));

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
          exclude: isMilvusInstalled ? IN_A_BROWSER : [...IN_A_BROWSER, ...ON_MILVUS],
        },
      },
      { test: { ...patience, name: "browser", include: IN_A_BROWSER } },
    ],
  },
});
