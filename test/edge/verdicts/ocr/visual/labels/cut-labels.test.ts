import { describe, expect, it } from "vitest";
import { cutLabel } from "#edge/verdicts/ocr/visual/labels/cut-labels.ts";

describe("a line that is the beginning of labels", () => {
  it("is a label if they are of one kind", () => {
    expect(cutLabel("Given na")).toMatchObject({ kind: "first_name", rest: "" });
    expect(cutLabel("Date of bi")).toMatchObject({ kind: "date_of_birth", rest: "" });
  });

  it.each([
    ["of several kinds", "Date of"],
    ["too short", "Given"],
    ["less than most of a label", "Nationa"],
    ["a value", "GIVENS"],
    ["with a digit", "Given na 1"],
  ])("is none if it is %s", (_, text) => {
    expect(cutLabel(text)).toBeNull();
  });
});
