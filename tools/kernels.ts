import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "assemblyscript/asc";

const FOLDER = join(import.meta.dirname, "../inference/imaging");

/** No runtime, since kernels allocate nothing; the memory begins with 3 MB, and grows. */
const OPTIONS = ["-O3", "--runtime=stub", "--noAssert", "--enable=simd,relaxed-simd", "--initialMemory=48"];

// The compiler looks for a name in .ts, which every tool would take for TypeScript.
const { error, stderr } = await main(["kernels.ts", "--outFile=kernels.wasm", ...OPTIONS], {
  readFile: (name) => (name === "kernels.ts" ? readFileSync(join(FOLDER, "kernels.as"), "utf8") : null),
  writeFile: (name, content) => writeFileSync(join(FOLDER, name), content),
  listFiles: () => [],
});
if (error !== null) throw new Error(`kernels.as does not compile:\n${stderr}`);
