import { existsSync, globSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { reported } from "../../../edge/verdicts/ocr/field.ts";
import { mergeFields } from "../../../edge/verdicts/ocr/fields.ts";
import { lettersOf } from "../../../edge/verdicts/text/letters.ts";
import { FIELD_KEYS, type FieldKey } from "../../../vocabulary/documents.ts";
import type { DocumentRecord } from "../../../vocabulary/issuers/record.ts";
import { DOCUMENT_RECORDS } from "../../../vocabulary/issuers/records.ts";
import { captureDocument } from "../../material/capture/capture.ts";
import { drawSide, inventStyle, type PrintFonts } from "../../material/documents/recorded/draw.ts";
import { inventSides, type RecordedSide } from "../../material/documents/recorded/sides.ts";
import { canDraw } from "../../material/documents/text.ts";
import { SAMPLE_FACES } from "../../material/faces/sample-faces.ts";
import { pick, type Random, seededRandom } from "../../material/random.ts";
import { rateOf, share } from "../report/figures.ts";
import type { Section } from "../report/markdown.ts";
import { type Part, TODAY, type Workbench } from "../workbench.ts";
import { CONDITIONS } from "./captures.ts";

/** States whose documents no rule was set on; all others may be used while rules are set. */
const HELD_OUT: readonly string[] =
  "AUT BGR CZE FIN GRC HUN LVA NLD POL ROU SVN ISL GBR UKR CAN BRA PHL KOR ZAF".split(" ");

/** Confidence above which a wrong value counts against the bar. */
const SURE = 0.9;

interface Result {
  readonly record: DocumentRecord;
  readonly hasMrz: boolean;
  readonly hasOtherScript: boolean;
  readonly condition: string;
  readonly key: FieldKey;
  readonly expected: readonly string[];
  readonly read: string | undefined;
  readonly confidence: number;
  readonly isRight: boolean;
}

/** Reads documents of the records, each drawn roughly in its layout, as phones capture them. */
export const countries: Part = {
  summary: "documents of the issuing states' records; DATA/fonts/*.ttf replace the usual font",
  flags: {
    recorded: [0, "captures of each side of each record"],
    "recorded-from": [1, "their first seed"],
    "recorded-held-out": [0, "1: only the states that no rule was set on; 2: only the others"],
    "recorded-sides": [
      0,
      "1: only sides without an MRZ; 2: only with an address; 3: only with a place of birth and no MRZ",
    ],
  },
  async run(workbench) {
    const [count, from] = [workbench.count("recorded"), workbench.count("recorded-from")];
    const which = workbench.count("recorded-held-out");
    const isRead = READ[workbench.count("recorded-sides")];
    if (isRead === undefined) throw new Error("--recorded-sides is 0, 1, 2 or 3.");
    const records = DOCUMENT_RECORDS.filter(
      ({ state }) => which === 0 || HELD_OUT.includes(state) === (which === 1),
    );
    const fonts = fontsOf(workbench);
    const results: Result[] = [];
    for (let n = 0; n < count; n++) {
      for (const [at, record] of records.entries()) {
        const seed = from + n * 10_000 + at;
        results.push(...(await readDocument(workbench, record, seed, n + at, fonts, isRead)));
        workbench.progress(n * records.length + at + 1, count * records.length, "records");
      }
    }
    if (results.length === 0) return [];
    if (workbench.data !== undefined) keep(join(workbench.data, "documents-by-record.csv"), results);
    return [byBar(results), byField(results), byRecord(results), wrongOnes(results)];
  },
};

/** The sides that are read, by the value of `--recorded-sides`. */
const READ: readonly ((side: RecordedSide) => boolean)[] = [
  () => true,
  ({ mrz }) => mrz.length === 0,
  ({ expected }) => expected.has("address"),
  ({ mrz, expected }) => mrz.length === 0 && expected.has("place_of_birth"),
];

/** Labels of which a part is in a script that the reader does not have: the bars leave such a side out. */
const hasOtherScript = ({ rows }: RecordedSide): boolean =>
  rows.some(({ label }) => /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(label));

const USUAL: PrintFonts = { label: "sans", value: "bold" };

function fontsOf({ data }: Workbench): readonly PrintFonts[] {
  const folder = join(data ?? "", "fonts");
  const files = data !== undefined && existsSync(folder) ? globSync("*.ttf", { cwd: folder }).sort() : [];
  if (files.length === 0) return [USUAL];
  return files.map((file) => ({ label: { file: join(folder, file) }, value: { file: join(folder, file) } }));
}

/** The fonts that have every character of the sides; the usual one if none has. */
function fontsFor(sides: readonly RecordedSide[], fonts: readonly PrintFonts[]): readonly PrintFonts[] {
  const texts = sides.flatMap(({ rows }) => rows.flatMap(({ label, lines }) => [label, ...lines]));
  const able = fonts.filter(({ value }) => texts.every((text) => canDraw(value, text)));
  return able.length > 0 ? able : [USUAL];
}

async function readDocument(
  workbench: Workbench,
  record: DocumentRecord,
  seed: number,
  turn: number,
  fonts: readonly PrintFonts[],
  isRead: (side: RecordedSide) => boolean,
): Promise<Result[]> {
  const random: Random = seededRandom(seed);
  const sides = inventSides(record, random);
  if (!sides.some(isRead)) return [];
  const style = inventStyle(random, pick(random, fontsFor(sides, fonts)), pick(random, SAMPLE_FACES));
  const names = Object.keys(CONDITIONS);
  const results: Result[] = [];
  for (const [at, side] of sides.entries()) {
    const condition = names[(turn + at) % names.length]!;
    const flat = await drawSide(record, side, style, random);
    if (!isRead(side)) continue;
    const { content } = await captureDocument(flat, { ...CONDITIONS[condition]!, seed });
    const fields = reported(mergeFields(await workbench.read(content), TODAY));
    for (const [key, expected] of side.expected) {
      const { value: read, confidence = 0 } = fields[key] ?? {};
      const isRight = read !== undefined && expected.some((each) => lettersOf(each) === lettersOf(read));
      results.push({
        record,
        hasMrz: side.mrz.length > 0,
        hasOtherScript: hasOtherScript(side),
        condition,
        key,
        expected,
        read,
        confidence,
        isRight,
      });
    }
  }
  return results;
}

const BARS: Readonly<Record<string, readonly FieldKey[]>> = {
  "names, number, birth, expiry": [
    ...([
      "full_name",
      "first_name",
      "last_name",
      "document_number",
      "date_of_birth",
      "date_of_expiry",
    ] as const),
  ],
  address: ["address"],
  "place of birth": ["place_of_birth"],
};

const rightOf = (of: readonly Result[]) => rateOf(of.filter(({ isRight }) => isRight).length, of.length);
const isSurelyWrong = ({ isRight, read, confidence }: Result) =>
  !isRight && read !== undefined && confidence > SURE;

const SIDES: readonly (readonly [side: string, isOn: (each: Result) => boolean])[] = [
  ["with an MRZ", ({ hasMrz }) => hasMrz],
  ["without", ({ hasMrz, hasOtherScript }) => !hasMrz && !hasOtherScript],
  ["without, labels not in Latin: no bar", ({ hasMrz, hasOtherScript }) => !hasMrz && hasOtherScript],
];

function byBar(results: readonly Result[]): Section {
  const rows = Object.entries(BARS).flatMap(([name, keys]) =>
    SIDES.flatMap(([side, isOn]) => {
      const of = results.filter((each) => isOn(each) && keys.includes(each.key));
      const wrong = of.filter(isSurelyWrong).length;
      return of.length === 0 ? [] : [[name, side, rightOf(of), rateOf(wrong, of.length)]];
    }),
  );
  const columns = ["fields", "side", "right", `wrong with confidence > ${SURE}`];
  return { heading: "Records: bars", table: { columns, rows } };
}

function byField(results: readonly Result[]): Section {
  const rows = FIELD_KEYS.flatMap((key) => {
    const of = results.filter((each) => each.key === key);
    const missing = of.filter(({ read }) => read === undefined).length;
    return of.length === 0
      ? []
      : [[key, rightOf(of), share(missing, of.length), share(of.filter(isSurelyWrong).length, of.length)]];
  });
  const columns = ["field", "right", "missing", `wrong with confidence > ${SURE}`];
  return {
    heading: "Records: fields",
    text: "Case, marks and spaces are ignored.",
    table: { columns, rows },
  };
}

const nameOf = ({ state, type, titles }: DocumentRecord) => `${state} ${type} ${titles[0] ?? ""}`.trim();

function byRecord(results: readonly Result[]): Section {
  const groups = Map.groupBy(results, ({ record }) => nameOf(record));
  const rows = [...groups].map(([name, of]) => [name, rightOf(of)]);
  return { heading: "Records: each", table: { columns: ["record", "fields right"], rows } };
}

function wrongOnes(results: readonly Result[]): Section {
  const rows = results
    .filter(({ isRight }) => !isRight)
    .map(({ record, condition, key, expected, read = "–", confidence }) => [
      ...[nameOf(record), condition, key, expected[0]!, read, confidence.toFixed(2)],
    ]);
  const columns = ["record", "condition", "field", "printed", "read", "confidence"];
  return { heading: "Records: not right", table: { columns, rows } };
}

/** A row a record: what docs/reference shows of it. */
function keep(path: string, results: readonly Result[]): void {
  const groups = Map.groupBy(results, ({ record }) => `${record.state},${record.type}`);
  const rows = [...groups].map(
    ([name, of]) => `${name},${of.filter(({ isRight }) => isRight).length},${of.length}`,
  );
  writeFileSync(path, `state,type,right,fields\n${rows.join("\n")}\n`);
}
