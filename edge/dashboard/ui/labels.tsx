import { Badge } from "./parts.tsx";

type Tone = Parameters<typeof Badge>[0]["tone"];

/** The tones of the states of verifications, steps, results and checks; any other state is plain. */
const TONES: Readonly<Record<string, Tone>> = {
  approved: "good",
  passed: "good",
  pass: "good",
  clean: "good",
  live: "good",
  match: "good",
  eligible: "good",
  review: "warn",
  retry_required: "warn",
  suspicious: "warn",
  inconclusive: "warn",
  triggered: "warn",
  declined: "bad",
  failed: "bad",
  fail: "bad",
  fraudulent: "bad",
  "not live": "bad",
  "no match": "bad",
  "not eligible": "bad",
};

/** A code in words: `retry_required` becomes "retry required". */
export const words = (code: string) => code.replaceAll("_", " ");

/** A state as a badge in its tone; empty for null. */
export function State({ of }: { of: string | null }) {
  if (of === null) return <span class="soft">–</span>;
  return <Badge tone={TONES[of] ?? "plain"}>{words(of)}</Badge>;
}

/** A score from 0 to 1 in the dashboard's notation; a dash for null. */
export const score = (value: number | null | undefined) =>
  value === null || value === undefined ? "–" : value.toFixed(3);

/** A duration in a suitable unit. */
export function duration(ms: number | null): string {
  if (ms === null) return "–";
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 7_200_000) return `${(ms / 60_000).toFixed(1)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

/** The end user's reference; "none" without one, and for an erased person. */
export function CustomerRef({ of }: { of: string | null }) {
  return of === null || of === "" ? <span class="soft">none</span> : <span class="wrap">{of}</span>;
}
