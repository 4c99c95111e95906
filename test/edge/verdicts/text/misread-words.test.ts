import { expect, it } from "vitest";
import { editDistance } from "../../../../edge/verdicts/text/edit-distance.ts";
import { MisreadWords } from "../../../../edge/verdicts/text/misread-words.ts";
import { pick, seededRandom } from "../../../material/random.ts";

const random = seededRandom(11);
const word = (letters: number) => Array.from({ length: letters }, () => pick(random, [..."ABCD"])).join("");

it("finds every beginning of a text that is a word within its errors, as an edit distance does", () => {
  for (let round = 0; round < 200; round++) {
    const known = Array.from({ length: 12 }, () => ({
      letters: word(2 + Math.floor(random() * 9)),
      errors: Math.floor(random() * 4),
    }));
    const words = new MisreadWords<(typeof known)[number]>();
    for (const entry of known) words.add(entry.letters, entry.errors, entry);
    const text = word(Math.floor(random() * 16));
    const expected = known.flatMap((entry) =>
      Array.from({ length: text.length + 1 }, (_, length) => ({
        entry,
        length,
        distance: editDistance(entry.letters, text.slice(0, length)),
      })).filter(({ distance }) => entry.errors > 0 && distance <= entry.errors),
    );
    const found = words.startOf(text);
    expect(found.length).toBe(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected));
  }
});
