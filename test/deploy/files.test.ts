import { expect, it } from "vitest";
import { FILES, read, textOf, YAML } from "./artefacts.ts";

it("every YAML file parses, and no key stands twice", () => {
  expect(YAML.length).toBeGreaterThan(15);
  const faults = YAML.flatMap(({ path, documents }) =>
    documents.flatMap(({ errors }) => errors.map(({ message }) => `${path}: ${message}`)),
  );
  expect(faults).toEqual([]);
});

const IMAGE = /^\s*(?:FROM|-?\s*image:) +([^\s#]+)/gm;
const { version, dependencies } = read("package.json");

/** The images that the files name, the Dockerfile's arguments filled in; not its own stages. */
function images(): string[] {
  const args = [...textOf("deploy/Dockerfile").matchAll(/^ARG (\w+)=(.+)$/gm)];
  const stages = [...textOf("deploy/Dockerfile").matchAll(/ AS ([\w-]+)$/gm)].map(([, name]) => name!);
  return FILES.filter(({ path }) => !path.endsWith(".md"))
    .flatMap(({ text }) => [...text.matchAll(IMAGE)].map(([, image]) => image!))
    .map((image) => args.reduce((all, [, name, value]) => all.replace(`\${${name}}`, value!), image))
    .filter((image) => !stages.includes(image));
}

it("every image is pinned to an exact release", () => {
  // Kustomize sets the tags of our own images.
  const ofKustomize = YAML.flatMap(({ documents }) => documents.flatMap((each) => each.toJS()?.images ?? []));
  const named = images().map((image) => {
    const own = ofKustomize.find(({ name }) => name === image);
    return own === undefined ? image : `${image}:${own.newTag}`;
  });
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((image) => !/:v?\d+\.\d+\.\d+(-[\w.-]+)?(@sha256:\w+)?$/.test(image))).toEqual([]);
  const ours = named.filter((image) => image.startsWith("selfsame/"));
  expect(new Set(ours.map((image) => image.split(":")[1]))).toEqual(new Set([version]));
});

it("images run on the Node that the tests ran on", () => {
  const nodes = images().filter((image) => image.startsWith("node:"));
  expect(new Set(nodes)).toEqual(new Set([`node:${dependencies.node}-bookworm-slim`]));
});

it("every final stage runs as an unprivileged user", () => {
  const stages = textOf("deploy/Dockerfile")
    .split(/^FROM /m)
    .filter((stage) => stage.includes("\nCMD "));
  expect(stages).toHaveLength(3);
  for (const stage of stages) expect(stage).toMatch(/^USER 10001:10001$/m);
});

/** A value where a secret belongs, a private key, or a long run of base64. */
const SECRET =
  /(TOKEN|KEYS?|JWKS?|PASSWORD)["']?[=:]\s*["']?(?![\s"'{$]|\/tls\/|-)[\w+/=-]{16,}|BEGIN [A-Z ]*PRIVATE KEY|[A-Za-z0-9+/]{43}=/;

it("no file holds a secret", () => {
  expect(FILES.filter(({ text }) => SECRET.test(text)).map(({ path }) => path)).toEqual([]);
  expect("INFERENCE_TOKEN=0123456789abcdef0123").toMatch(SECRET);
  expect(`DATA_KEYS: ${Buffer.alloc(32, 7).toString("base64")}`).toMatch(SECRET);
});
