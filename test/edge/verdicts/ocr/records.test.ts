import { iso31661 } from "iso-3166";
import { describe, expect, it } from "vitest";
import { candidateTypes } from "#edge/verdicts/ocr/detected-type.ts";
import { matchLabel } from "#edge/verdicts/ocr/visual/labels/labels.ts";
import { lettersOf } from "#edge/verdicts/text/letters.ts";
import { line, reading } from "#test/harness/edge/inference-results.ts";
import type { DocumentRecord } from "#vocabulary/issuers/record.ts";
import { DOCUMENT_RECORDS, ISSUING_STATES, recordsOf } from "#vocabulary/issuers/records.ts";

const named = ({ state, type, titles }: DocumentRecord) => `${state} ${type} ${titles[0] ?? ""}`;
const numbersOf = ({ documentNumber, personalNumber }: DocumentRecord) =>
  [documentNumber, personalNumber].filter((form) => form !== null);

describe("a record of a document", () => {
  it("is of a state of ISO 3166-1, once each", () => {
    const codes = ISSUING_STATES.map(({ code }) => code);
    expect(codes.filter((code) => !iso31661.some(({ alpha3 }) => alpha3 === code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it("names a source, and is the only one of its state, type and title", () => {
    expect(DOCUMENT_RECORDS.filter(({ source }) => source.length < 8).map(named)).toEqual([]);
    expect(new Set(DOCUMENT_RECORDS.map(named)).size).toBe(DOCUMENT_RECORDS.length);
  });

  it("has forms of letters, digits and places only", () => {
    const forms = DOCUMENT_RECORDS.flatMap(numbersOf).flatMap((form) => form.forms);
    expect(forms.filter((form) => !/^[A-Z@#*]{5,20}$/.test(form))).toEqual([]);
  });

  it("whose labels were seen spells some out, or numbers its fields", () => {
    const empty = DOCUMENT_RECORDS.filter(({ labels, numbering, front, back }) => {
      const isSpelled = [...(front ?? []), ...(back ?? [])].some(([, label]) => label !== null);
      return labels !== "not confirmed" && numbering === null && !isSpelled;
    });
    expect(empty.map(named)).toEqual([]);
  });

  it("with an MRZ on its back has two sides", () => {
    const odd = DOCUMENT_RECORDS.filter(({ mrz, sides }) => mrz?.on === "back" && sides !== 2);
    expect(odd.map(named)).toEqual([]);
  });

  it.each(["passport", "driving_license"])(
    "of the European Union is there for each member state: %s",
    (type) => {
      const states =
        "AUT BEL BGR CYP CZE DEU DNK ESP EST FIN FRA GRC HRV HUN IRL ITA LTU LUX LVA MLT NLD POL PRT ROU SVK SVN SWE";
      for (const state of states.split(" ")) expect(recordsOf(state, [type]), state).toHaveLength(1);
    },
  );

  it("has labels in Latin letters that the field reader finds, each with its meaning", () => {
    const NAMES = ["full_name", "first_name", "last_name"];
    const unknown = DOCUMENT_RECORDS.flatMap(({ state, front, back, numbering }) =>
      [...(front ?? []), ...(back ?? [])].flatMap(([meaning, label]) => {
        // A licence's own labels stand behind its field numbers, which are read first.
        if (label === null || lettersOf(label) === "" || numbering === "EU") return [];
        const found = matchLabel(label);
        const isFound = found?.kind === meaning || (found?.kind === "name" && NAMES.includes(meaning));
        return isFound && found?.rest === ""
          ? []
          : [`${state} ${meaning}: ${label} → ${found?.kind} ${found?.rest}`];
      }),
    );
    expect(unknown).toEqual([]);
  });

  it("has titles that make a page without an MRZ one of its type", () => {
    const other = DOCUMENT_RECORDS.flatMap((record) =>
      record.titles
        .filter((title) => lettersOf(title).length >= 6)
        .map((title) => [
          title,
          candidateTypes(reading({ mrz: null, lines: [line(title, 20)] }))?.[0],
          record.type,
        ])
        .filter(([, found, type]) => found !== type),
    );
    expect(other).toEqual([]);
  });
});
