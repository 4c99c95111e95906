import { cpus } from "node:os";
import { benchEdge } from "./edge/edge.ts";
import { type Figure, reached } from "./figure.ts";
import { benchInference } from "./inference.ts";

/** Each part measures on a service that it starts itself. */
const PARTS: readonly (() => Promise<Figure[]>)[] = [benchInference, benchEdge];

console.log(`${cpus().length} × ${cpus()[0]?.model}, node ${process.version}`);
for (const part of PARTS) {
  for (const figure of await part()) {
    const verdict = { true: "reached", false: "not reached", null: "" }[String(reached(figure))];
    const aim = figure.aim === undefined ? "" : `aim ${figure.aim}`;
    console.log(
      `${figure.name.padEnd(44)}${figure.value.toFixed(2).padStart(9)} ${figure.unit.padEnd(3)} ${aim} ${verdict}`,
    );
  }
}
