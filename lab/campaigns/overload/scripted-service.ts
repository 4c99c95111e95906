import { statSync } from "node:fs";
import { keepPausesShort } from "../../../inference/processes/collection.ts";
import { serveScripted } from "../../../test/harness/inference/serving.ts";

/** The service over scripted workers in a process of its own, so that a load of calls does not delay it. */
async function main(): Promise<void> {
  // As the service itself does.
  keepPausesShort();
  const serving = await serveScripted(JSON.parse(process.argv[2]!) as Record<string, string>);
  process.on("message", () => process.send!({ begunLate: statSync(serving.begunLate).size }));
  process.once("disconnect", () => void serving.stop().then(() => process.exit(0)));
  process.send!({ addresses: serving.addresses });
}

await main();
