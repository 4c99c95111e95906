import type { TextLine } from "../../../../inference/port.ts";
import { countryNamed } from "../../../text/country-names.ts";
import { nearLabel } from "../labels/label-beginnings.ts";
import { labelOf } from "../labels/labels.ts";
import { isUnder } from "../licence/licence-numbers.ts";
import { lineAt, type ReadValue, readIn } from "../placement.ts";

/** Letters of a name, which a title in capitals has too. */
const NAME = /^\D*\p{L}{2}\D*$/u;
/** Print higher than the given names by this factor is a title. */
const HIGHER = 1.3;
/** Confidence in a surname that is only inferred: a reviewer compares it. */
const INFERRED = 0.5;

/**
 * The surname of a page whose label for it was not read: documents print it over the given names, here right
 * over their label. Undefined if a label of a name stands elsewhere.
 */
export function surnameWithoutLabel(
  lines: readonly TextLine[],
  givenNames: ReadValue | undefined,
): ReadValue | undefined {
  const labels = new Map(
    lines.flatMap((line) => {
      const label = labelOf(line) ?? nearLabel(line.text);
      return label === null ? [] : [[line, label] as const];
    }),
  );
  const named = [...labels].filter(([, { kind }]) => /name$/.test(kind));
  const [label, ...others] = named.map(([line]) => line);
  if (label === undefined || others.length > 0 || labels.get(label)!.kind !== "first_name") return undefined;
  const [above, beneath] = [lineAt("above", label, lines), lineAt("beneath", label, lines)];
  if (above === undefined || beneath?.text.trim() !== givenNames?.value) return undefined;
  const isTitle = above.place[3] > HIGHER * beneath!.place[3] || countryNamed(above.text) !== null;
  if (isTitle || labels.has(above) || !isUnder(above, label) || !NAME.test(above.text)) return undefined;
  return { ...readIn([above], above.text.trim()), confidence: INFERRED };
}
