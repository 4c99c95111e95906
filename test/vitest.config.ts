import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import type { Reporter, Vitest } from "vitest/node";
import { isMilvusInstalled } from "./harness/inference/milvus.ts";
import { LONG } from "./long.ts";

/** Tests that drive a real browser: they need Chromium, which `npm ci` does not bring. */
const IN_A_BROWSER = ["{capture,dashboard,edge/reference}/browser/**/*.test.ts", "sdk/chromium/**/*.test.ts"];

/** Tests that need a Milvus server, which `tools/milvus/install.sh` brings. */
const ON_MILVUS = ["edge/operations/faces/milvus.test.ts", "local/admin/fill-galleries.test.ts"];

const long = Object.values(LONG).flat();
const patience = { testTimeout: 120_000, hookTimeout: 180_000 };

/** Each project's description, for the line about those that did not run. */
const PROJECTS = {
  quick: "the quick tests (npm test)",
  long: `${long.length} files that take long: ${Object.keys(LONG).join("; ")} (npm run test:all)`,
  lab: "the tests of lab/ (npm run test:all)",
  browser: "the pages in Chromium (npm run test:browser)",
};

/** Prints at the end which tests were not run. */
class LeftOut implements Reporter {
  #ran: readonly string[] = [];

  onInit({ projects }: Vitest): void {
    this.#ran = projects.map(({ name }) => name);
  }

  onTestRunEnd(): void {
    const lines = Object.entries(PROJECTS).flatMap(([name, what]) =>
      this.#ran.includes(name) ? [] : [what],
    );
    if (this.#ran.includes("long") && !isMilvusInstalled) {
      lines.push(`${ON_MILVUS.join(", ")}: no Milvus here, tools/milvus/install.sh brings one`);
    }
    for (const line of lines) process.stderr.write(`  not run: ${line}\n`);
  }
}

export default defineConfig({
  test: {
    root: "test",
    // Vitest itself leaves a core free, which is half of a small machine.
    maxWorkers: availableParallelism(),
    reporters: ["default", new LeftOut()],
    projects: [
      {
        test: {
          ...patience,
          name: "quick",
          include: ["**/*.test.ts"],
          exclude: [...IN_A_BROWSER, ...ON_MILVUS, ...long],
          // Files share their imports: to load them anew for each file takes half of the whole run.
          isolate: false,
          setupFiles: [fileURLToPath(new URL("harness/own-ids.ts", import.meta.url))],
        },
      },
      { test: { ...patience, name: "long", include: isMilvusInstalled ? [...long, ...ON_MILVUS] : long } },
      { test: { ...patience, name: "browser", include: IN_A_BROWSER } },
      { test: { ...patience, name: "lab", root: "../lab", include: ["test/**/*.test.ts"] } },
    ],
  },
});
