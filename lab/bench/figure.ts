/** One measured value and its aim. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: `${">=" | "<="} ${number}`;
}

/** Whether a figure with an aim reaches it; null without one. */
function reached({ value, aim }: Figure): boolean | null {
  if (aim === undefined) return null;
  const bound = Number(aim.slice(3));
  return aim.startsWith(">=") ? value >= bound : value <= bound;
}

const VERDICTS: Readonly<Record<string, string>> = { true: "reached", false: "NOT REACHED", null: "" };

/** Prints a figure with its verdict, or with another text; returns what `reached` returns. */
export function printFigure(figure: Figure, verdict?: string): boolean | null {
  const isReached = reached(figure);
  const { name, value, unit, aim } = figure;
  const said = aim === undefined ? "" : `aim ${aim} ${verdict ?? VERDICTS[String(isReached)]}`;
  console.log(`${name.padEnd(62)}${Number(value.toPrecision(6))} ${unit} ${said}`.trimEnd());
  return isReached;
}

/** Options of a part: the models folder to measure. */
export interface BenchOptions {
  readonly models?: string | undefined;
}

export type Bench = (options: BenchOptions) => Promise<Figure[]>;
