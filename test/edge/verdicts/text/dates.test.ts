import fc from "fast-check";
import { expect, it } from "vitest";
import { mrzDate, printedDate } from "#edge/verdicts/text/dates.ts";

const NOW = Date.UTC(2026, 10, 21);

it.each([
  ["740812", "birth", "1974-08-12"],
  ["261121", "birth", "2026-11-21"],
  ["261122", "birth", "1926-11-22"],
  ["000229", "birth", "2000-02-29"],
  ["320415", "expiry", "2032-04-15"],
  ["120415", "expiry", "2012-04-15"],
  ["761121", "expiry", "2076-11-21"],
  ["761122", "expiry", "1976-11-22"],
  ["990229", "birth", null],
  ["74<<<<", "birth", null],
  ["741301", "birth", null],
  ["", "expiry", null],
] as const)("reads the MRZ date %s of %s as %s", (value, kind, date) => {
  expect(mrzDate(value, kind, NOW)).toBe(date);
});

it("never puts a birth after now, nor an expiry more than 50 years after", () => {
  const day = fc.date({ min: new Date("1950-01-01"), max: new Date("2049-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(day, (date) => {
      const yymmdd = date.toISOString().slice(2, 10).replaceAll("-", "");
      const birth = mrzDate(yymmdd, "birth", NOW);
      const expiry = mrzDate(yymmdd, "expiry", NOW);
      if (birth !== null) expect(birth <= "2026-11-21").toBe(true);
      if (expiry !== null) expect(expiry > "1976-11-21" && expiry <= "2076-11-21").toBe(true);
      for (const read of [birth, expiry])
        if (read !== null) expect(read.slice(2).replaceAll("-", "")).toBe(yymmdd);
    }),
  );
});

it.each([
  ["2031-05-09", "2031-05-09"],
  ["09.05.2031", "2031-05-09"],
  ["09/05/2031", "2031-05-09"],
  ["05/19/2031", "2031-05-19"],
  ["09 05 2031", "2031-05-09"],
  ["9 MAY 2031", "2031-05-09"],
  ["09 MAI/MAY 2031", "2031-05-09"],
  ["15 FÉV 2020", "2020-02-15"],
  ["1. Dez 2020", "2020-12-01"],
  ["12AUG1974", "1974-08-12"],
  ["31.02.2020", null],
  ["12 XYZ 2020", null],
  ["L898902C3", null],
] as const)("reads the printed date %s as %s", (text, date) => {
  expect(printedDate(text)).toBe(date);
});

it.each([
  ["09052031", "2031-05-09"],
  ["0905 2031", "2031-05-09"],
  ["09.052031", "2031-05-09"],
  ["0905/2031", "2031-05-09"],
  ["31022031", null],
  ["123456789", null],
  ["12081074", null],
  ["No. 09052031", null],
  ["27 121984 BREMEL", "1984-12-27"],
  ["27121984, BREMEL", "1984-12-27"],
  ["27 121984 7 BREMEL", null],
  ["31021984 BREMEL", null],
  ["17,01.1969", "1969-01-17"],
  ["20.02.1971VELDEN", "1971-02-20"],
  ["09/01/1997WEXHAM", "1997-01-09"],
  ["09/01/1997W", null],
  ["09/01/97WEXHAM", null],
] as const)("reads %s, as a reader of print spells a date, as %s", (text, date) => {
  expect(printedDate(text)).toBe(date);
});

it("reads a date without spaces on a page that prints the month first only if one order has a date", () => {
  const read = (text: string) => printedDate(text, { monthFirst: true });
  const texts = ["05192031", "05052031 BREMEL", "05092031"];
  expect(texts.map(read)).toEqual(["2031-05-19", "2031-05-05", null]);
});

it.each([
  ["12 JAN/JAN 90", "birth", "1990-01-12"],
  ["12.08.27", "birth", "1927-08-12"],
  ["12.08.31", "expiry", "2031-08-12"],
  ["12 08 80", "issue", "1980-08-12"],
] as const)("reads the two-digit year of %s by its sense, %s", (text, kind, date) => {
  expect(printedDate(text, { century: { kind, now: NOW } })).toBe(date);
  expect(printedDate(text)).toBeNull();
});

it.each([
  ["12 AĞU 1990", "1990-08-12"],
  ["12 października 1990", "1990-10-12"],
  ["12 Desember 1990", "1990-12-12"],
  ["12 MAA/MAR 1990", "1990-03-12"],
  ["12 SRP/JUL 1990", "1990-07-12"],
  ["01 MRZ 1990", "1990-03-01"],
  ["MAY 9, 2031", "2031-05-09"],
] as const)("knows months in the languages of documents: %s", (text, date) => {
  expect(printedDate(text)).toBe(date);
});

it.each([
  "12 LIS 1990",
  "12 LIP 1990",
  "12 SRP 1990",
  "12 JAN/FEB 1990",
  "112.08.1990",
  "12.08.19901",
  "1.2.3.1990",
])("leaves %s out, which may be more than one day or none", (text) => {
  expect(printedDate(text)).toBeNull();
});
