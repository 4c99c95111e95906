import { join } from "node:path";
import { describe, expect, it } from "vitest";

const EXAMPLE = join(import.meta.dirname, "../../../examples/watchlist");
// By a variable: the examples are outside of the compiler's files.
const { readUn, readOfac, readEu } = await import(/* @vite-ignore */ join(EXAMPLE, "lists.ts"));
const { answerFor } = await import(/* @vite-ignore */ join(EXAMPLE, "match.ts"));

/** Invented people, in the form of each list. */
const UN = `<CONSOLIDATED_LIST><INDIVIDUALS><INDIVIDUAL><DATAID>1</DATAID><FIRST_NAME>ERNA</FIRST_NAME>
  <SECOND_NAME>MUSTERFRAU</SECOND_NAME><INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Erna M&amp;M Muster</ALIAS_NAME>
  </INDIVIDUAL_ALIAS><INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1964-08-12</DATE>
  </INDIVIDUAL_DATE_OF_BIRTH><INDIVIDUAL_DATE_OF_BIRTH><YEAR>1965</YEAR></INDIVIDUAL_DATE_OF_BIRTH></INDIVIDUAL>
  </INDIVIDUALS><ENTITIES><ENTITY><DATAID>2</DATAID></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;
const OFAC = [
  `306,"BEISPIEL HANDEL GMBH",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `,
  `2674,"BEISPIEL, Otto ""Der Große""","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 04 Feb 1960; alt. DOB 1961; POB Nirgendwo; a.k.a. 'OTTO B.'."`,
].join("\r\n");
const EU = `\uFEFFfileGenerationDate;Entity_LogicalId;Entity_SubjectType;NameAlias_WholeName;BirthDate_BirthDate;BirthDate_Year
01/11/2026;13;P;Zoë Exemple;;
01/11/2026;13;P;"Exemple; Zoé";;
01/11/2026;13;P;;1970-01-31;1970
01/11/2026;14;E;Exemple SA;;
`;

describe("the watch list example", () => {
  it("reads people, with their names and birth dates, from each list", () => {
    expect(readUn(UN)).toEqual([
      { id: "UN 1", names: ["ERNA MUSTERFRAU", "Erna M&M Muster"], born: ["1964-08-12", "1965"] },
    ]);
    expect(readOfac(OFAC)).toEqual([
      { id: "OFAC 2674", names: ['BEISPIEL, Otto "Der Große"', "OTTO B."], born: ["1960-02-04", "1961"] },
    ]);
    expect(readEu(EU)).toEqual([
      { id: "EU 13", names: ["Zoë Exemple", "Exemple; Zoé"], born: ["1970-01-31"] },
    ]);
  });

  it.each([
    ["Erna Musterfrau", "1964-08-12", "UN 1"],
    ["MUSTERFRAU ERNA MARIA", "1965-03-01", "UN 1"],
    ["Erna Musterfrav", "1964-08-12", "UN 1"],
    ["Otto Beispiel", null, "OFAC 2674"],
    ["Zoe Exemple", "1970-01-31", "EU 13"],
    ["Erna Musterfrau", "1966-08-12", null],
    ["Erna Mustermann", "1964-08-12", null],
    ["Erna", "1964-08-12", null],
  ])("answers for %s, born %s, with the entry %s", (name, born, reference) => {
    const entries = [...readUn(UN), ...readOfac(OFAC), ...readEu(EU)];
    const answer = answerFor({ name, born }, entries);
    expect([answer.outcome, answer.reference ?? null]).toEqual([
      reference === null ? "passed" : "review",
      reference,
    ]);
  });

  it("asks for a review without a name, and never answers failed", () => {
    expect(answerFor({ name: null, born: null }, [])).toMatchObject({ outcome: "review" });
  });
});
