export type Labels = Readonly<Record<string, string>>;

/** A metric of Prometheus' text format. */
export interface Metric {
  readonly name: readonly [name: string, type: "counter" | "gauge" | "histogram", help: string];
  readonly samples: readonly (readonly [suffix: string, labels: string, value: number])[];
}

/** Labels as they stand between braces. A value comes from the code's own words and holds no quote. */
export const line = (labels: Labels): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, "_")}"`)
    .join(",");

/** The page that is scraped (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export const page = (metrics: readonly Metric[]): string => metrics.map(section).join("");

function section({ name: [name, type, help], samples }: Metric): string {
  const lines = samples.map(
    ([suffix, labels, value]) => `${name}${suffix}${labels === "" ? "" : `{${labels}}`} ${value}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}
