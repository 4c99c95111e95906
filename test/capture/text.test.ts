import { describe, expect, it } from "vitest";
import { en } from "../../capture/text/en.ts";
import { CATALOGUES, languageFor } from "../../capture/text/say.ts";
import { TOLD_REASONS } from "../../edge/verdicts/outcomes/told-reasons.ts";
import { DOCUMENT_TYPES } from "../../edge/vocabulary/documents.ts";

const keys = new Set(Object.keys(en));

it("has a sentence for every reason that a device is told", () => {
  expect(TOLD_REASONS.filter((reason) => !keys.has(`reason_${reason}`))).toEqual([]);
});

it("has a name for every document type", () => {
  expect(DOCUMENT_TYPES.filter((type) => !keys.has(`kind_${type}`))).toEqual([]);
});

describe.each(Object.entries(CATALOGUES))("the texts in %s", (_, texts) => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

  it("are those of English, each with the same things left open", () => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    const wrong = Object.entries(en).filter(
      ([key, text]) => `${placeholders(text)}` !== `${placeholders(texts[key as keyof typeof en])}`,
    );
    expect(wrong).toEqual([]);
  });

  it("leave nothing unsaid", () => {
    expect(Object.values(texts).filter((text) => text.trim() === "")).toEqual([]);
  });
});

it("speaks the first language that a browser asks for and the page knows", () => {
  expect(languageFor(["xx", "de-AT", "en"])).toMatchObject({ locale: "de", direction: "ltr" });
});

it("speaks English to those whose languages it does not know", () => {
  expect(languageFor(["xx", "yy-ZZ"])).toMatchObject({ locale: "en", direction: "ltr" });
});

it("fills in what a sentence leaves open", () => {
  expect(languageFor(["en"]).say("change_attempts_many", { count: 2 })).toBe("You have 2 more attempts.");
});
