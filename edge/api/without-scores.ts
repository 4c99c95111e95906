/** What a session token is never told: it would teach an attacker how near he came (contract §2). */
const HIDDEN_KEYS: ReadonlySet<string> = new Set([
  "score",
  "threshold",
  "thresholds",
  "similarity",
  "overall_score",
  "explanation",
]);

/**
 * The answer as a session token may see it: without scores, thresholds and similarities at any depth, and without the
 * measured `value` that stands beside a threshold.
 */
export function withoutScores<T>(answer: T): T {
  if (Array.isArray(answer)) return answer.map(withoutScores) as T;
  if (answer === null || typeof answer !== "object") return answer;
  const measured = "threshold" in answer;
  const visible = Object.entries(answer).filter(
    ([key]) => !HIDDEN_KEYS.has(key) && !(measured && key === "value"),
  );
  return Object.fromEntries(visible.map(([key, value]) => [key, withoutScores(value)])) as T;
}
