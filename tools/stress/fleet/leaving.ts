import { setTimeout as sleep } from "node:timers/promises";
import type { Bar, Fleet, Say } from "./fleet.ts";
import { Load } from "./load.ts";

/** More calls under way at a host that dies than failures open a circuit. */
const CALLERS = 16;

/** Hosts leave and come back, one after the other, while callers call. */
export async function rolling(fleet: Fleet, restarts: number, say: Say): Promise<Bar[]> {
  const load = new Load(fleet.edge());
  load.start(CALLERS);
  for (let n = 0; n < restarts; n++) {
    const host = fleet.hosts[n % fleet.hosts.length]!;
    await host.stop();
    await host.start();
    await fleet.proxy!.untilUp(fleet.hosts.length);
    if ((n + 1) % 10 === 0) say(`  ${n + 1} restarts, ${load.calls} calls, ${load.failed} failed`);
  }
  await load.stop();
  for (const [what, count] of load.failures) say(`  ${count} × ${what}`);
  return [
    { name: "rolling restarts under load", value: restarts },
    { name: "calls meanwhile", value: load.calls, least: 1 },
    { name: "calls that failed at the edge", value: load.failed, most: 0 },
  ];
}

/** Hosts die at once, while callers call. */
export async function killing(fleet: Fleet, kills: number, say: Say): Promise<Bar[]> {
  const load = new Load(fleet.edge());
  load.start(CALLERS);
  let slowest = 0;
  for (let n = 0; n < kills; n++) {
    await sleep(500);
    const host = fleet.hosts[n % fleet.hosts.length]!;
    const since = performance.now();
    await host.kill();
    await fleet.proxy!.untilUp(fleet.hosts.length - 1);
    slowest = Math.max(slowest, performance.now() - since);
    await host.start();
    await fleet.proxy!.untilUp(fleet.hosts.length);
  }
  await load.stop();
  for (const [what, count] of load.failures) say(`  ${count} × ${what}`);
  return [
    { name: "hosts killed under load", value: kills },
    { name: "calls meanwhile", value: load.calls, least: 1 },
    { name: "repeatable calls that failed at the edge", value: load.failed, most: 0 },
    { name: "kill to ejection, slowest, ms", value: slowest, most: 2_000 },
  ];
}
