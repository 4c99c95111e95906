import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { unstable_readConfig } from "wrangler";
import { parse } from "yaml";
import { ROOT } from "../docs/files.ts";
import { blocksOf } from "../docs/run/blocks.ts";
import { useFolder } from "../harness/folder.ts";
import { read, textOf } from "./artefacts.ts";

// What a page lets the reader write beside our files, or into them: no test has a cluster or an account.

const KUBERNETES = "docs/how-to/deploy-on-kubernetes.md";
const CLOUDFLARE = "docs/how-to/deploy-on-cloudflare.md";
const folder = useFolder();

const blocks = (page: string, language: string) =>
  blocksOf(textOf(page))
    .filter((block) => block.language === language)
    .map(({ text }) => text);

/** The value at a path of a JSON patch. */
const at = (document: unknown, path: string) =>
  path
    .slice(1)
    .split("/")
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], document);

it("the overlay of the page on Kubernetes builds on files that are there, and replaces what they have", () => {
  const overlay = parse(blocks(KUBERNETES, "yaml")[0]!);
  for (const resource of overlay.resources) {
    expect(existsSync(join(ROOT, "deploy/kubernetes/overlays/mine", resource)), resource).toBe(true);
  }
  const base = read("deploy/kubernetes/base/kustomization.yaml");
  const namesOf = (images: { name: string }[]) => images.map(({ name }) => name);
  expect(namesOf(base.images)).toEqual(namesOf(overlay.images));
  const [settings] = base.configMapGenerator;
  expect(settings.name).toBe(overlay.configMapGenerator[0].name);
  const ingress = read("deploy/kubernetes/base/ingress.yaml");
  const replaced = parse(overlay.patches[0].patch).map(({ path }: { path: string }) => at(ingress, path));
  expect(replaced).toEqual(["id.example.com", "id.example.com"]);
  expect(settings.literals).toContain("PUBLIC_URL=https://id.example.com");
});

it("wrangler takes its configuration with what the page on Cloudflare adds to it", () => {
  const [variables, routes, certificates] = blocks(CLOUDFLARE, "toml");
  const text = textOf("wrangler.toml")
    .replace("\n[build]", `\n${routes}${certificates}\n[build]`)
    .replace("\n[vars]\n", `\n[vars]\n${variables}`);
  const config = join(folder, "wrangler.toml");
  writeFileSync(config, text);
  cpSync(join(ROOT, "edge/worker.ts"), join(folder, "edge/worker.ts"));
  const made = unstable_readConfig({ config });
  expect(made.vars).toMatchObject({ PUBLIC_URL: "https://id.example.com", WEBHOOK_NETWORK: "cloudflare" });
  expect(made.routes).toEqual([{ pattern: "id.example.com", custom_domain: true }]);
  expect(made.mtls_certificates).toMatchObject([{ binding: "INFERENCE_NETWORK" }]);
});
