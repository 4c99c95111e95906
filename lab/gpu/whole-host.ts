import { quantile } from "../../inference/statistics.ts";
import { processorOf } from "../bench/shares/shares.ts";
import { atOnce, type Host, type Hosts, type Rig, type RunFigure } from "./hosts.ts";
import type { Material } from "./material.ts";

/** Milliseconds of load that warm up each kind of call, and that are measured. */
const TIMES = { warm: 3_000, measured: 8_000 } as const;
/** Callers for each worker: one waits while another is answered. */
const CALLERS = 2;

type Call = (host: Host, content: Uint8Array) => Promise<unknown>;

const CALLS: Readonly<Record<keyof Material, Call>> = {
  faces: ({ clients }, content) => clients.face.analyzeFace({ image: { content } }),
  documents: ({ clients }, content) => clients.document.examineDocument({ images: [{ content }] }),
};

/** Answers of a host under load, and CPU cores per call. */
interface Load {
  /** Calls a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  /** Processor milliseconds a call, by the processes that spent them. */
  readonly spent: Readonly<Record<Kind, number>>;
}

const KINDS = ["workers", "device", "service"] as const;
type Kind = (typeof KINDS)[number];

/** All workers busy, with the models on the GPU worker and on the CPU: faces, then documents of 3 MP. */
export async function* measureWholeHost({ material }: Rig, hosts: Hosts): AsyncGenerator<RunFigure> {
  const images = {
    faces: named(material.faces, "turned-0"),
    documents: named(material.documents, "-2000-"),
  };
  for (const kind of ["faces", "documents"] as const) {
    const measured = await loaded(hosts.placed, images[kind], CALLS[kind]);
    yield* describe(`${kind}, models on the GPU worker`, measured);
    const beside = await loaded(hosts.reference, images[kind], CALLS[kind]);
    yield* describe(`${kind}, all in the workers`, beside);
    yield {
      name: `${kind}: with the GPU worker beside without`,
      value: measured.rate / beside.rate,
      unit: "×",
    };
  }
}

const named = (images: Material[keyof Material], part: string) =>
  Object.entries(images).flatMap(([name, content]) => (name.includes(part) ? [content] : []));

async function loaded(host: Host, images: readonly Uint8Array[], call: Call): Promise<Load> {
  const { service } = host;
  const callers = CALLERS * service.workers().length;
  await atOnce(callers, lasting(TIMES.warm, images), (content) => call(host, content));
  const times: number[] = [];
  const before = processorTime(service);
  const from = performance.now();
  await atOnce(callers, lasting(TIMES.measured, images), async (content) => {
    const since = performance.now();
    await call(host, content);
    times.push(performance.now() - since);
  });
  const rate = (1_000 * times.length) / (performance.now() - from);
  const after = processorTime(service);
  const spent = (kind: Kind) => (after[kind] - before[kind]) / times.length;
  return {
    rate,
    p50: quantile(times, 0.5),
    spent: { workers: spent("workers"), device: spent("device"), service: spent("service") },
  };
}

/** One image after another, around and around, until the time is over. */
function* lasting(milliseconds: number, images: readonly Uint8Array[]): Generator<Uint8Array> {
  const end = performance.now() + milliseconds;
  for (let n = 0; performance.now() < end; n++) yield images[n % images.length]!;
}

/** Processor milliseconds since each process began. */
function processorTime(service: Host["service"]): Record<Kind, number> {
  const gpuWorkers = service.events
    .filter(({ event }) => event === "gpu_worker_ready")
    .map(({ pid }) => Number(pid));
  const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + processorOf(pid), 0);
  return { workers: sum(service.workers()), device: sum(gpuWorkers), service: sum([service.child.pid!]) };
}

function describe(name: string, { rate, p50, spent }: Load): RunFigure[] {
  return [
    { name: `${name}: a second`, value: rate, unit: "/s" },
    { name: `${name}: p50`, value: p50, unit: "ms" },
    ...KINDS.map((kind) => ({
      name: `${name}: processor time in the ${kind}`,
      value: spent[kind],
      unit: "ms",
    })),
    {
      name: `${name}: cores busy`,
      value: (rate * KINDS.reduce((sum, kind) => sum + spent[kind], 0)) / 1_000,
      unit: "",
    },
  ];
}
