import { describe, expect, it } from "vitest";
import { checkIdNumber, knowsIdNumbers } from "#edge/verdicts/fraud/checks/id-numbers/id-numbers.ts";
import { ID_NUMBERS } from "#edge/verdicts/fraud/checks/id-numbers/table.ts";

/**
 * Numbers published as examples by the countries, in standards and documentation, or invented; and their
 * births.
 */
const GENUINE: readonly (readonly [country: string, number: string, birth: string | null])[] = [
  ["BEL", "85.07.30-033.28", "85-07-30"],
  ["BEL", "17 07 30 033 84", "17-07-30"],
  ["BEL", "93051822361", "93-05-18"],
  ["BGR", "7523169263", "75-03-16"],
  ["BGR", "8032056031", "80-12-05"],
  ["BGR", "6101047500", "61-01-04"],
  ["BRA", "111.444.777-35", null],
  ["BRA", "123.456.789-09", null],
  ["CHL", "12.345.678-5", null],
  ["CHL", "12.531.909-2", null],
  ["CHN", "11010519491231002X", "1949-12-31"],
  ["CHN", "440524188001010014", "1880-01-01"],
  ["CZE", "710319/2745", "71-03-19"],
  ["ECU", "171430710-3", null],
  ["ESP", "12345678Z", null],
  ["ESP", "X1234567L", null],
  ["EST", "37605030299", "1976-05-03"],
  ["EST", "36805280109", "1968-05-28"],
  ["FIN", "131052-308T", "52-10-13"],
  ["FIN", "010516A903X", "16-05-01"],
  ["HRV", "33392005961", null],
  ["IND", "9999 4105 7058", null],
  ["IND", "2341 2341 2346", null],
  ["ITA", "RCCMNL83S18D969H", "83-11-18"],
  ["ITA", "MRTMTT25D09F205Z", "25-04-09"],
  ["LTU", "33309240064", "1933-09-24"],
  ["LTU", "38703181745", "1987-03-18"],
  ["MEX", "BOXW310820HNERXN09", "31-08-20"],
  ["MEX", "AAPR630321HDFLRC09", "63-03-21"],
  ["NLD", "111222333", null],
  ["NOR", "15108695088", "86-10-15"],
  ["NOR", "31129956715", "99-12-31"],
  ["POL", "44051401359", "44-05-14"],
  ["POL", "02070803628", "02-07-08"],
  ["POL", "02211307589", "02-01-13"],
  ["PRT", "00000000 0 ZZ4", null],
  ["ROU", "1630615123457", "63-06-15"],
  ["SVK", "710319/2745", "71-03-19"],
  ["SWE", "811218-9876", "81-12-18"],
  ["SWE", "19811218-9876", "81-12-18"],
  ["SWE", "701063-2391", "70-10-03"],
  ["SWE", "640823-3234", "64-08-23"],
  ["THA", "1-2345-45678-78-1", null],
  ["TUR", "10000000146", null],
  ["TWN", "A123456789", null],
  ["ZAF", "800101 5009 087", "80-01-01"],
];

it.each(GENUINE)("%s: %s fits its check, and carries the birth %s", (country, number, birth) => {
  expect(checkIdNumber(country, number)).toEqual({ valid: true, birth });
});

it("every country's rule names its source and has a genuine number here", () => {
  for (const [country, { source }] of Object.entries(ID_NUMBERS)) {
    expect(source).not.toBe("");
    expect(GENUINE.some(([known]) => known === country)).toBe(true);
  }
  expect(Object.keys(ID_NUMBERS).length).toBeGreaterThanOrEqual(20);
});

describe("one digit misread", () => {
  // If a remainder of ten is written as another digit, or digits are outside of the check, some
  // misreadings fit.
  const SLACK: Readonly<Record<string, number>> = {
    BGR: 0.12,
    BRA: 0.12,
    ROU: 0.12,
    THA: 0.17,
    TUR: 0.12,
    CZE: 0.1,
    SVK: 0.1,
    EST: 0.1,
    LTU: 0.1,
    PRT: 0.12,
    MEX: 0.2,
    TWN: 0.1,
    SWE: 0.17,
  };

  it.each(GENUINE)("%s: %s does not fit", (country, number) => {
    let [tried, passed] = [0, 0];
    for (const [i, sign] of Array.from(number).entries()) {
      for (const digit of "0123456789") {
        if (!/\d/.test(sign) || digit === sign) continue;
        const checked = checkIdNumber(country, number.slice(0, i) + digit + number.slice(i + 1));
        if (checked === null) continue;
        tried++;
        if (checked.valid) passed++;
      }
    }
    expect(tried).toBeGreaterThan(9);
    expect(passed / tried).toBeLessThanOrEqual(SLACK[country] ?? 0);
  });
});

it("what does not look like a number of the country, or of none that is known, is not judged", () => {
  expect(checkIdNumber("POL", "1234")).toBeNull();
  expect(checkIdNumber("UTO", "12345678Z")).toBeNull();
  expect(knowsIdNumbers("toString")).toBe(false);
});

// python-stdnum's doctests, and invented: month 13, 30 February, 29 February 1933.
it.each([
  ["LTU", "36813280103"],
  ["LTU", "33302290004"],
  ["MEX", "BOXW891313HNERXN01"],
  ["NOR", "19575770838"],
  ["SWE", "8899203213"],
  ["POL", "44991401305"],
  ["CHN", "110105194902300020"],
  ["EST", "37602300204"],
  ["BGR", "7533169208"],
  ["CZE", "7113192702"],
  ["ROU", "1631315123406"],
  ["FIN", "310252308Y"],
  ["ITA", "RCCMNL83B30D969F"],
  ["ZAF", "8013315009006"],
  ["BEL", "85150003314"],
])("%s: %s fits its check and contains no date, as the country's numbers do", (country, number) => {
  expect(checkIdNumber(country, number)).toEqual({ valid: true, birth: null, undated: true });
});

it.each([
  ["BEL", "85000003306"],
  ["BEL", "85400003324"],
  ["SWE", "7000602396"],
])("%s: %s says by its noughts that the birth is not known", (country, number) => {
  expect(checkIdNumber(country, number)).toEqual({ valid: true, birth: null });
});

it("births behind added months, days and centuries are found", () => {
  expect(checkIdNumber("POL", "02270803624")?.birth).toBe("02-07-08");
  expect(checkIdNumber("NOR", "55108695088")?.birth).toBe("86-10-15");
  expect(checkIdNumber("ITA", "RSSMRA85T50A562S")?.birth).toBe("85-12-10");
  expect(checkIdNumber("POL", "02990803624")?.birth).toBeNull();
});
