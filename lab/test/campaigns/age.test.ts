import { expect, it } from "vitest";
import { checkAgesAndSearch } from "../../campaigns/erasure/age.ts";

/** Images are made and read on a machine that may be busy, and the log is emptied within a minute. */
const PATIENCE = 300_000;

it("nothing is left of people whose ages were checked, on any disk, in any log and in the gallery, without an erasure", {
  timeout: PATIENCE,
}, async () => {
  const said: string[] = [];
  expect(await checkAgesAndSearch((line) => said.push(line))).toEqual({
    decisions: ["approved", "declined under_min_age"],
    atOnce: [],
    later: [],
    isRecognised: false,
  });
  expect(said).toContain("2 encrypted faces were kept until the decisions");
});
