import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { ROOT, type TextFile, textFiles } from "../docs/files.ts";

/** Every file of `deploy/`. */
export const FILES: readonly TextFile[] = textFiles("deploy/{Dockerfile,**/*.*}");

export const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** A YAML or JSON file, whose shape is known to its test. */
// biome-ignore lint/suspicious/noExplicitAny: there are no types for these files.
export const read = (path: string): any => parse(textOf(path), { merge: true });

/** The documents of all YAML files, anchors and merges resolved. */
export const YAML = FILES.filter(({ path }) => path.endsWith(".yaml")).map(({ path, text }) => ({
  path,
  documents: parseAllDocuments(text, { merge: true }),
}));

type Environment = Readonly<Record<string, string>>;

/** The variables of a target of the Dockerfile. */
export function imageEnvironment(target: string): Environment {
  const stage = textOf("deploy/Dockerfile").split(new RegExp(`^FROM .+ AS ${target}$`, "m"))[1];
  const lines =
    stage
      ?.split(/^FROM /m)[0]
      ?.replaceAll("\\\n", " ")
      .match(/^ENV .+$/gm) ?? [];
  const pairs = lines.flatMap((line) => line.slice("ENV ".length).trim().split(/\s+/));
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
}

/** One of the repository's programs, as an artefact runs it. */
export interface Program {
  readonly where: string;
  readonly part: "inference" | "edge";
  /** The image's variables, and over them the artefact's. A secret's value is `secret`. */
  readonly environment: Environment;
}

const SECRET = "secret";

const partOf = (name: string) => (name.includes("inference") ? "inference" : "edge");

function composePrograms(): Program[] {
  const { services } = read("deploy/compose/compose.yaml");
  const { edge, inference } = services;
  /** The service as configured in another file beside this one. */
  const over = (file: string) => {
    const more = read(`deploy/compose/${file}.yaml`).services.inference;
    return { ...inference, ...more, environment: { ...inference.environment, ...more.environment } };
  };
  return [edge, inference, over("gpu"), over("milvus")].map(({ image, environment }) => {
    const target = /selfsame\/([\w-]+):/.exec(image)![1]!;
    const given = Object.entries<string>(environment).map(([name, value]) => [
      name,
      value.startsWith("${") ? SECRET : value,
    ]);
    return {
      where: `compose ${target}`,
      part: partOf(target),
      environment: { ...imageEnvironment(target), ...Object.fromEntries(given) },
    };
  });
}

interface Variable {
  readonly name: string;
  readonly value?: string;
}

const variables = (list: readonly Variable[]) =>
  Object.fromEntries(list.map(({ name, value }) => [name, value ?? SECRET]));

const literals = (path: string): Environment =>
  Object.fromEntries(
    read(path).configMapGenerator.flatMap(({ literals = [] }: { literals?: string[] }) =>
      literals.map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
    ),
  );

function kubernetesPrograms(): Program[] {
  const base = "deploy/kubernetes/base";
  const inference = containerOf(`${base}/inference.yaml`);
  const edge = containerOf(`${base}/edge.yaml`);
  const patches = parse(read("deploy/kubernetes/components/gpu/kustomization.yaml").patches[0].patch);
  const added = patches
    .filter(({ path }: { path: string }) => path.endsWith("/env/-"))
    .map(({ value }: { value: Variable }) => value);
  const own = variables(inference.env);
  const settings = { ...literals(`${base}/kustomization.yaml`), ...variables(edge.env) };
  const withProxy = { ...settings, ...literals("deploy/kubernetes/components/proxy/kustomization.yaml") };
  const program = (target: string, environment: Environment): Program => ({
    where: `kubernetes ${target}`,
    part: partOf(target),
    environment: { ...imageEnvironment(target), ...environment },
  });
  return [
    program("inference", own),
    program("inference-cuda", { ...own, ...variables(added) }),
    program("edge", settings),
    program("edge", withProxy),
  ];
}

/** The pod of a file's first document. */
export const podOf = (path: string) =>
  parseAllDocuments(textOf(path), { merge: true })[0]!.toJS().spec.template.spec;

/** Its first container. */
export const containerOf = (path: string) => podOf(path).containers[0];

/** The values of a unit's setting. */
export const unitValues = (unit: string, name: string): string[] =>
  [...textOf(`deploy/systemd/${unit}.service`).matchAll(new RegExp(`^${name}=(.*)$`, "gm"))].map(
    ([, value]) => value!,
  );

const unitProgram = (part: Program["part"]): Program => ({
  where: `systemd ${part}`,
  part,
  environment: Object.fromEntries(
    unitValues(`selfsame-${part}`, "Environment").map((pair) => pair.split(/=(.*)/s).slice(0, 2)),
  ),
});

export const PROGRAMS: readonly Program[] = [
  ...composePrograms(),
  ...kubernetesPrograms(),
  unitProgram("inference"),
  unitProgram("edge"),
];
