import { setTimeout as sleep } from "node:timers/promises";
import { healthProbe } from "./health.ts";

/** Asks for health again and again until its parent lets go of it, having said how long each check took. */
async function main(): Promise<void> {
  const [address, interval] = process.argv.slice(2) as [string, string];
  const probe = healthProbe(address);
  const taken: number[] = [];
  let isAsked = true;
  process.once("message", () => {
    isAsked = false;
  });
  // All modules are loaded, and the connection is open.
  await probe.check();
  process.send!("ready");
  while (isAsked) {
    const since = performance.now();
    const status = await probe.check();
    if (status !== "SERVING") throw new Error(`health said ${status}`);
    taken.push(performance.now() - since);
    await sleep(Number(interval));
  }
  probe.close();
  process.send!(taken, () => process.disconnect());
}

await main();
