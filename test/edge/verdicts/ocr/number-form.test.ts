import { describe, expect, it } from "vitest";
import { fitted } from "#edge/verdicts/ocr/number-form.ts";

const form = (forms: string, letters?: string) => [
  { forms: forms.split(" "), ...(letters !== undefined && { letters }) },
];

describe("a number in a state's form", () => {
  it.each([
    ["CA00000AA", "C@#####@@", "CA00000AA"],
    ["CAOOOOOAA", "C@#####@@", "CA00000AA"],
    ["CA00000A4", "C@#####@@", null],
    ["1234 5678 9012", "############", "1234 5678 9012"],
    ["I2345678901Z", "############", "123456789012"],
    ["A1234567", "@#######", "A1234567"],
    ["01234567", "@#######", "O1234567"],
    ["123456", "@#######", null],
    ["N01234567", "N@******#", "NO1234567"],
  ])("%s of the form %s is %s", (number, mask, value) => {
    expect(fitted(number, form(mask))).toBe(value);
  });

  it("has only the letters that the state uses", () => {
    expect(fitted("LOICFGHJ2", form("*********", "CFGHJKLMNPRTVWXYZ"))).toBe("L01CFGHJ2");
  });

  it("is unknown if two forms correct it to different numbers", () => {
    expect(fitted("00123456", form("@####### #@######"))).toBeNull();
  });
});
