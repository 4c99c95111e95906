import { describe, expect, it } from "vitest";
import { texts as ar } from "#capture/text/ar.ts";
import { texts as de } from "#capture/text/de.ts";
import type { Catalogue } from "#capture/text/en.ts";
import { en } from "#capture/text/en.ts";
import { texts as es } from "#capture/text/es.ts";
import { texts as fr } from "#capture/text/fr.ts";
import { type Locale, languageOf, localeFor } from "#capture/text/language.ts";
import { texts as pt } from "#capture/text/pt.ts";
import { VISIBLE_REASONS } from "#edge/verdicts/outcomes/visible-reasons.ts";
import { DOCUMENT_TYPES } from "#vocabulary/document-types.ts";

const CATALOGUES: Readonly<Record<Locale, Catalogue>> = { en, de, fr, es, pt, ar };
const keys = new Set(Object.keys(en));

it("has a sentence for every reason that a device receives", () => {
  expect(VISIBLE_REASONS.filter((reason) => !keys.has(`reason_${reason}`))).toEqual([]);
});

it("has a name for every document type", () => {
  expect(DOCUMENT_TYPES.filter((type) => !keys.has(`kind_${type}`))).toEqual([]);
});

describe.each(Object.entries(CATALOGUES))("the texts in %s", (_, texts) => {
  const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

  it("have the keys of the English ones, with the same placeholders", () => {
    expect(Object.keys(texts).sort()).toEqual([...keys].sort());
    const wrong = Object.entries(en).filter(
      ([key, text]) => `${placeholders(text)}` !== `${placeholders(texts[key as keyof typeof en])}`,
    );
    expect(wrong).toEqual([]);
  });

  it("are never empty", () => {
    expect(Object.values(texts).filter((text) => text.trim() === "")).toEqual([]);
  });

  it("name the button to press as it is labelled", () => {
    expect(texts.face_frame).toContain(texts.face_start);
    for (const key of ["capture_by_hand", "capture_press"] as const) {
      expect(texts[key]).toContain(texts.shutter);
    }
    expect(texts.consent_withdrawal).toContain(texts.help);
    expect(texts.phone_number_not_mine).toContain(texts.phone_again);
    const naming = ["recovery_denied_firefox", "recovery_in_use_lead", "recovery_silent_lead"] as const;
    expect(naming.filter((key) => /[«“]/.test(texts[key]) && !texts[key].includes(texts.try_again))).toEqual(
      [],
    );
  });
});

it("leaves no sentence of another language in English", () => {
  const { en: _, ...others } = CATALOGUES;
  const left = Object.entries(others).flatMap(([locale, texts]) =>
    Object.entries(en)
      .filter(([key, text]) => text.includes(" ") && texts[key as keyof typeof en] === text)
      .map(([key]) => `${locale} ${key}`),
  );
  expect(left).toEqual([]);
});

it("writes the Arabic tanwin before its alif, in every text", () => {
  expect(Object.entries(ar).filter(([, text]) => text.includes("\u0627\u064b"))).toEqual([]);
});

it("speaks the first language that a browser asks for and the page knows", () => {
  expect(localeFor(["xx", "de-AT", "en"])).toBe("de");
});

it("speaks English to those whose languages it does not know", () => {
  expect(localeFor(["xx", "yy-ZZ", "constructor"])).toBe("en");
});

it("writes Arabic from right to left, and every other language from left to right", () => {
  const locales = Object.entries(CATALOGUES) as [Locale, Catalogue][];
  expect(
    locales
      .filter(([locale, texts]) => languageOf(locale, texts).direction === "rtl")
      .map(([locale]) => locale),
  ).toEqual(["ar"]);
});

it("fills in a sentence's placeholders", () => {
  expect(languageOf("en", en).say("change_attempts_many", { count: 2 })).toBe("You have 2 attempts left.");
});
