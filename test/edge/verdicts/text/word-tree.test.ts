import { expect, it } from "vitest";
import { editDistance } from "#edge/verdicts/text/edit-distance.ts";
import { WordTree } from "#edge/verdicts/text/word-tree.ts";
import { pick, seededRandom } from "#lab/material/random.ts";

const random = seededRandom(11);
const word = (letters: number) => Array.from({ length: letters }, () => pick(random, [..."ABCD"])).join("");

it("finds every beginning of a text that is a word within its errors, as an edit distance does", () => {
  for (let round = 0; round < 200; round++) {
    const known = Array.from({ length: 12 }, () => ({
      letters: word(2 + Math.floor(random() * 9)),
      errors: Math.floor(random() * 4),
    }));
    const tree = new WordTree(known.map((entry) => ({ ...entry, entry })));
    const text = word(Math.floor(random() * 16));
    const expected = known.flatMap((entry) =>
      Array.from({ length: text.length + 1 }, (_, length) => ({
        entry,
        length,
        distance: editDistance(entry.letters, text.slice(0, length)),
      })).filter(({ distance }) => entry.errors > 0 && distance <= entry.errors),
    );
    const found = tree.misread(text);
    expect(found.length).toBe(expected.length);
    expect(found).toEqual(expect.arrayContaining(expected));
  }
});

it("returns the lengths of the words with which a text begins", () => {
  for (let round = 0; round < 200; round++) {
    const known = new Set(Array.from({ length: 12 }, () => word(1 + Math.floor(random() * 5))));
    const tree = new WordTree([...known].map((letters) => ({ letters, errors: 0, entry: letters })));
    const text = word(Math.floor(random() * 8));
    const beginnings = Array.from(text, (_, i) => text.slice(0, i + 1));
    expect(tree.lengths(text)).toEqual(
      beginnings.filter((one) => known.has(one)).map(({ length }) => length),
    );
  }
});
