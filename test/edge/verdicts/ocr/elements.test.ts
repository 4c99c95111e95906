import { describe, expect, it } from "vitest";
import { ELEMENTS } from "#edge/verdicts/ocr/elements.ts";

const element = (name: string) => ELEMENTS.find(([key]) => key === name)![1];
const name = element("last_name");
const number = element("document_number");

describe("a name in a script that the MRZ's tables do not spell", () => {
  it("matches no other line, only its own print", () => {
    expect(name.shown({ text: "RESIDENCE PERMIT" }, "ΠΑΠΑΔΟΠΟΥΛΟΣ")).toBe(false);
    expect(name.shown({ text: "Επώνυμο: Παπαδόπουλος" }, "ΠΑΠΑΔΟΠΟΥΛΟΣ")).toBe(true);
  });

  it("is the same as itself, and of another it is not known", () => {
    expect(name.compare("Παπαδοπουλος", "ΠΑΠΑΔΟΠΟΥΛΟΣ")).toBe("same");
    expect(name.compare("Smith", "ΠΑΠΑΔΟΠΟΥΛΟΣ")).toBe("unknown");
    expect(name.compare("ΠΑΠΑΔΟΠΟΥΛΟΣ", "SMITH")).toBe("unknown");
  });
});

it("a name without a letter of any script is shown by no line, and is known to be the same as none", () => {
  expect(name.shown({ text: "RESIDENCE PERMIT" }, "12345")).toBe(false);
  expect(name.compare("67890", "12345")).toBe("unknown");
});

it("a name that is read with a mistake is the same, and another one differs", () => {
  expect(name.compare("Erikson", "ERIKSSON")).toBe("same");
  expect(name.compare("Müller", "MUELLER")).toBe("same");
  expect(name.compare("Svensson", "ERIKSSON")).toBe("different");
});

it("a number without a character of A–Z and 0–9 is shown by no line", () => {
  expect(number.shown({ text: "L898902C3" }, "№―")).toBe(false);
  expect(number.compare("L898902C3", "№―")).toBe("unknown");
});
