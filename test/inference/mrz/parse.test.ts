import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORMATS } from "#inference/mrz/formats.ts";
import { parseMrz } from "#inference/mrz/parse.ts";
import { composeMrz } from "#lab/material/documents/mrz.ts";
import { checksOf, fieldsOf, formatOf, LONG_NUMBER, readAs, SPECIMENS, withAlternatives } from "./mrz.ts";

const STANDARD = ["TD1", "TD2", "TD3", "MRV_A", "MRV_B"] as const;

describe("the specimens of Doc 9303", () => {
  it.each(STANDARD)("are read and verified: %s", (name) => {
    const visa = name.startsWith("MRV");
    expect(fieldsOf(name, SPECIMENS[name])).toMatchObject({
      document_code: { TD1: "I", TD2: "I", TD3: "P", MRV_A: "V", MRV_B: "V" }[name],
      issuing_state: "UTO",
      primary_identifier: "ERIKSSON",
      secondary_identifier: "ANNA MARIA",
      date_of_birth: visa ? "400907" : "740812",
      sex: "F",
      date_of_expiry: visa ? "961210" : "120415",
      nationality: visa ? "XXX" : "UTO",
    });
    expect(Object.values(checksOf(name, SPECIMENS[name]))).not.toContain(false);
  });

  it("have the checks of their format", () => {
    const names = STANDARD.map((name) => Object.keys(checksOf(name, SPECIMENS[name])));
    const dates = ["document_number", "date_of_birth", "date_of_expiry"];
    const card = [...dates, "composite", "field_types"];
    const visa = [...dates, "field_types"];
    expect(names).toEqual([
      card,
      card,
      [...dates, "personal_number", "composite", "field_types"],
      visa,
      visa,
    ]);
  });

  it("give the personal number of a passport and the optional data of a visa", () => {
    expect(fieldsOf("TD3", SPECIMENS.TD3).personal_number).toBe("ZE184226B");
    expect(fieldsOf("MRV_A", SPECIMENS.MRV_A).optional_data).toBe("6ZE184226B");
  });
});

describe("field types", () => {
  const [names, numbers] = SPECIMENS.TD3 as [string, string];
  const put = (line: string, column: number, character: string) =>
    line.slice(0, column) + character + line.slice(column + 1);

  it.each([
    ["a name", [put(names, 7, "3"), numbers], "primary_identifier", "ER3KSSON"],
    ["the issuing state", [put(names, 3, "7"), numbers], "issuing_state", "U7O"],
    ["the nationality", [names, put(numbers, 10, "1")], "nationality", "1TO"],
  ] as const)(
    "fail for a digit in %s, which is returned as printed, though no check digit covers it",
    (_, lines, field, value) => {
      const checks = checksOf("TD3", lines);
      expect(checks).toMatchObject({ field_types: false, composite: true, document_number: true });
      expect(fieldsOf("TD3", lines)[field]).toBe(value);
    },
  );

  it("fail for a letter in a date, and for an undefined sex", () => {
    expect(checksOf("TD3", [names, put(numbers, 14, "E")])).toMatchObject({ field_types: false });
    expect(checksOf("TD3", [names, put(numbers, 20, "K")])).toMatchObject({ field_types: false });
  });

  it("hold if a part of a birth is unknown, and for digits that may stand beside letters", () => {
    expect(checksOf("TD3", [names, put(numbers, 17, "<")])).toMatchObject({ field_types: true });
    expect(checksOf("TD3", [names, put(numbers, 0, "7")])).toMatchObject({ field_types: true });
  });

  it("fail with the confidence of the best seen character that is out of place", () => {
    const lines = readAs([put(put(names, 3, "7"), 7, "3"), numbers]);
    const seen = lines[0]!.shapes.map((p, column) => (column === 3 ? 0.4 : column === 7 ? 0.93 : p));
    const { checks } = parseMrz(formatOf("TD3"), [{ ...lines[0]!, shapes: seen }, lines[1]!]);
    expect(checks.find(({ name }) => name === "field_types")).toMatchObject({
      valid: false,
      confidence: 0.93,
    });
  });
});

describe("exceptions of the standard", () => {
  it("joins a long document number with its rest in the optional data", () => {
    expect(fieldsOf("TD1", LONG_NUMBER)).toMatchObject({
      document_number: "D23145890734",
      optional_data: "",
    });
    expect(checksOf("TD1", LONG_NUMBER)).toMatchObject({ document_number: true, composite: true });
  });

  it("finds the wrong check digit of a long document number", () => {
    const lines = [LONG_NUMBER[0]!.replace("7349", "7348"), ...LONG_NUMBER.slice(1)];
    expect(checksOf("TD1", lines)).toMatchObject({ document_number: false, composite: false });
  });

  it("takes a missing check digit without a rest in the optional data for a failed check", () => {
    for (const optional of ["<", "7"]) {
      const first = `I<UTOD23145890<${optional}`.padEnd(30, "<");
      const lines = [first, ...LONG_NUMBER.slice(1)];
      expect(fieldsOf("TD1", lines)).toMatchObject({ document_number: "D23145890" });
      expect(checksOf("TD1", lines)).toMatchObject({ document_number: false });
    }
  });

  it("does not check an empty personal number without a digit, and does with one", () => {
    const line = (digit: string, composite: string) =>
      `L898902C36UTO7408122F1204159<<<<<<<<<<<<<<${digit}${composite}`;
    const names = SPECIMENS.TD3[0]!;
    expect(checksOf("TD3", [names, line("<", "8")])).not.toHaveProperty("personal_number");
    expect(checksOf("TD3", [names, line("0", "8")])).toMatchObject({ personal_number: true });
  });

  it("puts a name without a secondary identifier into the primary one", () => {
    const [, number, dates] = ["", SPECIMENS.TD1[0]!, SPECIMENS.TD1[1]!];
    expect(fieldsOf("TD1", [number, dates, "ARKFREITH<<<<<<<<<<<<<<<<<<<<<"])).toMatchObject({
      primary_identifier: "ARKFREITH",
      secondary_identifier: "",
    });
  });

  it("rejects lines that are not of the format", () => {
    expect(() => checksOf("TD1", SPECIMENS.TD2)).toThrow(RangeError);
    expect(() => checksOf("TD3", SPECIMENS.TD2)).toThrow(RangeError);
  });
});

it("gives each field and check the lowest probability among its characters", () => {
  const lines = readAs(SPECIMENS.TD3);
  const unsure = lines[1]!.confidences.map((p, column) => (column === 15 ? 0.4 : p));
  const { fields, checks } = parseMrz(formatOf("TD3"), [
    lines[0]!,
    { ...lines[1]!, confidences: unsure, shapes: unsure },
  ]);
  const confident = (list: readonly { name: string; confidence: number }[]) =>
    list.filter(({ confidence }) => confidence > 0.4).map(({ name }) => name);
  expect(confident(fields)).not.toContain("date_of_birth");
  expect(confident(fields)).toHaveLength(fields.length - 1);
  expect(confident(checks)).toEqual(["document_number", "date_of_expiry", "personal_number", "field_types"]);
});

it("gives the check of the characters' types the lowest probability among those that no check digit covers", () => {
  const [names, numbers] = readAs(SPECIMENS.TD3);
  const confidenceOf = (line: 0 | 1, at: number) => {
    const unsure = (each: typeof names, i: number) => ({
      ...each!,
      shapes: each!.shapes.map((p, column) => (i === line && column === at ? 0.4 : p)),
    });
    const { checks } = parseMrz(formatOf("TD3"), [names, numbers].map(unsure));
    return checks.find(({ name }) => name === "field_types")!.confidence;
  };
  expect([confidenceOf(0, 7), confidenceOf(1, 11), confidenceOf(1, 20)]).toEqual([0.4, 0.4, 0.4]);
  expect([confidenceOf(1, 3), confidenceOf(1, 9), confidenceOf(1, 30)]).toEqual([1, 1, 1]);
});

it("reduces a name letter's confidence by the probability of its allowed alternatives only", () => {
  const confidenceOf = (...others: readonly (readonly [number, number, string, number])[]) => {
    const lines = withAlternatives(readAs(SPECIMENS.TD3, 0.7), others);
    return parseMrz(formatOf("TD3"), lines).checks.find(({ name }) => name === "field_types")!.confidence;
  };
  expect(confidenceOf()).toBe(1);
  expect(confidenceOf([0, 7, "B", Math.log(9)])).toBeCloseTo(0.9);
  expect(confidenceOf([0, 7, "B", 0])).toBe(0.7);
});

it("doubts a character under a check digit beside another of its value, which the digit does not tell from it", () => {
  const confidenceOf = (character: string) => {
    const lines = withAlternatives(readAs(SPECIMENS.TD3), [[1, 28, character, Math.log(4)]]);
    return parseMrz(formatOf("TD3"), lines).checks.find(({ name }) => name === "field_types")!.confidence;
  };
  // The specimen has a Z there, which counts 35.
  expect([confidenceOf("5"), confidenceOf("P"), confidenceOf("S")]).toEqual([0.8, 0.8, 1]);
});

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength, maxLength });
const signs = (maxLength: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"), minLength: 1, maxLength });
const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));

const holders = fc.record({
  surname: letters(1, 12),
  givenNames: fc.array(letters(1, 6), { minLength: 1, maxLength: 2 }).map((names) => names.join(" ")),
  sex: fc.constantFrom("F" as const, "M" as const, "X" as const),
  nationality: letters(3, 3),
  dateOfBirth: day("1920-01-01", "2019-12-31"),
  dateOfIssue: day("2020-01-01", "2024-12-31"),
  dateOfExpiry: day("2025-01-01", "2034-12-31"),
  documentNumber: signs(9),
  personalNumber: signs(14),
});
const formats = fc.constantFrom("TD1" as const, "TD3" as const);

it("reads back whatever an MRZ was composed of", () => {
  fc.assert(
    fc.property(formats, holders, (name, holder) => {
      const lines = composeMrz(name, holder);
      const fields = fieldsOf(name, lines);
      expect(fields).toMatchObject({
        issuing_state: "UTO",
        primary_identifier: holder.surname,
        secondary_identifier: holder.givenNames,
        document_number: holder.documentNumber,
        nationality: holder.nationality,
        date_of_birth: holder.dateOfBirth.slice(2).replaceAll("-", ""),
        date_of_expiry: holder.dateOfExpiry.slice(2).replaceAll("-", ""),
        sex: holder.sex === "X" ? "" : holder.sex,
      });
      expect(name === "TD1" ? fields.optional_data : fields.personal_number).toBe(holder.personalNumber);
      expect(Object.values(checksOf(name, lines))).not.toContain(false);
    }),
  );
});

/**
 * The value of each character in a check sum, which cannot distinguish two that differ by a multiple of ten.
 */
const value = (character: string) => (character === "<" ? 0 : Number.parseInt(character, 36));

it("finds every single substitution in a checked field, but for characters equal modulo ten", () => {
  const substitutions = fc.record({
    format: fc.constantFrom(...FORMATS),
    check: fc.nat(),
    at: fc.nat(),
    other: fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"),
  });
  fc.assert(
    fc.property(substitutions, ({ format, check, at, other }) => {
      const place = format.checks[check % format.checks.length]!;
      const positions = place.covers.flatMap(([line, start, end]) =>
        Array.from({ length: end - start }, (_, i) => ({ line, column: start + i })),
      );
      const { line, column } = positions[at % positions.length]!;
      const lines = [...SPECIMENS[format.name]];
      const before = lines[line]![column]!;
      fc.pre((value(before) - value(other)) % 10 !== 0);
      lines[line] = lines[line]!.slice(0, column) + other + lines[line]!.slice(column + 1);
      expect(checksOf(format.name, lines)[place.name]).toBe(false);
    }),
    { numRuns: 500 },
  );
});
