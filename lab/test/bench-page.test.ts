import { expect, it } from "vitest";
import { benchPage } from "../bench/page.ts";

it("writes a page of figures, each beside its aim, and says which aim was missed", () => {
  const figures = [
    { name: "added time", value: 28.4, unit: "ms", aim: "<= 5" },
    { name: "deliveries", value: 700, unit: "/s", aim: ">= 200" },
    { name: "memory", value: 1.4, unit: "KiB" },
  ] as const;
  const page = benchPage({ measured: "2026-11-22" }, [{ part: "edge", summary: "The Worker.", figures }]);
  expect(page).toContain("# Benchmark\n\n- measured: 2026-11-22\n\n## edge\n\nThe Worker.\n");
  expect(page).toContain("| added time | 28.40 ms | <= 5: not reached |");
  expect(page).toContain("| deliveries | 700.00 /s | >= 200 |");
  expect(page).toContain("| memory | 1.40 KiB |  |");
});
