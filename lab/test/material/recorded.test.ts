import { expect, it } from "vitest";
import { DOCUMENT_RECORDS } from "../../../vocabulary/issuers/records.ts";
import { inventSides } from "../../material/documents/recorded/sides.ts";
import { seededRandom } from "../../material/random.ts";

it("prints what each record lists, and the same for the same seed", () => {
  for (const record of DOCUMENT_RECORDS) {
    const [once, again] = [1, 1].map((seed) => inventSides(record, seededRandom(seed)));
    expect(again).toEqual(once);
    const printed = once!.flatMap(({ rows }) => rows.map(({ meaning }) => meaning));
    const listed = [...(record.front ?? []), ...(record.back ?? [])].map(([meaning]) => meaning);
    expect(printed).toEqual(listed);
    expect(once!.some(({ mrz }) => mrz.length > 0)).toBe(record.mrz !== null);
  }
});
