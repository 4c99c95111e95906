import { expect, it } from "vitest";
import { en } from "../../capture/text/en.ts";
import { languageFor } from "../../capture/text/say.ts";
import { TOLD_REASONS } from "../../edge/verdicts/outcomes/told-reasons.ts";
import { DOCUMENT_TYPES } from "../../edge/vocabulary/documents.ts";

const keys = new Set(Object.keys(en));

it("has a sentence for every reason that a device is told", () => {
  expect(TOLD_REASONS.filter((reason) => !keys.has(`reason_${reason}`))).toEqual([]);
});

it("has a name for every document type", () => {
  expect(DOCUMENT_TYPES.filter((type) => !keys.has(`kind_${type}`))).toEqual([]);
});

it("speaks English to those whose languages it does not know", () => {
  expect(languageFor(["xx", "yy-ZZ"])).toMatchObject({ locale: "en", direction: "ltr" });
});

it("fills in what a sentence leaves open", () => {
  expect(languageFor(["en"]).say("change_attempts_many", { count: 2 })).toBe("You have 2 more attempts.");
});
