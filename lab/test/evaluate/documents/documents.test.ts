import { expect, it } from "vitest";
import { documents } from "../../../evaluate/documents/documents.ts";

const keep = async () => {};
const run = (flags: Readonly<Record<string, string>>) =>
  documents.run({ data: undefined, models: "/nowhere", flag: (name) => flags[name], keep });

it("refuses a part that there is none of before anything is opened, and names those there are", async () => {
  await expect(run({ only: "zones,forgeries" })).rejects.toThrow(
    /no part forgeries; there are zones,.*verdicts/,
  );
});

it("tells every flag of every part with its default", () => {
  expect(documents.flags).toMatchObject({
    zones: expect.stringMatching(/\(\d+\)$/),
    verdicts: expect.stringMatching(/\(\d+\)$/),
  });
});
