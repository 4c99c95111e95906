import { runAdmin } from "#local/admin/run.ts";

/**
 * Runs an admin command in this process. `answer` is its output with `--json`; undefined
 * without, and after an error.
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
