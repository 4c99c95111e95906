import type { TextFile } from "./files.ts";

/** The folder of the contract's sections. */
export const CONTRACT = "docs/project/contract/";

/**
 * The numbers of a section of the contract that may be cited: `# §3 …`, its headings `## 3.6 …`, and the
 * items of the numbered lists under a heading, such as 3.6.4.
 */
export function numbersOf(section: string): string[] {
  let heading = "";
  return section.split("\n").flatMap((line) => {
    const title = /^# §(\d+) |^## (\d+\.\d+) /.exec(line);
    if (title !== null) {
      heading = (title[1] ?? title[2])!;
      return [heading];
    }
    const item = /^(\d+)\. /.exec(line)?.[1];
    return item === undefined ? [] : [`${heading}.${item}`];
  });
}

/**
 * A section sign at a digit; the words before it name the document. A law is cited with a space: `§
 * 13`.
 */
const CITATION = /(contract |(?:RFC \d+|arXiv:[\d.]+) )?§(\d+(?:\.\d+)*)/gi;

const ELSEWHERE = /\b(interface|contract)\.md\b|\.\.\/shared\b|contract § /i;

/**
 * Errors in a text's citations: a number that the contract lacks, or a page outside the repository.
 */
export function faultsOf({ path, text }: TextFile, numbers: ReadonlySet<string>): string[] {
  const isContract = path.startsWith(CONTRACT);
  const wrong = [...unwrapped(text).matchAll(CITATION)].flatMap(([cited, source, number]) => {
    const standard = source !== undefined && !/^contract/i.test(source);
    if (standard) return [];
    if (source === undefined && !isContract) return [`${path}: ${cited} does not say of what`];
    return numbers.has(number!) ? [] : [`${path}: ${cited} leads nowhere`];
  });
  const outside = ELSEWHERE.exec(text)?.[0];
  return outside === undefined ? wrong : [...wrong, `${path}: ${outside} is not in the repository`];
}

/** The text without line breaks and the comment marks behind them, so that a citation may be wrapped. */
const unwrapped = (text: string) => text.replaceAll(/\s*\n\s*(?:\*|\/\/|#|>)?\s*/g, " ");
