import type { Provider, Rig, RunFigure } from "../rig.ts";
import { measureAnswers } from "./answers.ts";
import { measureFirstCalls } from "./first-calls.ts";
import { type Host, startHost } from "./hosts.ts";
import { measureWholeHost } from "./whole-host.ts";

/** The whole service: its first calls, its answers, and what all engines answer together. */
export async function* measureService(rig: Rig): AsyncGenerator<RunFigure> {
  const started: Host[] = [];
  const start = async (provider: Provider | "reference") => {
    const from = performance.now();
    const host = await startHost(rig.models, provider);
    started.push(host);
    const seconds = (performance.now() - from) / 1_000;
    return { host, ready: { name: `${provider}: the service is ready after`, value: seconds, unit: "s" } };
  };
  try {
    const placed = await start(rig.provider);
    yield placed.ready;
    yield* await measureFirstCalls(rig, placed.host);
    const reference = await start("reference");
    yield reference.ready;
    const hosts = { placed: placed.host, reference: reference.host };
    yield* await measureAnswers(rig, hosts);
    yield* measureWholeHost(rig, hosts);
  } finally {
    for (const { service } of started) await service.stop();
  }
}
