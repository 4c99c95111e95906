import { describe, expect, it } from "vitest";
import { readViz } from "#edge/verdicts/ocr/visual/viz.ts";
import { line } from "#test/harness/edge/inference-results.ts";

const NOW = Date.UTC(2026, 10, 21);
const read = (...lines: ReturnType<typeof line>[]) =>
  Object.fromEntries([...readViz(lines, NOW)].map(([key, { value }]) => [key, value]));

describe("a driving licence whose thin numbers were not read", () => {
  const rows = (...texts: readonly (readonly [number: string, value: string])[]) =>
    texts.flatMap(([number, value], i) => [
      ...(number === "" ? [] : [line(number, 100 + 30 * i, 280)]),
      line(value, 100 + 30 * i, 340),
    ]);
  const dated = [
    ["4a", "01.01.2013"],
    ["4b", "01.01.2028"],
  ] as const;

  it("has the fields of its rows by their order if only the numbers of group 4 were read", () => {
    const names = [
      ["", "ERIKSSON"],
      ["", "ANNA MARIA"],
      ["", "12.08.1974"],
    ] as const;
    const page = rows(...names, ...dated, ["4d", "X9834C21"], ["", "B072RRE2855"], ["", "12 MILL LANE"]);
    expect(read(...page)).toMatchObject({
      last_name: "ERIKSSON",
      first_name: "ANNA MARIA",
      date_of_birth: "1974-08-12",
      personal_number: "X9834C21",
      document_number: "B072RRE2855",
      address: "12 MILL LANE",
    });
    const between = rows(...names, dated[0], ["", "01.01.2028"], ["4d", "X9834C21"], ["5", "B072RRE2855"]);
    expect(read(...between).date_of_expiry).toBe("2028-01-01");
  });

  it("has a row's field by the rows beneath it that are in one line with their numbers", () => {
    const inline = ["2. ANNA MARIA", "3. 12.08.1974 ZENITH", "4a. 01.01.2013", "4b. 01.01.2028"];
    const lines = inline.map((text, i) => line(text, 130 + 30 * i, 280));
    const page = [line("ERIKSSON", 100, 340), ...lines, line("5.", 250, 280), line("216641410", 250, 340)];
    expect(read(...page)).toMatchObject({
      last_name: "ERIKSSON",
      first_name: "ANNA MARIA",
      document_number: "216641410",
    });
    expect(read(line("KIM", 70, 340), ...page)).not.toHaveProperty("last_name");
  });

  it("has the value of a row whose number lost its full stop, if the row begins where the numbers do", () => {
    const page = rows(["1", "ØDEGÅRD"], ["2", "SIGRID"], ["3", "20.05.1977"], ...dated);
    const last = (...lines: ReturnType<typeof line>[]) => read(...page, ...lines).document_number;
    expect(last(line("5946364776", 250, 280))).toBe("946364776");
    expect(last(line("5946364776", 250, 310))).toBeUndefined();
    expect(last(line("5946364776", 250, 280), line("5246364776", 290, 280))).toBeUndefined();
  });

  it("has the second line of an address beneath the first, if its number was read with it", () => {
    const page = rows(["1", "ØDEGÅRD"], ["2", "SIGRID"], ["3", "20.05.1977"], ...dated, ["5", "946364776"]);
    const address = [line("8. LIPOVÁ 96", 280, 280), line("42113 KOLDÍN", 310, 330)];
    expect(read(...page, ...address).address).toBe("LIPOVÁ 96, 42113 KOLDÍN");
  });

  it("has no address of a number that was not read as one: letters among digits are none", () => {
    const page = rows(...dated, ["", "VFOJP2BX"], ["", "KXRVF70D8"], ["", "4 MILL LANE"]);
    expect(read(...page)).not.toHaveProperty("address");
  });

  it("has the fields of its rows by their forms if no number was read, under its title or without any label", () => {
    const values = ["ERIKSSON", "ANNA MARIA", "12.08.1974 ZENITH", "01.01.2013", "01.01.2028", "B072RRE2855"];
    const page = (...texts: string[]) => rows(...texts.map((text) => ["", text] as const));
    const fields = (...texts: string[]) => readViz(page(...texts), NOW, true);
    expect(fields(...values, "12 MILL LANE").get("address")?.value).toBe("12 MILL LANE");
    const both = fields(...values, "PSNWXXHR9", "12 MILL LANE");
    expect(both.get("personal_number")?.value).toBe("B072RRE2855");
    expect(both.get("document_number")?.value).toBe("PSNWXXHR9");
    expect(fields(...values).get("date_of_birth")?.value).toBe("1974-08-12");
    expect(fields(...values).get("document_number")?.value).toBe("B072RRE2855");
    expect([...readViz([line("Authority", 70), ...page(...values)], NOW)]).toEqual([]);
    const [surname, given, birth, issue, expiry, number] = values as [string, ...string[]];
    expect([...fields(surname, given!, birth!, expiry!, issue!, number!)]).toEqual([]);
    expect([...fields(surname, given!, birth!, issue!, number!)]).toEqual([]);
  });

  it("is one by a single number of group 4 under its title", () => {
    const page = rows(["", "ERIKSSON"], ["", "ANNA"], ["", "12.08.1974"], ["", "01.01.2013"], dated[1]);
    expect(read(...page)).toEqual({});
    const titled = Object.fromEntries([...readViz(page, NOW, true)].map(([key, { value }]) => [key, value]));
    expect(titled).toMatchObject({ last_name: "ERIKSSON", date_of_expiry: "2028-01-01" });
  });

  it("has an address that begins with a field's number beside its own field's number", () => {
    const page = rows(["1", "ERIKSSON"], ["2", "ANNA"], ...dated, ["8", "8 MILL LANE"]);
    expect(read(...page, line("98765 ZENITH", 250, 340))).toMatchObject({
      address: "8 MILL LANE, 98765 ZENITH",
    });
  });

  it("has no field of a row that may be one of two", () => {
    const twoNumbers = rows(...dated, ["", "X9834C21"], ["", "B072RRE2855"]);
    expect(read(...twoNumbers)).not.toHaveProperty("document_number");
    const three = rows(["", "KIM"], ["", "ERIKSSON"], ["", "ANNA"], ["", "12.08.1974"], ...dated);
    expect(read(...three)).not.toHaveProperty("last_name");
    const swapped = rows(["", "ERIKSSON"], ["", "ANNA"], ["", "12.08.1974"], dated[1], dated[0]);
    expect(read(...swapped)).not.toHaveProperty("last_name");
  });
});

it("the whole name of a Brazilian licence has the number of both its parts", () => {
  const page = [
    line("2 e 1 NOME E SOBRENOME", 100),
    line("JOÃO MIGUEL ARAÚJO", 124),
    line("4a DATA EMISSÃO", 200),
    line("01.11.2024", 224),
    line("4b VALIDADE", 300),
    line("04.01.2032", 324),
  ];
  const { first_name, full_name } = read(...page);
  expect([first_name, full_name]).toEqual([undefined, "JOÃO MIGUEL ARAÚJO"]);
  expect(read(line("2 E1 NOME E SOBRENOME", 100), ...page.slice(1)).full_name).toBe("JOÃO MIGUEL ARAÚJO");
});
