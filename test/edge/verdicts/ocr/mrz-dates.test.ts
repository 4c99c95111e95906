import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { datesOfMrz, mayBeExpiry } from "#edge/verdicts/ocr/mrz-dates.ts";
import { MRZ, mrzField } from "#test/harness/edge/inference-results.ts";

/**
 * Years that an MRZ cuts to two digits. Reports: Spanish cards without an end (angelscode.com, 2024-09-29),
 * DoubangoTelecom/ultimateMRZ-SDK#23 and PRADO HUN-HO-11002 (sixty years), evermeer/PassportScanner#30 and
 * opensanctions/opensanctions#4940 (people over a hundred).
 */
const NOW = Date.UTC(2026, 10, 27);

interface Case {
  format?: "TD1" | "TD3";
  birth?: string;
  expiry?: string;
  printed?: readonly string[];
  issue?: string;
}

function dates({ format = "TD1", birth = "450312", expiry = "330101", printed = [], issue }: Case) {
  const fields = [mrzField("date_of_birth", birth), mrzField("date_of_expiry", expiry)];
  return datesOfMrz({ ...MRZ, format, fields }, { inFull: new Set(printed), issue }, NOW);
}

describe("an expiry", () => {
  const expiry = (of: Case) => {
    const { expiry: date, isOpen } = dates(of);
    return isOpen ? "open" : date;
  };

  it("is of the century that print shows for the same day", () => {
    expect(expiry({ expiry: "990101", printed: ["9999-01-01"] })).toBe("9999-01-01");
    expect(expiry({ expiry: "991231", printed: ["9999-12-31"] })).toBe("9999-12-31");
    expect(expiry({ expiry: "840101", printed: ["2084-01-01"] })).toBe("2084-01-01");
    expect(expiry({ expiry: "840101", printed: ["1984-01-01"] })).toBe("1984-01-01");
    expect(expiry({ expiry: "990101", printed: ["1999-01-01"] })).toBe("1999-01-01");
  });

  it("is of the next century if the birth or the issue rules the past one out", () => {
    expect(expiry({ expiry: "840101", issue: "2023-01-01" })).toBe("2084-01-01");
    expect(expiry({ expiry: "840101", birth: "900101" })).toBe("2084-01-01");
  });

  it("is unknown if only the print could decide the century, and was not read", () => {
    expect(expiry({ expiry: "840101" })).toBe("open");
    expect(expiry({ expiry: "990101" })).toBe("open");
    expect(expiry({ expiry: "990101", issue: "2023-02-01" })).toBe("open");
    expect(expiry({ expiry: "840101", printed: ["2084-01-02"] })).toBe("open");
    expect(expiry({ expiry: "120415" })).toBe("2012-04-15");
  });

  it("of usual validity is not brought back by a printed year", () => {
    expect(expiry({ expiry: "240101", printed: ["2124-01-01"] })).toBe("2024-01-01");
    expect(expiry({ expiry: "240101", printed: ["2124-01-01"], issue: "2025-01-01" })).toBe("2024-01-01");
    expect(expiry({ expiry: "240101", printed: ["2034-01-01"] })).toBe("2024-01-01");
    // A card from 1989 to 1999, whose issue the print still shows.
    expect(expiry({ expiry: "990101", printed: ["9999-01-01"], issue: "1989-01-01" })).toBe("1999-01-01");
    expect(expiry({ expiry: "840101", printed: ["2084-01-01"], issue: "1979-01-01" })).toBe("1984-01-01");
    // No passport is valid for decades.
    expect(expiry({ format: "TD3", expiry: "840101", printed: ["2084-01-01"] })).toBe("1984-01-01");
    expect(expiry({ format: "TD3", expiry: "990101", printed: ["9999-01-01"] })).toBe("1999-01-01");
  });

  it("is not the printed birth if both are of one day", () => {
    expect(expiry({ birth: "400101", expiry: "400101", printed: ["1940-01-01"] })).toBe("2040-01-01");
  });

  it("has the MRZ's day and month, and lies within sixty-one years of today or names no end", () => {
    const day = fc.date({ min: new Date("1950-01-01"), max: new Date("2049-12-31"), noInvalidDate: true });
    const year = fc.constantFrom("18", "19", "20", "21", "22", "99");
    fc.assert(
      fc.property(day, year, (date, century) => {
        const digits = date.toISOString().slice(2, 10).replaceAll("-", "");
        const printed = `${century}${date.toISOString().slice(2, 10)}`;
        const expiry = dates({ expiry: digits, printed: [printed] }).expiry!;
        expect(expiry.slice(2).replaceAll("-", "")).toBe(digits);
        expect(expiry <= "2087-11-27" || expiry.startsWith("9999")).toBe(true);
      }),
    );
  });

  it("that is only printed is no further ahead either", () => {
    expect(mayBeExpiry("2124-01-01", NOW)).toBe(false);
    expect(mayBeExpiry("2086-01-01", NOW)).toBe(true);
    expect(mayBeExpiry("9999-01-01", NOW)).toBe(true);
  });
});

describe("a birth", () => {
  const birth = (of: Case) => dates(of).birth;

  it("is of the century that print shows for the same day", () => {
    expect(birth({ birth: "240301", printed: ["1924-03-01"] })).toBe("1924-03-01");
    expect(birth({ birth: "240301", printed: ["2024-03-01"] })).toBe("2024-03-01");
  });

  it("is not after the issue, the expiry or today, else the latest", () => {
    expect(birth({ birth: "240301" })).toBe("2024-03-01");
    expect(birth({ birth: "240301", issue: "2023-01-01" })).toBe("1924-03-01");
    expect(birth({ birth: "240301", expiry: "230101" })).toBe("1924-03-01");
    expect(birth({ birth: "261128" })).toBe("1926-11-28");
  });

  it("never makes a person older than the oldest known, whatever is printed", () => {
    expect(birth({ birth: "030301", printed: ["1903-03-01"] })).toBe("2003-03-01");
    expect(birth({ birth: "080301", printed: ["1908-03-01"] })).toBe("1908-03-01");
  });

  it("is not judged by a date of issue that the MRZ calls a birth", () => {
    expect(birth({ birth: "240301", issue: "2024-03-01" })).toBe("2024-03-01");
  });
});
