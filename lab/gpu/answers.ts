import type { Figure } from "../bench/figure.ts";
import { cosine, type Distance, distance, farthest } from "./compare.ts";
import { atOnce, type Host, type Hosts, type Rig } from "./hosts.ts";
import type { Material } from "./material.ts";

/** Everything that the service says of an image, with the template of its face. */
interface Answer {
  readonly whole: unknown;
  readonly template: readonly number[] | undefined;
}

type Answers = Readonly<Record<string, Answer>>;

/**
 * Every photo through a host on the CPU, and through the measured host. If the models differ by a millionth,
 * their views differ by more, and so do templates and scores.
 */
export async function measureAnswers({ material }: Rig, hosts: Hosts): Promise<Figure[]> {
  const reference = await answersTo(hosts.reference, material);
  const measured = await answersTo(hosts.placed, material);
  const bundle = await hosts.reference.clients.model.getModelBundle({});
  const worst = farthest(
    Object.entries(reference).map(([name, { whole }]) => distance(whole, measured[name]!.whole, name)),
  );
  const thresholds = bundle.operatingPoints.map(({ comparisonScore }) => comparisonScore);
  return describe(worst, changedMatches(reference, measured, thresholds), Object.keys(reference).length);
}

async function answersTo({ clients, service }: Host, { faces, documents }: Material): Promise<Answers> {
  const { face, document } = clients;
  const workers = service.workers().length;
  const answers: Record<string, Answer> = {};
  await atOnce(workers, Object.entries(faces), async ([name, content]) => {
    const whole = await face.analyzeFace({ image: { content } });
    answers[name] = { whole, template: whole.analysis?.principal?.template?.vector };
    process.stderr.write(`  ${name}\n`);
  });
  await atOnce(workers, Object.entries(documents), async ([name, content]) => {
    const whole = await document.examineDocument({ images: [{ content }] });
    answers[name] = { whole, template: whole.examinations[0]?.reading?.portrait?.face?.template?.vector };
    process.stderr.write(`  ${name}\n`);
  });
  return answers;
}

/** Pairs of images that match on one host and not on the other, at any operating point. */
function changedMatches(one: Answers, other: Answers, thresholds: readonly number[]): number {
  const names = Object.keys(one).filter((name) => one[name]!.template !== undefined);
  const score = (answers: Answers, a: string, b: string) =>
    cosine(answers[a]!.template, answers[b]!.template);
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b] as const));
  return pairs.filter(([a, b]) =>
    thresholds.some((least) => score(one, a, b) >= least !== score(other, a, b) >= least),
  ).length;
}

function describe(
  { cosine, score, measure, decisions }: Distance,
  matches: number,
  images: number,
): Figure[] {
  for (const path of decisions.slice(0, 20)) process.stderr.write(`  differs: ${path}\n`);
  return [
    { name: "images answered by both hosts", value: images, unit: "" },
    { name: "templates: least cosine to the processor's", value: cosine, unit: "", aim: ">= 0.9999" },
    { name: "scores: largest difference", value: score, unit: "" },
    { name: "places and measures: largest difference", value: measure, unit: "" },
    { name: "texts, counts, yes and no that differ", value: decisions.length, unit: "", aim: "<= 0" },
    { name: "pairs of faces whose match differs", value: matches, unit: "", aim: "<= 0" },
  ];
}
