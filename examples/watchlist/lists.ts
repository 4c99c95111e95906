/** A person on a list. */
export interface Entry {
  /** The list and its own number for the person, such as `UN 6908565`. */
  readonly id: string;
  readonly names: readonly string[];
  /** ISO 8601: a day, or a year alone if the list has no more. Empty if unknown, or if one is not exact. */
  readonly born: readonly string[];
}

/** The lists by the names of their files. */
export const LISTS = {
  "un.xml": readUn,
  "ofac.csv": readOfac,
  "eu.csv": readEu,
} as const satisfies Readonly<Record<string, (text: string) => Entry[]>>;

/** The consolidated list of the United Nations Security Council (XML). */
export function readUn(xml: string): Entry[] {
  return elements(xml, "INDIVIDUAL").map((person) => {
    const parts = ["FIRST_NAME", "SECOND_NAME", "THIRD_NAME", "FOURTH_NAME"].flatMap((tag) =>
      texts(person, tag),
    );
    return {
      id: `UN ${texts(person, "DATAID")[0] ?? "?"}`,
      names: [parts.join(" "), ...texts(person, "ALIAS_NAME")].filter(isName),
      born: exact(
        elements(person, "INDIVIDUAL_DATE_OF_BIRTH").map((birth) => {
          const isExact = !/APPROXIMATELY|BETWEEN/.test(texts(birth, "TYPE_OF_DATE")[0] ?? "");
          const [day, year] = [texts(birth, "DATE")[0], texts(birth, "YEAR")[0]];
          return isExact ? (day?.slice(0, 10) ?? year) : undefined;
        }),
      ),
    };
  });
}

/** The list of Specially Designated Nationals of the United States' OFAC (SDN.CSV: no header). */
export function readOfac(csv: string): Entry[] {
  return rows(csv, ",")
    .filter(([, , type]) => type?.trim() === "individual")
    .map(([number = "?", name = "", ...rest]) => {
      const remarks = rest.at(-1) ?? "";
      const aliases = [...remarks.matchAll(/a\.k\.a\. '([^']+)'/g)].map(([, alias]) => alias!);
      return {
        id: `OFAC ${number}`,
        names: [name, ...aliases].filter(isName),
        born: exact([...remarks.matchAll(/DOB ([^;.]+)/g)].map(([, text]) => dayOf(text!))),
      };
    });
}

/** The consolidated list of persons of the European Union (CSV 1.1: one row for each name or birth date). */
export function readEu(csv: string): Entry[] {
  const [head = [], ...lines] = rows(csv.replace(/^\uFEFF/, ""), ";");
  const at = (row: readonly string[], name: string) => row[head.indexOf(name)]?.trim() ?? "";
  const people = new Map<string, { names: Set<string>; born: Set<string | undefined> }>();
  for (const row of lines) {
    const kind = at(row, "Entity_SubjectType_ClassificationCode") || at(row, "Entity_SubjectType");
    if (!/^p(erson)?$/i.test(kind)) continue;
    const id = at(row, "Entity_LogicalId");
    const known = people.get(id) ?? { names: new Set(), born: new Set() };
    people.set(id, known);
    const name = at(row, "NameAlias_WholeName");
    if (isName(name)) known.names.add(name);
    const born = at(row, "BirthDate_BirthDate") || at(row, "BirthDate_Year");
    const isExact = at(row, "BirthDate_Circa") !== "true" && at(row, "BirthDate_YearRangeFrom") === "";
    if (born !== "" || !isExact) known.born.add(isExact ? born : undefined);
  }
  return [...people].map(([id, { names, born }]) => ({
    id: `EU ${id}`,
    names: [...names],
    born: exact([...born]),
  }));
}

/** No date if one of them is not exact: the person may be born in any year near it. */
const exact = (dates: readonly (string | undefined)[]): string[] =>
  dates.includes(undefined) ? [] : (dates as string[]);

const isName = (text: string) => text.trim() !== "" && text.trim() !== "-0-";

const elements = (xml: string, tag: string): string[] =>
  [...xml.matchAll(new RegExp(`<${tag}(?:\\s[^>]*)?>(.*?)</${tag}>`, "gs"))].map(([, inner]) => inner!);

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const texts = (xml: string, tag: string): string[] =>
  elements(xml, tag)
    .map((text) => text.replace(/&(\w+);/g, (whole, name) => ENTITIES[name] ?? whole).trim())
    .filter((text) => text !== "");

/** Rows of a CSV text (RFC 4180) with this separator. */
function rows(csv: string, separator: string): string[][] {
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, "gy");
  const found: string[][] = [];
  let row: string[] = [];
  for (const [whole, quoted, plain, end] of csv.matchAll(cell)) {
    if (whole === "" && row.length === 0) break;
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === separator) continue;
    found.push(row);
    row = [];
  }
  return found;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** A day as OFAC writes it: `04 Feb 1960`, or a year alone. Undefined for `circa 1960` and `1960 to 1962`. */
function dayOf(text: string): string | undefined {
  const [, day, month, year] = /^(?:(\d{2}) )?(?:([A-Z][a-z]{2}) )?(\d{4})$/.exec(text.trim()) ?? [];
  const number = MONTHS.indexOf(month ?? "") + 1;
  if (year === undefined || day === undefined || number === 0) return year;
  return `${year}-${String(number).padStart(2, "0")}-${day}`;
}
