/** One measured value and its aim. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly aim?: `${">=" | "<="} ${number}`;
}

/** Whether a figure with an aim reaches it; null without one. */
export function reached({ value, aim }: Figure): boolean | null {
  if (aim === undefined) return null;
  const bound = Number(aim.slice(3));
  return aim.startsWith(">=") ? value >= bound : value <= bound;
}

/** Options of a part: a folder of labelled material, and the models folder to measure. */
export interface BenchOptions {
  readonly data?: string | undefined;
  readonly models?: string | undefined;
}

export type Bench = (options: BenchOptions) => Promise<Figure[]>;
