import type { Region } from "../../ui/drawing/regions.tsx";
import { score, words } from "../../ui/labels.tsx";
import type { Body } from "../../ui/result-body.ts";

type Signal = Body<"fraud">["signals"][number];

/** The signals' regions of the picture, each with a sentence that explains the signal. */
export const fraudRegions = ({ signals }: Body<"fraud">): Region[] =>
  signals.flatMap((signal) =>
    signal.region === null
      ? []
      : [
          {
            label: signal.name,
            bbox: signal.region,
            tone: signal.triggered ? ("warn" as const) : ("plain" as const),
            sentence: `${standing(signal)} ${signal.explanation}`,
          },
        ],
  );

/** Triggered signals without a region, and failed checks. */
export function SignalList({ body }: { body: Body<"fraud"> }) {
  const { signals, deterministic_checks, authenticity_missing } = body;
  const told = [
    ...signals
      .filter(({ region, triggered }) => region === null && triggered)
      .map((signal) => ({ name: signal.name, text: `${standing(signal)} ${signal.explanation}` })),
    ...deterministic_checks
      .filter(({ status }) => status === "fail")
      .map(({ name, explanation }) => ({ name, text: `Failed. ${explanation}` })),
  ];
  if (told.length === 0) {
    const isQuiet = signals.every(({ triggered }) => !triggered);
    if (!isQuiet) return null;
    const none = authenticity_missing === true ? " None of authenticity was evaluated." : "";
    return <p class="soft">No signal was triggered, and no check failed.{none}</p>;
  }
  return (
    <ul class="findings">
      {told.map(({ name, text }) => (
        <li>
          {words(name)} <span class="under soft">{text}</span>
        </li>
      ))}
    </ul>
  );
}

const standing = ({ triggered, score: value, threshold }: Signal) =>
  `${triggered ? "Triggered" : "Quiet"}: ${score(value)} of ${score(threshold)}.`;
