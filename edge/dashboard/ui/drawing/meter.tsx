import { words } from "../labels.tsx";
import { at } from "./coordinate.ts";

/** A score from 0 to 1 as a bar with marks at its thresholds, and the same in words. */
export function Meter({
  value,
  marks,
  label,
}: {
  value: number | null;
  marks: Readonly<Record<string, number | null>>;
  label: string;
}) {
  const known = Object.entries(marks).filter((mark): mark is [string, number] => mark[1] !== null);
  const thresholds = known.map(([name, threshold]) => `${words(name)} ${threshold.toFixed(3)}`).join(", ");
  const text = `${label}: ${value === null ? "none" : value.toFixed(3)}${thresholds === "" ? "" : ` (${thresholds})`}`;
  return (
    <div class="meter">
      <svg viewBox="0 0 200 14" role="img" aria-label={text}>
        <rect class="track" y="4" width="200" height="6" rx="3" />
        {value !== null && <rect class="value" y="4" width={at(value * 200)} height="6" rx="3" />}
        {known.map(([, threshold]) => (
          <line class="mark" x1={at(threshold * 200)} x2={at(threshold * 200)} y1="0" y2="14" />
        ))}
      </svg>
      <span>{text}</span>
    </div>
  );
}
