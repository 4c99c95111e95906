import { type Report, toMarkdown } from "../evaluate/report/markdown.ts";
import { type Figure, reached } from "./figure.ts";

/** The figures of one part. */
export interface PartFigures {
  readonly part: string;
  readonly summary: string;
  readonly figures: readonly Figure[];
}

/** A page of figures beside their aims, a section a part. `facts` say when and on what they were measured. */
export function benchPage(facts: Report["facts"], measured: readonly PartFigures[]): string {
  const sections = measured.map(({ part, summary, figures }) => ({
    heading: part,
    text: summary,
    table: { columns: ["what", "reached", "aim"], rows: figures.map(row) },
  }));
  return toMarkdown({ title: "Benchmark", facts, sections });
}

function row(figure: Figure): string[] {
  const { name, value, unit, aim = "" } = figure;
  const missed = reached(figure) === false ? ": not reached" : "";
  return [name, `${value.toFixed(2)} ${unit}`.trim(), `${aim}${missed}`];
}
