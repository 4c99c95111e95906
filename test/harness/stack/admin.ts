import { runAdmin } from "#local/admin/run.ts";

/**
 * Runs a command of the operator in this process. `answer` is what it printed with `--json`; undefined
 * without, and after a refusal.
 */
export async function adminCommand(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  isReadByOthers = false,
) {
  let [out, err] = ["", ""];
  const code = await runAdmin(words, {
    environment,
    out: (text) => (out += text),
    err: (text) => (err += text),
    isReadByOthers,
  });
  return { code, out, err, answer: words.includes("--json") && out !== "" ? JSON.parse(out) : undefined };
}
